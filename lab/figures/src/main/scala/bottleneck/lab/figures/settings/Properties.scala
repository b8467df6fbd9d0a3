package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem
import java.net.URI
import java.nio.file.{Files, Path}
import scala.concurrent.duration._

/** Properties of one subject, in the order of docs/reference/properties.md. */
final case class PropertyGroup(id: String, all: Vector[Property[Any]])

/** Every property that the project knows. */
object Properties {
  private val cores = Runtime.getRuntime.availableProcessors

  private def runs(most: Int): Kind[Int] = Kind.whole(1 to most, s"no number of runs: use 1 to $most")

  val ask: Property[String] = Property("ask", Kind.text)(
    "the question: a request, several, or a file ([how](../how-to/your-service.md#the-question))"
  )
  val serviceJar: Property[String] = Property("service.jar", Kind.text)("a jar that `java -jar` runs")
  val serviceCommand: Property[String] =
    Property("service.command", Kind.text)("or any command: `'node server.js --port {port}'`")
  val runningService: Property[URI] =
    Property("target.url", Kind.baseUrl("no base URL: use one like http://127.0.0.1:8080"))(
      "or a service that runs already, on this machine"
    )
  val allowed: Property[String] =
    Property("target.allow", Kind.text)("host of a `target.url` that is elsewhere: says that it is yours")
  val serviceArguments: Property[String] = Property("service.args", Kind.text)("its arguments, with blanks between")
  val serviceEnvironment: Property[String] =
    Property("service.env", Kind.text)("`NAME=value` for its environment, several with blanks between")
  val health: Property[String] =
    Property("service.health", Kind[String]("no path: it begins with /")(Some(_).filter(_.startsWith("/"))))(
      "path that answers 2xx once it is ready; else `/actuator/health`, or any answer to the first request"
    )
  val serviceJava: Property[Path] =
    Property("service.java", Kind.jdk("no JDK: it has no executable bin/java"))("home of another JDK")
  val serviceCpus: Property[Double] =
    Property("service.cpus", Kind.number(0.1, cores.toDouble, s"no number of cores: use 0.1 to $cores"))(
      "cores that it may use, such as `1.5`"
    )
  val schema: Property[Path] = Property("service.schema", Kind.path("no file")(Files.isRegularFile(_)))(
    "files of SQL, with commas between, for an empty PostgreSQL that the service gets"
  )
  val rate: Property[Double] =
    Property("rate", Kind.number(0, 1e7, "no rate: give requests per second, such as -Drate=1000").filter(_ > 0))(
      "requests per second that you want, such as `500,2000`; else 0.5, 1, 2 and 10 times the greatest"
    )
  val mostUsers: Property[Int] =
    Property("ask.users", Kind.whole(1 to 5000, "no number of users: use 1 to 5,000"), "512")(
      "1 to 5,000: users at once, at most"
    )
  val confirm: Property[Boolean] =
    Property("confirm", Kind.flag, "false")(
      "also tries the advised setting or index, by turns with the service as it is, and shows the gain beside its prediction"
    )

  val goal: Property[String] =
    Property("goal", Kind.text)(
      "such as `p95 < 300 ms`: also finds the greatest rate that keeps it, by open loads below the limit"
    )

  val oldJar: Property[String] =
    Property("against.jar", Kind.text)("the jar that is compared with; else `service.jar`")
  val oldArguments: Property[String] = Property("against.args", Kind.text)("its arguments; else `service.args`")
  val halfWidth: Property[Double] = Property("to", Kind.part, "2%")(
    "half-width of the throughput's interval at which a single round ends; of several each lasts for all of `for`"
  )
  val longest: Property[FiniteDuration] =
    Property("for", Kind.time(40.seconds, 60.minutes, "no time for the turns: give 40s to 60m"), "2m")(
      "time of the turns of a round at most; 40s to 60m"
    )
  val rounds: Property[Int] = Property("rounds", Kind.whole(1 to 20, "not a number from 1 to 20"), "1")(
    "how often both are started anew, up to 20. From 2 on the interval is the one between rounds"
  )
  val mostSlower: Property[Double] = Property("most", Kind.part)(
    "part by which the new one may be slower, such as `3%`: the build fails unless that is shown"
  )
  val orderOfTurns: Property[Int] =
    Property("seed", Kind.whole(0 to Int.MaxValue, "not a number from 0 to 2,147,483,647"))(
      "order of the turns, which is printed"
    )

  val simulationClass: Property[String] =
    Property("gatling.simulationClass", Kind.text)("one simulation class; else the headline's two")
  val includes: Property[String] =
    Property("gatling.includes", Kind.text)("patterns of classes, separated by commas")
  val scale: Property[Scale] =
    Property("scale", Kind("no scale: use quick or full")(name => Scale.all.find(_.name == name)), "quick")(
      "`full`: for minutes each, with the sources' own number of users and rate of arrival where they give them"
    )
  val targetUrls: Property[URI] = Property(
    "target.url",
    Kind.baseUrl("no base URL: use one or several like http://127.0.0.1:8080, separated by commas")
  )("base URLs of a system that runs already, separated by commas. The lab starts nothing")
  val databaseUrl: Property[String] = Property("lab.database.url", Kind.text)(
    "`jdbc:postgresql://…`: a PostgreSQL of yours, seeded by hand ([how](../how-to/your-database.md))"
  )
  val databaseUser: Property[String] = Property("lab.database.user", Kind.text)("a role that owns the tables")
  val databasePassword: Property[String] = Property("lab.database.password", Kind.text)(
    "its password, which everybody on the machine can read: the lab warns of it"
  )
  val redisUrl: Property[String] =
    Property("lab.redis.url", Kind.text)("`redis://[user@]host:port`: a Redis of yours instead of the embedded one")
  val sloP95: Property[Int] =
    Property("lab.slo.p95", Kind.whole(1 to 60000, "no response time: use 1 to 60000, in milliseconds"), "500")(
      "1 to 60000: limit of the 95th percentile in ms, for a level of a staircase to be sustained"
    )
  val java: Property[Path] = Property(
    "lab.java",
    Kind.jdk("no JDK: it has no executable bin/java; give the folder that JAVA_HOME would name")
  )("home of the JDK that runs the service; else the newest LTS found")
  val archive: Property[Boolean] = Property("lab.archive", Kind.flag, "false")(
    "`true`, as in a night: records a start-up archive of the service, also where this run has too few starts to gain"
  )
  val repeat: Property[Int] = Property("lab.repeat", runs(100), "1")(
    "1 to 100: how often each variant is run, each time in JVMs of its own"
  )
  val budget: Property[FiniteDuration] = Property(
    "lab.budget",
    Kind.time(1.minute, 7.days, "no time for a night: use 1m to 7d, such as 90m or 6h"),
    "7h"
  )("of `exec:java@night`: how long the night may take, 1 minute to 7 days")
  val seed: Property[Long] = Property("lab.seed", Kind("no seed: use a whole number")(_.toLongOption))(
    "seed of a random order, else by the clock: of the runs of `exec:java@night`, which prints it, or of turns"
  )
  val injector: Property[String] = Property("lab.injector", Kind.text)(
    "`2/4`: this run is the second of four injectors of one load ([how](../how-to/several-machines.md))"
  )
  val start: Property[String] = Property("lab.start", Kind.text)(
    "with `lab.injector`: the instant at which all injectors begin, such as `2026-11-25T14:00:00Z`, within the next hour"
  )
  val history: Property[Path] = Property(
    "lab.history",
    Kind.path("not there: name a folder with the folders of earlier runs, or a file with a result in each line")(
      Files.exists(_)
    )
  )(
    "a folder with the folders of earlier runs, or a file with a result in each line such as `docs/results.jsonl`, " +
      "which pages show beside those of this checkout"
  )

  val project: Property[String] = Property("lab.project", Kind.text)("root of the checkout")
  val labJar: Property[String] =
    Property("lab.service.jar", Kind.text)("jar of the service, with a `Main-Class`: that of `service.jar`")
  val labClassPath: Property[String] =
    Property("lab.service.classpath", Kind.text)(
      "a file with the class path of its libraries: that of `service.classpath`"
    )
  val classPath: Property[String] =
    Property("service.classpath", Kind.text)(
      "a file with the class path of the libraries of `service.jar`, for a simulation"
    )
  val work: Property[String] =
    Property("lab.work", Kind.text)("the lab's own folder: what is kept between runs")
  val results: Property[String] = Property("lab.results", Kind.text)("the folder of results")
  val repetition: Property[Int] = Property("lab.repetition", runs(100), "1")(
    "which repeat a run is; the others are then left to who set it"
  )
  val compare: PropertyGroup =
    PropertyGroup("compare", Vector(oldJar, oldArguments, halfWidth, longest, rounds, mostSlower, orderOfTurns))

  val groups: Vector[PropertyGroup] = Vector(
    PropertyGroup(
      "ask",
      Vector(ask, serviceJar, serviceCommand, runningService, allowed, serviceArguments, serviceEnvironment, health) ++
        Vector(serviceJava, serviceCpus, schema, rate, goal, mostUsers, confirm)
    ),
    compare,
    PropertyGroup(
      "replay",
      Vector(simulationClass, includes, scale, targetUrls, databaseUrl, databaseUser, databasePassword, redisUrl) ++
        Vector(sloP95, java, archive, repeat, budget, seed, injector, start, history)
    ),
    PropertyGroup("pom", Vector(project, labJar, labClassPath, classPath, work, results, repetition))
  )

  /** Refuses a name that begins like properties and is none: it would do nothing, and its user would not see. */
  def known(set: Map[String, String], beginnings: String*): Either[Problem, Unit] = {
    val names = groups.flatMap(_.all.map(_.name))
    set.keys.toVector.sorted
      .diff(names)
      .find(name => beginnings.exists(name.startsWith(_)))
      .map(name => Problem(s"-D$name is no setting: did you mean -D${Problem.nearest(name, names).head._1}?"))
      .toLeft(())
  }
}
