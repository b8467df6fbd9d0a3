package bottleneck.target.openapi;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;

import bottleneck.target.problem.WholeNumber;

import org.springframework.util.ReflectionUtils;

/** What the classes of the service keep to themselves. */
final class Constants {

	private Constants() {
	}

	/** All numbers that the class checks parameters with. */
	static Stream<WholeNumber> numbers(Class<?> owner) {
		return Arrays.stream(owner.getDeclaredFields())
			.filter((field) -> field.getType() == WholeNumber.class && Modifier.isStatic(field.getModifiers()))
			.map((field) -> (WholeNumber) value(field));
	}

	static Object constant(String owner, String name) {
		return value(ReflectionUtils.findField(type(owner), name));
	}

	private static Object value(Field field) {
		field.setAccessible(true);
		return ReflectionUtils.getField(field, null);
	}

	static Class<?> type(String name) {
		try {
			return Class.forName(name);
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
