package bottleneck.target.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.json.AbstractJsonContentAssert;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;

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

	@ParameterizedTest
	@MethodSource("allowedTitles")
	void titleIsChangedWithoutAnAnswerToRead(String title) {
		given(this.writer.changeTitle(7, title)).willReturn(true);
		assertThat(put("/journals/7/title", json(title))).hasStatus(HttpStatus.NO_CONTENT).body().isEmpty();
	}

	@Test
	void titleOfAnUnknownJournalIsAProblem() {
		given(this.writer.changeTitle(7, "any")).willReturn(false);
		assertThatProblem(put("/journals/7/title", json("any")), HttpStatus.NOT_FOUND).extractingPath("$.detail")
			.isEqualTo("Journal 7 does not exist or was deleted.");
	}

	@ParameterizedTest
	@MethodSource("refusedTitles")
	void titleThatIsNotAllowedIsAProblemThatNamesIt(String title) {
		assertThatProblemNames("title", title, put("/journals/7/title", json(title)));
		then(this.writer).shouldHaveNoInteractions();
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"title\": null}" })
	void titleThatIsMissingIsAProblemThatNamesIt(String body) {
		assertThatProblemNames("title", "null", put("/journals/7/title", body));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "title", "{", "{\"title\": {}}" })
	void titleThatIsNoJsonIsAProblem(String body) {
		assertThatProblem(put("/journals/7/title", body), HttpStatus.BAD_REQUEST);
	}

	private static Stream<String> allowedTitles() {
		return Stream.of("t", " ", "журнал", "t".repeat(200), "\uD83D\uDCD6".repeat(200));
	}

	private static Stream<String> refusedTitles() {
		return Stream.of("", "t".repeat(201), "\uD83D\uDCD6".repeat(201), "a\0b", "\uD83D", "\uDCD6\uD83D");
	}

	// escapes everything, as halves of a pair have no bytes
	private static String json(String title) {
		return title.chars()
			.mapToObj((unit) -> "\\u%04x".formatted(unit))
			.collect(Collectors.joining("", "{\"title\": \"", "\"}"));
	}

	private MvcTestResult put(String uri, String body) {
		return this.mvc.put().uri(uri).contentType(MediaType.APPLICATION_JSON).content(body).exchange();
	}

	private MvcTestResult get(String uri, Object... variables) {
		return this.mvc.get().uri(uri, variables).exchange();
	}

	private static void assertThatProblemNames(String parameter, String value, MvcTestResult result) {
		AbstractJsonContentAssert<?> problem = assertThatProblem(result, HttpStatus.BAD_REQUEST);
		problem.extractingPath("$.parameter").isEqualTo(parameter);
		problem.extractingPath("$.detail")
			.asString()
			.startsWith("Parameter '%s' is '%s' but must be ".formatted(parameter, value));
	}

	private static AbstractJsonContentAssert<?> assertThatProblem(MvcTestResult result, HttpStatus status) {
		return assertThat(result).hasStatus(status).hasContentType(MediaType.APPLICATION_PROBLEM_JSON).bodyJson();
	}

}
