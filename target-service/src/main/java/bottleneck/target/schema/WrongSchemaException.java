package bottleneck.target.schema;

import jakarta.persistence.SchemaValidationException;

/** The database lacks a table or column of the entities, or has one of another type. */
class WrongSchemaException extends RuntimeException {

	WrongSchemaException(SchemaValidationException cause) {
		super(cause.getMessage(), cause);
	}

}
