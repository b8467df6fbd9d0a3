package bottleneck.target.system;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * Two pools if {@code reader.datasource.url} is set: read-only transactions take their
 * connections from that of the readers, all others from that of the primary, as before.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("reader.datasource.url")
class ReaderConfiguration {

	/**
	 * Chooses at the first statement, when it is known whether the transaction may write.
	 */
	@Bean
	DataSource dataSource(@Qualifier("primaryPool") DataSource primary, @Qualifier("readerPool") DataSource readers) {
		LazyConnectionDataSourceProxy dataSource = new LazyConnectionDataSourceProxy(primary);
		dataSource.setReadOnlyDataSource(readers);
		return dataSource;
	}

	/** As Spring Boot makes it where there are no readers. */
	@Bean(defaultCandidate = false)
	@ConfigurationProperties("spring.datasource.hikari")
	HikariDataSource primaryPool(DataSourceProperties properties) {
		return pool("primary", properties, properties.determineUrl());
	}

	/** With settings of its own, as {@code reader.datasource.maximum-pool-size}. */
	@Bean(defaultCandidate = false)
	@ConfigurationProperties("reader.datasource")
	HikariDataSource readerPool(DataSourceProperties properties, @Value("${reader.datasource.url}") String url) {
		HikariDataSource pool = pool("readers", properties, url);
		// the proxy leaves it to the pool
		pool.setReadOnly(true);
		return pool;
	}

	private static HikariDataSource pool(String name, DataSourceProperties properties, String url) {
		HikariDataSource pool = properties.initializeDataSourceBuilder().type(HikariDataSource.class).url(url).build();
		pool.setPoolName(name);
		return pool;
	}

}
