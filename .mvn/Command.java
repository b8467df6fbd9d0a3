import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks at a command line of Maven before anything is compiled. Runs in the root of the checkout; standard input has
 * the properties, as {@link Properties#store} writes them.
 *
 * <pre>
 * java .mvn/Command.java check GOALS   refuses an unknown simulation or property in a sentence
 * java .mvn/Command.java help          says what can be asked, and the properties that a user sets
 * </pre>
 */
class Command {

	private static final Path PAGE = Path.of("docs/reference/properties.md");

	private static final String HELP = """
			Bottleneck says which resource limits a service, at how many requests per second, and how sure that is.

			replay    mvn gatling:test
			          mvn gatling:test -Dgatling.includes='bottleneck.tuning.PublishedIndex,bottleneck.tuning.KeysetIndex'
			ask       mvn gatling:test -Dservice.jar=app.jar -Dask='GET /owners?lastName='
			compare   mvn gatling:test -Dservice.jar=new.jar -Dagainst.jar=old.jar -Dask='GET /owners?lastName='
			explain   mvn -q package -pl lab/command -am -DskipTests
			          java -jar lab/command/target/bottleneck.jar explain FOLDER

			Properties, as -Dname=value:
			""";

	public static void main(String[] arguments) throws IOException {
		if (arguments[0].equals("help"))
			new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8).print(help());
		else {
			Properties set = new Properties();
			set.load(System.in);
			String refusal = refusal(set, arguments[1].contains("gatling:test"));
			if (refusal != null) {
				System.err.println("[ERROR] " + refusal);
				System.exit(1);
			}
		}
	}

	/** What is wrong, or null. A name without a dot may be of another plugin unless simulations are run. */
	private static String refusal(Properties set, boolean isRun) throws IOException {
		List<String> known = Files.readAllLines(PAGE)
			.stream()
			.filter(line -> line.startsWith("| `"))
			.map(line -> line.split("`")[1])
			.collect(Collectors.toList());
		for (String name : new TreeSet<>(set.stringPropertyNames())) {
			String argument = "-D" + name + "=" + set.getProperty(name);
			if (name.equals("gatling.simulationClass")) {
				if (!classes().contains(set.getProperty(name)))
					return argument + " is no simulation: give a full class name such as bottleneck.tuning.OneInstance,"
							+ " or patterns with -Dgatling.includes=.";
			}
			else if (name.equals("gatling.includes")) {
				Pattern patterns = Pattern.compile(Stream.of(set.getProperty(name).replaceAll("\\s", "").split(","))
					.map(pattern -> Stream.of(pattern.split("\\*", -1)).map(Command::quoted).collect(Collectors.joining(".*")))
					.collect(Collectors.joining("|")));
				if (!patterns.pattern().isEmpty() && classes().stream().noneMatch(patterns.asMatchPredicate()))
					return argument + " matches no simulation: docs/reference/experiments.md lists them.";
			}
			else if (isOurs(name, isRun) && !known.contains(name) && !name.equals("help"))
				return "-D" + name + " is no property of Bottleneck: mvn gatling:test -Dhelp lists them.";
		}
		return null;
	}

	private static String quoted(String text) {
		return text.isEmpty() ? "" : Pattern.quote(text);
	}

	private static boolean isOurs(String name, boolean isRun) {
		return name.matches("(lab|service|against|target|ask)\\..*")
				|| isRun && !name.contains(".") && !name.startsWith("skip") && !name.contains("Proxy");
	}

	/** Full names of the classes that may be simulations. */
	private static List<String> classes() throws IOException {
		List<Path> sources = new ArrayList<>(List.of(Path.of("simulations/src/test")));
		try (DirectoryStream<Path> modules = Files.newDirectoryStream(Path.of("lab"), Files::isDirectory)) {
			modules.forEach(module -> sources.add(module.resolve("src/main")));
		}
		List<String> classes = new ArrayList<>();
		for (Path source : sources)
			if (Files.isDirectory(source))
				try (Stream<Path> files = Files.walk(source)) {
					for (Path file : (Iterable<Path>) files.filter(path -> path.toString().matches(".*\\.(scala|java)"))::iterator)
						addClasses(Files.readString(file), classes);
				}
		return classes;
	}

	private static void addClasses(String text, List<String> classes) {
		Matcher names = Pattern.compile("^(?:package ([\\w.]+)|(?:(?:public|final) )*class +(\\w+))", Pattern.MULTILINE)
			.matcher(text);
		String folder = "";
		while (names.find()) {
			if (names.group(1) != null)
				folder = names.group(1);
			else
				classes.add(folder + "." + names.group(2));
		}
	}

	private static String help() throws IOException {
		StringBuilder text = new StringBuilder(HELP);
		for (String line : Files.readAllLines(PAGE)) {
			// what the lab sets itself comes last
			if (line.startsWith("## Set by"))
				break;
			String plain = line.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1").replace("`", "");
			String[] cells = plain.split(" ?\\| ?");
			if (plain.startsWith("## "))
				text.append("\n").append(plain.substring(3)).append("\n");
			else if (plain.matches("\\| [a-z].*") && !plain.startsWith("| property")) {
				boolean hasDefault = cells.length == 4 && !cells[2].equals("\u2013");
				text.append(String.format("  %-24s  %s%s%n", cells[1], cells[cells.length - 1],
						hasDefault ? "; else " + cells[2] : ""));
			}
		}
		return text.toString();
	}

}
