package bottleneck.target.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpStatus;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static bottleneck.target.journal.Problems.assertThatProblem;
import static bottleneck.target.journal.Problems.assertThatProblemNames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

@WebMvcTest(JournalController.class)
@Import(CachedPages.class)
class JournalControllerTests {

	private static final Instant POSTED_AT = Instant.parse("2024-01-02T03:04:05.678901Z");

	private static final JournalSummary SUMMARY = new JournalSummary(7, "Journal 7", "author-7", POSTED_AT);

	@Autowired
	private MockMvcTester mvc;

	@MockitoBean
	private JournalReader journals;

	@MockitoBean
	private JournalWriter writer;

	@Test
	void firstPageHasTwentyJournalsUnlessAskedOtherwise() {
		given(this.journals.page(Cursor.HEAD, 20)).willReturn(new JournalPage(List.of(SUMMARY), "cursor"));
		assertThat(get("/journals")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				{
					"journals": [
						{"id": 7, "title": "Journal 7", "author": "author-7", "postedAt": "2024-01-02T03:04:05.678901Z"}
					],
					"next": "cursor"
				}
				""");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 100 })
	void pageHasTheSizeThatIsAskedFor(int size) {
		given(this.journals.page(Cursor.HEAD, size)).willReturn(new JournalPage(List.of(SUMMARY), "cursor"));
		assertThat(get("/journals?size={size}", size)).hasStatusOk()
			.bodyJson()
			.extractingPath("$.journals[0].id")
			.isEqualTo(7);
	}

	@Test
	void lastPageHasANextThatIsNull() {
		given(this.journals.page(Cursor.HEAD, 20)).willReturn(new JournalPage(List.of(), null));
		assertThat(get("/journals")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				{"journals": [], "next": null}
				""");
	}

	@Test
	void nextPageStartsAfterTheCursor() {
		given(this.journals.page(SUMMARY.cursor(), 5)).willReturn(new JournalPage(List.of(SUMMARY), "cursor"));
		assertThat(get("/journals?size=5&after={after}", SUMMARY.cursor().encode())).hasStatusOk()
			.bodyJson()
			.extractingPath("$.next")
			.isEqualTo("cursor");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "101", "-1", "abc", "1.5", "", "20,30", " 20", "2147483648" })
	void sizeThatIsNotAllowedIsAProblemThatNamesIt(String size) {
		assertThatProblemNames("size", size, get("/journals?size={size}", size));
	}

	@Test
	void sizeThatIsGivenTwiceIsAProblemThatNamesIt() {
		assertThatProblemNames("size", "20,30", get("/journals?size=20&size=30"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "garbage", "AAAAAAAAAAAAAAAAAAAAAAAAAAA", "журнал" })
	void damagedCursorIsAProblemThatNamesIt(String after) {
		assertThatProblemNames("after", after, get("/journals?after={after}", after));
	}

	@Test
	void journalHasItsRepliesAndAttachments() {
		given(this.journals.journal(7)).willReturn(Optional.of(new JournalDetail(7, "Journal 7", "content", "author-7",
				POSTED_AT, List.of(new JournalDetail.Reply(8, "reply", POSTED_AT)),
				List.of(new JournalDetail.Attachment(9, "file.pdf", 1024)))));
		assertThat(get("/journals/7")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				{
					"id": 7,
					"title": "Journal 7",
					"content": "content",
					"author": "author-7",
					"postedAt": "2024-01-02T03:04:05.678901Z",
					"replies": [{"id": 8, "content": "reply", "repliedAt": "2024-01-02T03:04:05.678901Z"}],
					"attachments": [{"id": 9, "fileName": "file.pdf", "byteSize": 1024}]
				}
				""");
	}

	@Test
	void unknownJournalIsAProblem() {
		given(this.journals.journal(7)).willReturn(Optional.empty());
		assertThatProblem(get("/journals/7"), HttpStatus.NOT_FOUND).extractingPath("$.detail")
			.isEqualTo("Journal 7 does not exist or was deleted.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "abc", "1.5", "9223372036854775808" })
	void idThatIsNotANumberIsAProblem(String id) {
		assertThatProblem(get("/journals/{id}", id), HttpStatus.BAD_REQUEST).extractingPath("$.detail")
			.asString()
			.contains("'id'", "'%s'".formatted(id));
	}

	private MvcTestResult get(String uri, Object... variables) {
		return this.mvc.get().uri(uri, variables).exchange();
	}

}
