package bottleneck.target.author;

import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

@WebMvcTest(AuthorController.class)
class AuthorControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@MockitoBean
	private CachedAuthors authors;

	@Test
	void listsAuthorsWithTheirJournals() {
		Instant latest = Instant.parse("2024-01-02T03:04:05.678901Z");
		given(this.authors.all()).willReturn(new Authors(List.of(new AuthorSummary("author-7", 91, latest))));
		assertThat(this.mvc.get().uri("/authors").exchange()).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				{"authors": [{"name": "author-7", "journals": 91, "latest": "2024-01-02T03:04:05.678901Z"}]}
				""");
	}

}
