package bottleneck.target.schema;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.SchemaValidationException;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/**
 * Compares the tables with the entities before the first request is accepted. A service
 * that was started without JPA has none to compare.
 */
@Component
class SchemaCheck implements SmartInitializingSingleton {

	private final ObjectProvider<EntityManagerFactory> entityManagerFactory;

	SchemaCheck(ObjectProvider<EntityManagerFactory> entityManagerFactory) {
		this.entityManagerFactory = entityManagerFactory;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.entityManagerFactory.ifAvailable(SchemaCheck::validate);
	}

	private static void validate(EntityManagerFactory entityManagerFactory) {
		try {
			entityManagerFactory.getSchemaManager().validate();
		}
		catch (SchemaValidationException ex) {
			throw new WrongSchemaException(ex);
		}
	}

}
