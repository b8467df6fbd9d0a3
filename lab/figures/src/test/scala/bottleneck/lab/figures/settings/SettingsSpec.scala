package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem
import bottleneck.lab.log.{Project, TemporaryFolder}
import java.nio.file.Files
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SettingsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val now = Instant.parse("2026-11-25T13:00:30Z")

  private def ofThePom: Map[String, String] = {
    val files = Vector("service.jar", "class-path.txt").map(folder.resolve(_)).filterNot(Files.exists(_))
    files.foreach(Files.createFile(_))
    Map(
      "lab.project" -> "/project",
      "lab.service.jar" -> folder.resolve("service.jar").toString,
      "lab.service.classpath" -> folder.resolve("class-path.txt").toString,
      "lab.work" -> "/work",
      "lab.results" -> "/results"
    )
  }

  /** Reads the words before and after `-D` of a command line: variables of the environment, and properties. */
  private def result(line: String): Either[Problem, Settings] = {
    val (properties, variables) = line.split(" (?=-D)").toVector.filter(_.nonEmpty).partition(_.startsWith("-D"))
    def pair(word: String): (String, String) = {
      val (name, text) = word.stripPrefix("-D").span(_ != '=')
      name -> text.drop(1)
    }
    val environment = variables.flatMap(_.split(' ')).map(pair).toMap
    Settings.read(ofThePom ++ properties.map(pair), environment, now)
  }

  private def read(line: String): Settings = result(line).fold(problem => fail(problem.sentence), identity)

  private def refusal(line: String): String =
    result(line).fold(_.sentence, settings => fail(s"$line was not refused: $settings"))

  private val database = "-Dlab.database.url=jdbc:postgresql://db/x?sslmode=verify-full -Dlab.database.user=me"
  private val target = "-Dtarget.url=http://127.0.0.1:8080"
  private val start = "-Dlab.start=2026-11-25T13:10:00Z"

  "Settings" should "be what the properties and the environment say" in {
    val none = read("")
    (none.scale, none.runs, none.history, none.java, none.running, none.injector, none.changed) shouldBe
      ((Scale.Quick, RunNumbers(), None, None, RunningParts(), None, Vector.empty))
    none.sloP95.toMillis shouldBe 500
    read(s"-Dlab.history=$folder -Dscale=full -Dlab.repeat=").changed shouldBe
      Vector("scale" -> "full", "lab.history" -> folder.toString)
    read("-Dlab.slo.p95=200").changed shouldBe Vector("lab.slo.p95" -> "200 ms")
    read(s"$target/,https://other -Dlab.injector=2/4 $start").changed shouldBe Vector(
      "target.url" -> "http://127.0.0.1:8080, https://other",
      "lab.injector" -> "2 of 4",
      "lab.start" -> "2026-11-25T13:10:00Z"
    )
  }

  they should "count the runs of a variant" in {
    val second = read("-Dlab.repeat=3 -Dlab.repetition=2").runs
    (second.repeats, second.repetition, second.alone) shouldBe ((3, 2, true))
    read("-Dlab.repeat=3").runs.alone shouldBe false
    read("-Dlab.repeat=3").repeatedAtLeast(5).runs.repeats shouldBe 5
    read("-Dlab.repeat=7").repeatedAtLeast(5).runs.repeats shouldBe 7
  }

  private val refusals = Vector(
    "-Dscale=huge" -> "-Dscale=huge is no scale: use quick or full.",
    "-Dlab.repeat=0" -> "-Dlab.repeat=0 is no number of runs: use 1 to 100.",
    "-Dlab.repeat=many" -> "-Dlab.repeat=many is no number of runs: use 1 to 100.",
    "-Dlab.repeat=2 -Dlab.repetition=3" -> "-Dlab.repetition=3 is no number of runs: use 1 to 2.",
    "-Dlab.slo.p95=0" -> "-Dlab.slo.p95=0 is no response time: use 1 to 60000, in milliseconds.",
    "-Dlab.archive=yes" -> "-Dlab.archive=yes is neither true nor false.",
    "-Dlab.seed=abc" -> "-Dlab.seed=abc is no seed: use a whole number.",
    "-Dlab.java=/no/jdk" ->
      "-Dlab.java=/no/jdk is no JDK: it has no executable bin/java; give the folder that JAVA_HOME would name.",
    "-Dlab.history=/no/folder" -> ("-Dlab.history=/no/folder is not there: name a folder with the folders of earlier " +
      "runs, or a file with a result in each line."),
    "-Dlab.jawa=x" -> "-Dlab.jawa is no setting: did you mean -Dlab.java?",
    "-Dlab.service.jar=/no.jar" -> "/no.jar is missing: run mvn gatling:test from the project's root, which builds it.",
    "-Dlab.work=" -> ("The lab is started by mvn gatling:test, whose POM sets lab.project, lab.service.jar, " +
      "lab.service.classpath, lab.work, lab.results."),
    "-Dlab.injector=1/2" -> "-Dlab.injector=1/2: injectors share a target: name it, -Dtarget.url=.",
    s"$target -Dlab.injector=1/2" -> "-Dlab.injector=1/2: say when the load begins, -Dlab.start=.",
    s"$target -Dlab.injector=1/2 -Dlab.repeat=2" -> "-Dlab.injector=1/2: lab.repeat is 1 then: start all again.",
    start -> s"$start is for injectors only: also say which, -Dlab.injector=1/2.",
    "-Dlab.database.user=me" ->
      "A database of yours needs both -Dlab.database.url= and -Dlab.database.user= (and a password where it asks for one).",
    s"$database -Dlab.database.url=jdbc:mysql://db/x" -> ("-Dlab.database.url=jdbc:mysql://db/x is no JDBC URL of a " +
      "PostgreSQL: use jdbc:postgresql://HOST:PORT/DATABASE."),
    s"$database -Dlab.database.url=jdbc:postgresql://me:s3cret@db/x" -> ("-Dlab.database.url= is printed, and must have " +
      "no login in it: name the user with -Dlab.database.user= and give its password by LAB_DATABASE_PASSWORD."),
    s"LAB_DATABASE_PASSWORD=s3cret $database -Dlab.database.password=s3cret" ->
      "The password of the database is given twice (LAB_DATABASE_PASSWORD, -Dlab.database.password=): give it once.",
    "LAB_REDIS_PASSWORD=s3cret -Dlab.redis.url=redis://:s3cret@cache:1" ->
      "The password of Redis is given twice (LAB_REDIS_PASSWORD, -Dlab.redis.url=): give it once."
  ) ++
    Vector("0/4", "5/4", "2", "a/b", "1/2/3", "-1/2", "1/101", "/", " 1/2").map { text =>
      s"-Dlab.injector=$text" -> s"-Dlab.injector=$text: use 1/4 to 4/4 for four injectors; there may be 100."
    } ++
    Vector("13:10", "2026-11-25T13:00:30Z", "2026-11-25T14:00:31Z").map { at =>
      s"$target -Dlab.injector=1/2 -Dlab.start=$at" ->
        s"-Dlab.start=$at is no instant within the next hour: use one like 2026-11-25T13:10:00Z."
    } ++
    Vector(
      "nonsense",
      "ftp://x",
      "http://",
      "http://a b",
      "",
      "//x",
      "http://x?y",
      "http://x#y",
      "http://a@x",
      "http://x:99999"
    )
      .map { url =>
        s"-Dtarget.url=http://x, $url" ->
          s"-Dtarget.url=$url is no base URL: use one or several like http://127.0.0.1:8080, separated by commas."
      } ++
    Vector(
      "cache:6379",
      "http://cache:6379",
      "redis://cache",
      "redis://cache:0",
      "redis://cache:70000",
      "redis://:6379"
    )
      .appendedAll(Vector("redis://cache:6379/1", "redis://cache:6379?a=b", "redis://me@cache:6379"))
      .map(url => url -> url.replaceFirst("me@", "…@"))
      .appendedAll(
        Vector("redis://s3cret@cache:6379", "redis://me:@cache:6379").map(_ -> "redis://…@cache:6379") ++
          Vector("redis://me:s3cret@cache" -> "redis://…@cache", "redis://me:s3 cret@cache:1" -> "redis://…@cache:1")
      )
      .map { case (url, shown) =>
        s"-Dlab.redis.url=$url" -> (s"-Dlab.redis.url=$shown is no URL of a Redis: use redis://HOST:PORT, or " +
          "redis://USER@HOST:PORT with a password by LAB_REDIS_PASSWORD.")
      }

  they should "be refused in one sentence where they are impossible" in
    refusals.foreach { case (line, sentence) => withClue(line)(refusal(line) shouldBe sentence) }

  private val login = "LAB_DATABASE_PASSWORD=s3cret LAB_REDIS_PASSWORD=s3cret"

  "A password" should "be taken from the environment, and be shown nowhere" in {
    val settings = read(s"$login $database -Dlab.redis.url=redis://me@cache:6379")
    val parts = settings.running
    (parts.database.map(_.password), parts.redis.flatMap(_.password), parts.redis.flatMap(_.user)) shouldBe
      ((Some("s3cret"), Some("s3cret"), Some("me")))
    parts.exposed shouldBe empty
    settings.toString + settings.changed should (include("me@cache:6379") and not include "s3cret")
    read(login).running shouldBe RunningParts()
    read(s"LAB_DATABASE_PASSWORD= $database").running.database.map(_.password) shouldBe Some("")
  }

  it should "be warned of where everybody can read it" in {
    val settings = read(s"$database -Dlab.database.password=s3cret -Dlab.redis.url=redis://:s3cret@c:1")
    settings.running.database.map(_.password) shouldBe Some("s3cret")
    settings.running.redis.flatMap(_.password) shouldBe Some("s3cret")
    settings.toString + settings.changed should not include "s3cret"
    settings.running.exposed shouldBe
      Vector("-Dlab.database.password=" -> "LAB_DATABASE_PASSWORD", "-Dlab.redis.url=" -> "LAB_REDIS_PASSWORD").map {
        case (property, variable) =>
          s"everybody on this machine can read the password in $property: give it by the environment variable $variable"
      }
  }

  "A URL of a database" should "have no login, as it is printed" in
    Vector(
      "jdbc:postgresql://db/x?password=s3cret",
      "jdbc:postgresql://db/x?sslmode=require&PassWord=s3cret",
      "jdbc:postgresql://db/x?sslpassword=s3cret&ssl=true",
      "postgresql://me:s3cret@db/x",
      "me:s3cret@db",
      "jdbc:mysql://db/x?user=me&password=s3cret"
    ).foreach { url =>
      refusal(s"$database -Dlab.database.url=$url") should (startWith("-Dlab.database.url=") and not include "s3cret")
    }

  private lazy val pom = Files.readString(Project.root.resolve("simulations/pom.xml"))

  // each plugin has a form of its own, and none of them reads that of another
  "The POM" should "set the whole layout for the tests, for a night and for Gatling" in
    Vector("""<(lab\.[a-z.]+)>\$\{[^}]*}</""", """<key>(lab\.[a-z.]+)</key>""", """-D(lab\.[a-z.]+)=""").foreach {
      written =>
        val names = written.r.findAllMatchIn(pom).map(_.group(1)).toVector
        names.diff(Vector(Properties.archive.name)) shouldBe Layout.names
    }

  "A JVM" should "get no password on its command line" in {
    Passwords.hidden("-Dlab.database.password=a=b\nc") shouldBe
      ((Vector.empty, Map("LAB_DATABASE_PASSWORD" -> "a=b\nc")))
    Passwords.hidden("-Dlab.database.password=") shouldBe ((Vector.empty, Map.empty))
    Passwords.hidden("-Dlab.redis.url=redis://:s3%20cret@cache:1/") shouldBe
      ((Vector("-Dlab.redis.url=redis://cache:1/"), Map("LAB_REDIS_PASSWORD" -> "s3 cret")))
    Passwords.hidden("-Dlab.redis.url=redis://m%40e:s3cret@cache:1") shouldBe
      ((Vector("-Dlab.redis.url=redis://m%40e@cache:1"), Map("LAB_REDIS_PASSWORD" -> "s3cret")))
    Vector("-Dlab.redis.url=redis://me@cache:1", "-Dscale=full", "-Xmx1g", "@file").foreach { option =>
      Passwords.hidden(option) shouldBe ((Vector(option), Map.empty))
    }
  }
}
