package bottleneck.target.system;

import java.sql.SQLException;

import javax.sql.DataSource;

import org.hibernate.tool.schema.spi.SchemaManagementException;

import org.springframework.beans.factory.BeanInitializationException;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.stereotype.Component;

/**
 * Connects to each database before Hibernate does, which would report a missing one as a
 * dialect that it cannot determine.
 */
@Component
class DatabaseCheck implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof DataSource dataSource) {
			try {
				dataSource.getConnection().close();
			}
			catch (SQLException ex) {
				throw new BeanInitializationException("No connection to the database", ex);
			}
		}
		return bean;
	}

	/**
	 * Message without a stack trace for a database that refuses, or has another schema.
	 */
	static class Unusable implements FailureAnalyzer {

		@Override
		public FailureAnalysis analyze(Throwable failure) {
			for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
				if (cause instanceof SQLException || cause instanceof SchemaManagementException) {
					return new FailureAnalysis("The database cannot be used: " + cause.getMessage(),
							"Start it, create its tables with seed-sql/schema.sql, or point spring.datasource.url, "
									+ "and reader.datasource.url if it is set, at a database that has them.",
							cause);
				}
			}
			return null;
		}

	}

}
