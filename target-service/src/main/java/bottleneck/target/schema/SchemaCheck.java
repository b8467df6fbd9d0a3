package bottleneck.target.schema;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.SchemaValidationException;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/** Compares the tables with the entities before the first request is accepted. */
@Component
class SchemaCheck implements SmartInitializingSingleton {

	private final EntityManagerFactory entityManagerFactory;

	SchemaCheck(EntityManagerFactory entityManagerFactory) {
		this.entityManagerFactory = entityManagerFactory;
	}

	@Override
	public void afterSingletonsInstantiated() {
		try {
			this.entityManagerFactory.getSchemaManager().validate();
		}
		catch (SchemaValidationException ex) {
			throw new WrongSchemaException(ex);
		}
	}

}
