package bottleneck.target.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The operations of the OpenAPI description, which the requests of a fuzz follow or
 * offend.
 */
final class Operations {

	private static final Path FILE = Path.of("src/main/resources/static/openapi.json");

	private Operations() {
	}

	static List<Operation> all() throws IOException {
		List<Operation> all = new ArrayList<>();
		JsonNode paths = JsonMapper.shared().readTree(Files.readString(FILE)).get("paths");
		paths.properties()
			.forEach((path) -> path.getValue()
				.properties()
				.forEach((method) -> all.add(operation(path.getKey(), method.getKey(), method.getValue()))));
		return all;
	}

	private static Operation operation(String path, String method, JsonNode operation) {
		List<Parameter> parameters = new ArrayList<>();
		operation.path("parameters").forEach((parameter) -> parameters.add(parameter(parameter)));
		return new Operation(method.toUpperCase(Locale.ROOT), path, parameters, operation.has("requestBody"));
	}

	private static Parameter parameter(JsonNode parameter) {
		JsonNode schema = parameter.get("schema");
		return new Parameter(parameter.get("name").asString(), parameter.get("in").asString().equals("path"),
				schema.get("type").asString().equals("integer"), schema.path("minimum").asLong(Long.MIN_VALUE),
				schema.path("maximum").asLong(Long.MAX_VALUE));
	}

	record Operation(String method, String path, List<Parameter> parameters, boolean hasBody) {
	}

	/** Numbers have bounds, which are those of a long where the description has none. */
	record Parameter(String name, boolean inPath, boolean isNumber, long min, long max) {
	}

}
