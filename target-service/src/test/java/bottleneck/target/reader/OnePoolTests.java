package bottleneck.target.reader;

import java.util.Map;

import javax.sql.DataSource;

import bottleneck.target.TargetServiceTest;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class OnePoolTests {

	@Test
	void isWhatThereIsWithoutReaders(@Autowired Map<String, DataSource> dataSources) {
		assertThat(dataSources).containsOnlyKeys("dataSource");
		assertThat(dataSources.get("dataSource")).isInstanceOf(HikariDataSource.class);
	}

}
