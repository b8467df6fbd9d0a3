package bottleneck.target.workload;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import bottleneck.target.ExecutedStatements;
import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetServiceTest;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.orm.jpa.support.OpenEntityManagerInViewInterceptor;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class JournalTitlesTests {

	private static final String TITLE = "select j1_0.title from journal j1_0 where j1_0.id=$1";

	private static final String DELAYED = "SELECT count(*) FROM pg_sleep($1)";

	@Autowired
	private JournalTitles titles;

	@Autowired
	private EntityManager entityManager;

	@Autowired
	private PlatformTransactionManager transactionManager;

	@Autowired
	private DataSource dataSource;

	@Autowired
	private SeededDatabase database;

	@Test
	void readsFiveTitlesInOneTransaction() {
		Map<String, Integer> executed = new ExecutedStatements(this.database)
			.during(() -> assertThatAreTitles(this.titles.read(Duration.ZERO)));
		assertThat(executed).isEqualTo(Map.of("BEGIN READ ONLY", 1, DELAYED, 1, TITLE, 5));
	}

	@Test
	void waitsInTheTransactionOfItsReads() {
		TransactionTemplate transaction = new TransactionTemplate(this.transactionManager);
		Map<String, Integer> executed = new ExecutedStatements(this.database).during(() -> {
			long start = System.nanoTime();
			transaction.executeWithoutResult((status) -> assertThatAreTitles(this.titles.read(Duration.ofMillis(50))));
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
		});
		assertThat(executed).isEqualTo(Map.of("BEGIN", 1, DELAYED, 1, TITLE, 5));
	}

	@Test
	void givesItsConnectionBackUnlessTheViewIsOpen() throws SQLException {
		HikariPoolMXBean pool = this.dataSource.unwrap(HikariDataSource.class).getHikariPoolMXBean();
		OpenEntityManagerInViewInterceptor view = new OpenEntityManagerInViewInterceptor();
		view.setEntityManagerFactory(this.entityManager.getEntityManagerFactory());
		WebRequest request = new ServletWebRequest(new MockHttpServletRequest());
		this.titles.read(Duration.ZERO);
		assertThat(pool.getActiveConnections()).isZero();
		view.preHandle(request);
		try {
			this.titles.read(Duration.ZERO);
			assertThat(pool.getActiveConnections()).isOne();
		}
		finally {
			view.afterCompletion(request, null);
		}
		assertThat(pool.getActiveConnections()).isZero();
	}

	private static void assertThatAreTitles(List<String> titles) {
		assertThat(titles).hasSize(5).allSatisfy((title) -> assertThat(title).matches("Journal [0-9]+"));
		assertThat(titles.stream().distinct().count()).as("different ones").isGreaterThan(1);
	}

}
