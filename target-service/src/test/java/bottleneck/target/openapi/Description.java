package bottleneck.target.openapi;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import bottleneck.target.problem.WholeNumber;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;

import static org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON_VALUE;
import static org.springframework.http.MediaType.TEXT_PLAIN_VALUE;

/**
 * Adds what springdoc cannot see: bounds, which it takes from the constants that the
 * service checks with, problems, and the profile.
 */
@TestConfiguration(proxyBeanMethods = false)
class Description {

	private static final String SHARED_BOUNDS = "bottleneck.target.workload.DelayedRead";

	private static final int CURSOR_CHARACTERS = 27;

	@Bean
	OperationCustomizer operations() {
		return (operation, handler) -> {
			Class<?> controller = handler.getBeanType();
			operation.setOperationId(
					controller.getSimpleName().replace("Controller", "") + "." + handler.getMethod().getName());
			operation.setTags(null);
			Profile profile = AnnotatedElementUtils.findMergedAnnotation(controller, Profile.class);
			if (profile != null) {
				operation.addTagsItem("profile " + profile.value()[0]);
			}
			bounds(operation, handler);
			answers(operation, handler);
			return operation;
		};
	}

	@Bean
	OpenApiCustomizer whole() {
		return (api) -> {
			api.setServers(null);
			api.setInfo(new Info().title("Bottleneck: target service")
				.version("1")
				.description("Operations with the tag 'profile lab' exist under that profile of Spring alone."));
			api.getComponents().getSchemas().values().forEach(Description::requireAll);
			schemas(api);
		};
	}

	private static void requireAll(Schema<?> schema) {
		schema.setRequired(new ArrayList<>(schema.getProperties().keySet()));
	}

	@SuppressWarnings({ "rawtypes", "unchecked" })
	private static void schemas(OpenAPI api) {
		Map<String, Schema> schemas = api.getComponents().getSchemas();
		schemas.put("Problem",
				new ObjectSchema().addProperty("status", new IntegerSchema().format("int32"))
					.addProperty("title", new StringSchema())
					.addProperty("detail", new StringSchema())
					.addProperty("instance", new StringSchema())
					.addProperty("parameter", new StringSchema())
					.required(List.of("status", "title")));
		property(schemas, "JournalPage", "next").setTypes(new LinkedHashSet<>(List.of("string", "null")));
		int longest = (int) Constants.constant("bottleneck.target.journal.NewTitle", "LONGEST");
		property(schemas, "NewTitle", "title").minLength(1).maxLength(longest);
	}

	@SuppressWarnings("rawtypes")
	private static Schema<?> property(Map<String, Schema> schemas, String schema, String property) {
		return (Schema<?>) schemas.get(schema).getProperties().get(property);
	}

	private static void bounds(Operation operation, HandlerMethod handler) {
		Class<?> controller = handler.getBeanType();
		if (handler.getReturnType().getParameterType() == void.class && takesTheResponse(handler)) {
			operation.setParameters(null);
			Constants.numbers(controller)
				.forEach((number) -> operation
					.addParametersItem(new QueryParameter().name(number.parameter()).required(false)));
		}
		List<Parameter> parameters = (operation.getParameters() != null) ? operation.getParameters() : List.of();
		for (Parameter parameter : parameters) {
			Stream.concat(Constants.numbers(controller), Constants.numbers(Constants.type(SHARED_BOUNDS)))
				.filter((number) -> number.parameter().equals(parameter.getName()))
				.findFirst()
				.ifPresent((number) -> parameter.setSchema(schema(number, controller)));
			if (parameter.getName().equals("after")) {
				parameter.setSchema(new StringSchema().pattern("^[A-Za-z0-9_-]{%d}$".formatted(CURSOR_CHARACTERS)));
			}
		}
	}

	private static Schema<?> schema(WholeNumber number, Class<?> controller) {
		Schema<?> schema = new IntegerSchema().format("int64")
			.minimum(BigDecimal.valueOf(number.min()))
			.maximum(BigDecimal.valueOf(number.max()));
		if (number.parameter().equals("size")) {
			schema.setDefault(Constants.constant(controller.getName(), "DEFAULT_SIZE"));
		}
		return schema;
	}

	private static void answers(Operation operation, HandlerMethod handler) {
		if (takesTheResponse(handler)) {
			operation.getResponses()
				.addApiResponse("200",
						new ApiResponse().description("OK").content(content(TEXT_PLAIN_VALUE, new StringSchema())));
		}
		boolean hasInput = operation.getRequestBody() != null
				|| (operation.getParameters() != null && !operation.getParameters().isEmpty());
		Set<String> problems = new LinkedHashSet<>();
		if (hasInput) {
			problems.add("400");
		}
		if (isOfOneJournal(operation)) {
			problems.add("404");
		}
		if (operation.getRequestBody() != null) {
			problems.add("415");
		}
		if (!operation.getOperationId().startsWith("Health")) {
			problems.add("503");
		}
		problems.add("default");
		problems.forEach((status) -> operation.getResponses().addApiResponse(status, problem(status)));
	}

	private static boolean isOfOneJournal(Operation operation) {
		return operation.getParameters() != null
				&& operation.getParameters().stream().anyMatch((parameter) -> parameter.getName().equals("id"));
	}

	private static ApiResponse problem(String status) {
		String description = switch (status) {
			case "400" -> "A parameter or the body is not allowed";
			case "404" -> "The journal does not exist or was deleted";
			case "415" -> "The body is not JSON";
			case "503" -> "No connection to the database or the cache, or the bulkhead is full";
			default -> "Another method (405), an answer that is not accepted (406), or a request that cannot be read";
		};
		return new ApiResponse().description(description)
			.content(content(APPLICATION_PROBLEM_JSON_VALUE, new Schema<>().$ref("#/components/schemas/Problem")));
	}

	private static Content content(String type, Schema<?> schema) {
		return new Content().addMediaType(type, new MediaType().schema(schema));
	}

	private static boolean takesTheResponse(HandlerMethod handler) {
		return Arrays.asList(handler.getMethod().getParameterTypes()).contains(HttpServletResponse.class);
	}

}
