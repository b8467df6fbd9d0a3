package bottleneck.target.journal;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

import bottleneck.target.SeededDatabase;
import bottleneck.target.SentStatements;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class JournalReaderTests {

	/**
	 * Rows that a test inserts have this id or a greater one, all others a smaller one.
	 */
	private static final long NEW_ID = 1_000_000;

	private static final int LIVE = 901;

	private final JournalReader journals;

	private final JdbcClient owner;

	private final SentStatements statements;

	@Autowired
	JournalReaderTests(JournalReader journals, SeededDatabase database, SentStatements statements) {
		this.journals = journals;
		this.owner = database.owner();
		this.statements = statements;
	}

	@AfterEach
	void deleteNewRows() {
		for (String table : List.of("journal", "journal_reply", "journal_attachment")) {
			this.owner.sql("DELETE FROM " + table + " WHERE id >= ?").param(NEW_ID).update();
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 7, 17, 100 })
	void pagesListEveryLiveJournalOnceNewestFirst(int size) {
		List<Cursor> live = livePositions();
		assertThat(live).as("not deleted").hasSize(LIVE);
		assertThat(live.stream().map(Cursor::postedAt).distinct().count()).as("no ties").isLessThan(LIVE);
		assertThat(positions(pages(size))).isEqualTo(live);
	}

	@Test
	void lastPageIsFullWhenTheSizeDividesTheNumberOfJournals() {
		List<JournalPage> pages = pages(17);
		assertThat(pages).hasSize(LIVE / 17).allSatisfy((page) -> assertThat(page.journals()).hasSize(17));
	}

	@Test
	void journalsThatArePostedMeanwhileDisturbNoPage() {
		List<Cursor> liveAtFirst = livePositions();
		List<JournalPage> pages = new ArrayList<>();
		for (Cursor after = Cursor.HEAD; after != null; after = next(pages)) {
			pages.add(this.journals.page(after, 7));
			insertJournal(NEW_ID + pages.size(), Instant.parse("2100-01-01T00:00:00Z").plusSeconds(pages.size()));
		}
		assertThat(positions(pages)).isEqualTo(liveAtFirst);
		assertThat(positions(pages(100))).hasSize(LIVE + pages.size());
	}

	@Test
	void pageAfterTheLastPositionThatACursorCanHaveIsEmpty() {
		Cursor last = new Cursor(Instant.parse("0001-01-01T00:00:00Z"), Long.MIN_VALUE);
		assertThat(Cursor.decode(last.encode())).contains(last);
		assertThat(this.journals.page(last, 20)).isEqualTo(new JournalPage(List.of(), null));
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 100 })
	void pageTakesOneStatement(int size) {
		assertThat(this.statements.during(() -> this.journals.page(Cursor.HEAD, size))).hasSize(1);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0", "1, 1", "50, 10" })
	void journalTakesThreeStatementsHoweverMuchBelongsToIt(int replies, int attachments) {
		insertJournal(NEW_ID, Instant.EPOCH);
		newIdsDescending(replies).forEach(this::insertReply);
		newIdsDescending(attachments).forEach(this::insertAttachment);
		List<String> sent = this.statements.during(() -> {
			JournalDetail journal = this.journals.journal(NEW_ID).orElseThrow();
			assertThat(journal.replies().stream().map(JournalDetail.Reply::id)).hasSize(replies).isSorted();
			assertThat(journal.attachments().stream().map(JournalDetail.Attachment::id)).hasSize(attachments)
				.isSorted();
		});
		assertThat(sent).hasSize(3);
	}

	@Test
	void journalThatWasDeletedIsEmpty() {
		insertJournal(NEW_ID, Instant.EPOCH);
		assertThat(this.journals.journal(NEW_ID)).isPresent();
		this.owner.sql("UPDATE journal SET deleted_at = now() WHERE id = ?").param(NEW_ID).update();
		assertThat(this.journals.journal(NEW_ID)).isEmpty();
	}

	@Test
	void journalThatNeverWasIsEmpty() {
		assertThat(this.journals.journal(NEW_ID)).isEmpty();
	}

	private List<JournalPage> pages(int size) {
		List<JournalPage> pages = new ArrayList<>();
		for (Cursor after = Cursor.HEAD; after != null; after = next(pages)) {
			pages.add(this.journals.page(after, size));
		}
		return pages;
	}

	private static Cursor next(List<JournalPage> pages) {
		assertThat(pages).as("pages without an end").hasSizeLessThanOrEqualTo(LIVE);
		String next = pages.get(pages.size() - 1).next();
		return (next != null) ? Cursor.decode(next).orElseThrow() : null;
	}

	private static List<Cursor> positions(List<JournalPage> pages) {
		return pages.stream().flatMap((page) -> page.journals().stream()).map(JournalSummary::cursor).toList();
	}

	private List<Cursor> livePositions() {
		return this.owner.sql("SELECT posted_at, id FROM journal WHERE deleted_at IS NULL")
			.query((row, number) -> new Cursor(row.getObject("posted_at", OffsetDateTime.class).toInstant(),
					row.getLong("id")))
			.stream()
			.sorted(Comparator.comparing(Cursor::postedAt).thenComparing(Cursor::id).reversed())
			.toList();
	}

	private static LongStream newIdsDescending(int count) {
		return LongStream.range(0, count).map((i) -> NEW_ID + count - i);
	}

	private void insertJournal(long id, Instant postedAt) {
		this.owner.sql(
				"INSERT INTO journal (id, title, content, author, posted_at) VALUES (?, 't', 'c', 'a', ?::TIMESTAMPTZ)")
			.params(id, postedAt.toString())
			.update();
	}

	private void insertReply(long id) {
		this.owner.sql("INSERT INTO journal_reply (id, journal_id, content, replied_at) VALUES (?, ?, 'c', now())")
			.params(id, NEW_ID)
			.update();
	}

	private void insertAttachment(long id) {
		this.owner.sql("INSERT INTO journal_attachment (id, journal_id, file_name, byte_size) VALUES (?, ?, 'f', 1)")
			.params(id, NEW_ID)
			.update();
	}

}
