package bottleneck.target.journal;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static bottleneck.target.journal.Problems.assertThatProblem;
import static bottleneck.target.journal.Problems.assertThatProblemNames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;

@WebMvcTest(JournalController.class)
@Import(CachedPages.class)
class JournalTitleTests {

	@Autowired
	private MockMvcTester mvc;

	@MockitoBean
	private JournalReader journals;

	@MockitoBean
	private JournalWriter writer;

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

}
