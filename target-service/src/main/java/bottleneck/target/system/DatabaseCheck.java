package bottleneck.target.system;

import java.sql.SQLException;

import javax.sql.DataSource;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.SchemaValidationException;

import org.springframework.beans.factory.BeanInitializationException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Refuses to start on a database that cannot be used or does not have the schema. A
 * service that was started without JPA has no tables to compare.
 */
@Component
class DatabaseCheck implements BeanPostProcessor, SmartInitializingSingleton {

	private final ObjectProvider<EntityManagerFactory> entityManagerFactory;

	DatabaseCheck(ObjectProvider<EntityManagerFactory> entityManagerFactory) {
		this.entityManagerFactory = entityManagerFactory;
	}

	/**
	 * Connects before Hibernate does, which would report a missing database as a dialect
	 * that it cannot determine.
	 */
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

	/** Compares the tables with the entities before the first request is accepted. */
	@Override
	public void afterSingletonsInstantiated() {
		this.entityManagerFactory.ifAvailable(DatabaseCheck::validate);
	}

	private static void validate(EntityManagerFactory entityManagerFactory) {
		try {
			entityManagerFactory.getSchemaManager().validate();
		}
		catch (SchemaValidationException ex) {
			throw new BeanInitializationException("The database has another schema", ex);
		}
	}

	/** Message without a stack trace for a wrong schema. */
	static class WrongSchema extends AbstractFailureAnalyzer<SchemaValidationException> {

		@Override
		protected FailureAnalysis analyze(Throwable rootFailure, SchemaValidationException cause) {
			return new FailureAnalysis("The database does not have the schema of this service: " + cause.getMessage(),
					"Create it with seed-sql/schema.sql, or point spring.datasource.url at a database that has it.",
					cause);
		}

	}

	/** The same for a database that refuses the service, or is not there. */
	static class Unusable extends AbstractFailureAnalyzer<SQLException> {

		private final Environment environment;

		Unusable(Environment environment) {
			this.environment = environment;
		}

		@Override
		protected FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
			String readers = this.environment.getProperty("reader.datasource.url");
			return new FailureAnalysis("The database at %s%s cannot be used as %s: %s".formatted(
					this.environment.getProperty("spring.datasource.url"), (readers != null) ? " or " + readers : "",
					this.environment.getProperty("spring.datasource.username"), cause.getMessage()),
					"Start it, or set spring.datasource.url%s, spring.datasource.username and spring.datasource.password."
						.formatted((readers != null) ? ", reader.datasource.url" : ""),
					cause);
		}

	}

}
