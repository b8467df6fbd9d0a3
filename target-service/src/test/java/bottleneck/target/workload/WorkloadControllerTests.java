package bottleneck.target.workload;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.InOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.inOrder;

@ActiveProfiles("lab")
@WebMvcTest(controllers = WorkloadController.class, properties = "workload.database-wait=30ms")
@EnableConfigurationProperties(WorkloadSettings.class)
class WorkloadControllerTests {

	@Autowired
	private MockMvcTester mvc;

	@MockitoBean
	private JournalTitles titles;

	@MockitoBean
	private AnsweredJournals answeredJournals;

	@MockitoBean
	private Computation computation;

	@BeforeEach
	void readAndCompute() {
		given(this.titles.read(any())).willReturn(List.of("Journal 1", "Journal 2"));
		given(this.computation.run()).willReturn(Long.MIN_VALUE);
	}

	@Test
	void dbReadsOnly() {
		assertThat(this.mvc.get().uri("/workload/db")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				{"titles": ["Journal 1", "Journal 2"]}
				""");
		then(this.titles).should().read(Duration.ofMillis(30));
		then(this.computation).shouldHaveNoInteractions();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 100_000 })
	void dbCpuCountsInTheDatabase(int replies) {
		given(this.answeredJournals.count(Duration.ofMillis(30), replies)).willReturn(7);
		assertThat(this.mvc.get().uri("/workload/db-cpu?replies={replies}", replies)).hasStatusOk()
			.bodyJson()
			.isStrictlyEqualTo("{\"journals\": 7}");
		then(this.computation).shouldHaveNoInteractions();
		then(this.titles).shouldHaveNoInteractions();
	}

	@Test
	void cpuComputesOnly() {
		assertThat(this.mvc.get().uri("/workload/cpu")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				{"result": -9223372036854775808}
				""");
		then(this.titles).shouldHaveNoInteractions();
	}

	@Test
	void waitsAsLongAsAskedFor() {
		assertThat(this.mvc.get().uri("/workload/db?millis=0")).hasStatusOk();
		assertThat(this.mvc.get().uri("/workload/all?millis=7")).hasStatusOk();
		then(this.titles).should().read(Duration.ZERO);
		then(this.titles).should().read(Duration.ofMillis(7));
		assertThat(this.mvc.get().uri("/workload/db-cpu?replies=5&millis=0")).hasStatusOk();
		then(this.answeredJournals).should().count(Duration.ZERO, 5);
	}

	@Test
	void refusesAWaitOutOfBounds() {
		assertThat(this.mvc.get().uri("/workload/db?millis=-1")).hasStatus(HttpStatus.BAD_REQUEST);
		assertThat(this.mvc.get().uri("/workload/all?millis=soon")).hasStatus(HttpStatus.BAD_REQUEST);
		then(this.titles).shouldHaveNoInteractions();
	}

	@ParameterizedTest
	@CsvSource({ "0, 0, replies", "100001, 0, replies", "few, 0, replies", "'', 0, replies", "5, -1, millis",
			"5, 10001, millis" })
	void parameterThatIsNotAllowedIsAProblemThatNamesIt(String replies, String millis, String parameter) {
		assertThat(this.mvc.get().uri("/workload/db-cpu?replies={replies}&millis={millis}", replies, millis))
			.hasStatus(HttpStatus.BAD_REQUEST)
			.hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
			.bodyJson()
			.extractingPath("$.parameter")
			.isEqualTo(parameter);
		then(this.answeredJournals).shouldHaveNoInteractions();
	}

	@Test
	void repliesThatAreMissingAreAProblem() {
		assertThat(this.mvc.get().uri("/workload/db-cpu")).hasStatus(HttpStatus.BAD_REQUEST)
			.hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
	}

	@Test
	void allReadsThenComputes() {
		assertThat(this.mvc.get().uri("/workload/all")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
				{"titles": ["Journal 1", "Journal 2"], "result": -9223372036854775808}
				""");
		InOrder order = inOrder(this.titles, this.computation);
		order.verify(this.titles).read(Duration.ofMillis(30));
		order.verify(this.computation).run();
	}

}
