package bottleneck.target.journal;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;

import bottleneck.target.Http;
import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetServiceTest;
import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/** Journals of the whole service on a real PostgreSQL. */
@TargetServiceTest
class JournalTests {

	/** The id of a row that a test inserts; those of the seed are smaller. */
	private static final long NEW_ID = 1_000_000;

	private static final int LIVE = 901;

	private static final Comparator<Cursor> NEWEST_FIRST = Comparator.comparing(Cursor::postedAt)
		.thenComparing(Cursor::id)
		.reversed();

	@Autowired
	private JournalService journals;

	@Autowired
	private SeededDatabase database;

	@Autowired
	private Http service;

	@AfterEach
	void deleteNewRows() {
		for (String table : List.of("journal", "journal_reply", "journal_attachment")) {
			this.database.owner().sql("DELETE FROM " + table + " WHERE id >= ?").param(NEW_ID).update();
		}
	}

	/** Also while others are posted. */
	@ParameterizedTest
	@ValueSource(ints = { 7, 17, 100 })
	void pagesListEveryLiveJournalOnceNewestFirst(int size) {
		List<Cursor> live = livePositions();
		assertThat(live).as("not deleted").hasSize(LIVE);
		assertThat(live.stream().map(Cursor::postedAt).distinct().count()).as("no ties").isLessThan(LIVE);
		List<Cursor> listed = new ArrayList<>();
		int pages = 0;
		for (String next = Cursor.HEAD.encode(); next != null && pages <= LIVE; pages++) {
			JournalPage page = this.journals.page(Cursor.decode(next).orElseThrow(), size);
			page.journals().forEach((each) -> listed.add(each.cursor()));
			next = page.next();
			insert(NEW_ID + pages, "NULL");
		}
		assertThat(listed).isEqualTo(live);
		assertThat(pages).as("no empty page").isEqualTo((LIVE + size - 1) / size);
	}

	/** A made-up cursor can only page. */
	@Test
	void anyPositionAnswersWhatPagingAnswersFromThere() {
		List<Cursor> live = livePositions();
		Random random = new Random(20);
		for (int n = 0; n < 50; n++) {
			Instant near = live.get(random.nextInt(LIVE)).postedAt();
			Cursor forged = new Cursor(near.plusSeconds(random.nextInt(-1, 2)), random.nextLong(1000));
			List<Cursor> following = live.stream().filter((each) -> NEWEST_FIRST.compare(each, forged) > 0).toList();
			String page = this.service.body("/journals?size=7&after=" + forged.encode());
			assertThat(JsonPath.<List<Integer>>read(page, "$.journals[*].id")).as(forged.toString())
				.isEqualTo(following.stream().limit(7).map((each) -> (int) each.id()).toList());
		}
		Cursor last = new Cursor(Instant.parse("0001-01-01T00:00:00Z"), Long.MIN_VALUE);
		assertThat(this.service.body("/journals?after=" + last.encode())).isEqualTo("{\"journals\":[],\"next\":null}");
	}

	@Test
	void pageHasTwentyJournalsWithIsoInstantsUnlessAskedOtherwise() {
		String page = this.service.body("/journals");
		assertThat(JsonPath.<List<?>>read(page, "$.journals")).hasSize(20);
		assertThat(JsonPath.<Map<String, ?>>read(page, "$.journals[0]")).containsOnlyKeys("id", "title", "author",
				"postedAt");
		assertThat(JsonPath.<String>read(page, "$.journals[0].postedAt"))
			.isEqualTo(livePositions().get(0).postedAt().toString());
	}

	@ParameterizedTest
	@CsvSource({ "0, 0", "1, 1", "50, 10" })
	void journalTakesThreeStatementsHoweverMuchBelongsToIt(int replies, int attachments) {
		insert(NEW_ID, "NULL");
		this.database.owner().sql("""
				INSERT INTO journal_reply (id, journal_id, content, replied_at)
				SELECT id, :journal, 'c', now() FROM generate_series(:journal + :count, :journal + 1, -1) AS id
				""").param("journal", NEW_ID).param("count", replies).update();
		this.database.owner().sql("""
				INSERT INTO journal_attachment (id, journal_id, file_name, byte_size)
				SELECT id, :journal, 'f', 1 FROM generate_series(:journal + :count, :journal + 1, -1) AS id
				""").param("journal", NEW_ID).param("count", attachments).update();
		Map<String, Integer> statements = this.database.statements(() -> {
			String journal = this.service.body("/journals/" + NEW_ID);
			assertThat(JsonPath.<List<Integer>>read(journal, "$.replies[*].id")).hasSize(replies).isSorted();
			assertThat(JsonPath.<List<Integer>>read(journal, "$.attachments[*].id")).hasSize(attachments).isSorted();
		});
		assertThat(statements.remove("BEGIN READ ONLY")).isOne();
		assertThat(statements.values()).containsExactly(1, 1, 1);
	}

	@Test
	void authorsAreThoseWithALiveJournalByName() {
		List<Authors.Author> authors = this.database.owner()
			.sql("""
					SELECT author, count(*) AS journals, max(posted_at) AS latest FROM journal
					WHERE deleted_at IS NULL GROUP BY author ORDER BY author COLLATE "C"
					""")
			.query((row, number) -> new Authors.Author(row.getString("author"), row.getLong("journals"),
					row.getObject("latest", OffsetDateTime.class).toInstant()))
			.list();
		assertThat(authors).as("some have deleted all of theirs").hasSizeBetween(800, 996);
		assertThat(this.journals.authors().authors()).isEqualTo(authors);
	}

	@Test
	void journalThatWasDeletedOrNeverWasIsNotFound() {
		insert(NEW_ID, "now()");
		for (long id : new long[] { NEW_ID, NEW_ID + 1 }) {
			String detail = "Journal %d does not exist or was deleted.".formatted(id);
			String path = "/journals/" + id;
			assertThat(Http.problem(this.service.get(path), 404, "Not Found")).isEqualTo(detail);
			assertThat(Http.problem(this.service.send("PUT", path + "/title", "{\"title\":\"new\"}"), 404, "Not Found"))
				.isEqualTo(detail);
		}
		assertThat(title()).isEqualTo("old");
	}

	@ParameterizedTest
	@ValueSource(strings = { "t", "журнал" })
	void titleIsChangedInOneStatement(String title) {
		insert(NEW_ID, "NULL");
		Map<String, Integer> statements = this.database
			.statements(() -> assertThat(changeTitle("\"%s\"".formatted(title)).statusCode()).isEqualTo(204));
		assertThat(statements).isEqualTo(
				Map.of("BEGIN", 1, "update journal j1_0 set title=$1 where j1_0.id=$2 and j1_0.deleted_at is null", 1));
		assertThat(title()).isEqualTo(title);
	}

	@Test
	void titleHasUpTo200CharactersOfText() {
		insert(NEW_ID, "NULL");
		assertThat(changeTitle("\"%s\"".formatted("\uD83D\uDCD6".repeat(200))).statusCode()).isEqualTo(204);
		for (String refused : List.of("null", "\"\"", "\"%s\"".formatted("t".repeat(201)), "\"a\\u0000b\"",
				"\"\\ud83d\"")) {
			assertThat(Http.problem(changeTitle(refused), 400, "Bad Request")).contains("'title'");
		}
		assertThat(title()).hasSize(400);
	}

	private HttpResponse<String> changeTitle(String json) {
		return this.service.send("PUT", "/journals/%d/title".formatted(NEW_ID), "{\"title\":%s}".formatted(json));
	}

	private List<Cursor> livePositions() {
		return this.database.owner()
			.sql("SELECT posted_at, id FROM journal WHERE deleted_at IS NULL")
			.query((row, number) -> new Cursor(row.getObject("posted_at", OffsetDateTime.class).toInstant(),
					row.getLong("id")))
			.stream()
			.sorted(NEWEST_FIRST)
			.toList();
	}

	private void insert(long id, String deletedAt) {
		this.database.owner().sql("""
				INSERT INTO journal (id, title, content, author, posted_at, deleted_at)
				VALUES (?, 'old', 'c', 'a', TIMESTAMPTZ '2100-01-01 00:00:00+00', %s)
				""".formatted(deletedAt)).param(id).update();
	}

	private String title() {
		return this.database.owner()
			.sql("SELECT title FROM journal WHERE id = ?")
			.param(NEW_ID)
			.query(String.class)
			.single();
	}

}
