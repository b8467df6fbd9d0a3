package bottleneck.target.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import bottleneck.target.TargetServiceTest;
import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/** What one can do with cursors that the service did not give: page, and nothing else. */
@TargetServiceTest
class ForgedCursorTests {

	private static final int FORGED = 50;

	@LocalServerPort
	private int port;

	@Autowired
	private JournalReader reader;

	private List<JournalSummary> all;

	@BeforeEach
	void page() {
		this.all = this.reader.page(Cursor.HEAD, 1000).journals();
		assertThat(this.all).hasSizeGreaterThan(500);
	}

	@Test
	void anyPositionAnswersWhatPagingAnswersFromThere() {
		Random random = new Random(20);
		long oldest = this.all.get(this.all.size() - 1).postedAt().getEpochSecond();
		long newest = this.all.get(0).postedAt().getEpochSecond();
		for (int n = 0; n < FORGED; n++) {
			Instant postedAt = Instant.ofEpochSecond(random.nextLong(oldest - 1000, newest + 1000));
			expectWhatFollows(new Cursor(postedAt, random.nextLong()), 1 + random.nextInt(100));
		}
	}

	@ParameterizedTest
	@CsvSource({ "9999-12-31T23:59:59Z, 9223372036854775807", "9999-12-31T23:59:59Z, -9223372036854775808",
			"0001-01-01T00:00:00Z, 9223372036854775807", "0001-01-01T00:00:00Z, -9223372036854775808",
			"1970-01-01T00:00:00Z, 0" })
	void soDoPositionsAtTheBounds(Instant postedAt, long id) {
		expectWhatFollows(new Cursor(postedAt, id), 100);
	}

	@Test
	void cursorOfAnotherPageSizeLosesAndRepeatsNothing() {
		List<Number> ids = new ArrayList<>();
		String after = Cursor.HEAD.encode();
		for (int size = 1; after != null; size = 1 + size * 7 % 100) {
			String page = get(after, size);
			ids.addAll(JsonPath.<List<Number>>read(page, "$.journals[*].id"));
			after = JsonPath.read(page, "$.next");
		}
		assertThat(ids.stream().map(Number::longValue).toList())
			.isEqualTo(this.all.stream().map(JournalSummary::id).toList());
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 26, 28, 100, 7000 })
	void anotherLengthIsRefused(int length) {
		client().get()
			.uri("/journals?after={after}", "A".repeat(length))
			.exchange()
			.expectStatus()
			.isBadRequest()
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.parameter")
			.isEqualTo("after");
	}

	private void expectWhatFollows(Cursor forged, int size) {
		List<Long> following = this.all.stream()
			.filter((journal) -> isOlder(journal, forged))
			.limit(size)
			.map(JournalSummary::id)
			.toList();
		List<Number> ids = JsonPath.read(get(forged.encode(), size), "$.journals[*].id");
		assertThat(ids.stream().map(Number::longValue).toList()).as(forged.toString()).isEqualTo(following);
	}

	private static boolean isOlder(JournalSummary journal, Cursor than) {
		int order = journal.postedAt().compareTo(than.postedAt());
		return order < 0 || (order == 0 && journal.id() < than.id());
	}

	private String get(String after, int size) {
		return client().get()
			.uri("/journals?after={after}&size={size}", after, size)
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.returnResult()
			.getResponseBody();
	}

	private RestTestClient client() {
		return RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + this.port).build();
	}

}
