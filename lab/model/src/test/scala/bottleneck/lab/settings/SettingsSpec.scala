package bottleneck.lab.settings

import bottleneck.lab.{Project, TemporaryFolder}
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SettingsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

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

  private def read(more: (String, String)*): Settings = Settings.read(ofThePom ++ more).fold(throw _, identity)

  private def refusal(more: (String, String)*): String =
    Settings.read(ofThePom ++ more).fold(_.getMessage, settings => fail(s"not refused: $settings"))

  "Settings" should "take how often a variant is run, and earlier runs" in {
    val settings = read("lab.repeat" -> "3", "lab.repetition" -> "2", "lab.history" -> folder.toString)
    (settings.runs.repeats, settings.runs.repetition, settings.history) shouldBe ((3, 2, Some(folder)))
    (read().runs.repeats, read().runs.repetition, read().history) shouldBe ((1, 1, None))
    read("lab.repeat" -> "3").repeatedAtLeast(5).runs.repeats shouldBe 5
    read("lab.repeat" -> "7").repeatedAtLeast(5).runs.repeats shouldBe 7
    refusal("lab.repeat" -> "0") shouldBe "-Dlab.repeat=0 is no number of runs: use 1 to 100."
    refusal("lab.repeat" -> "many") should include("many")
    refusal("lab.repeat" -> "2", "lab.repetition" -> "3") should include("use 1 to 2")
    refusal("lab.history" -> "/no/such/folder") should include("/no/such/folder")
  }

  they should "take which attempt at a run it is: a disturbed one is run once more" in {
    (read().runs.attempt, read().runs.mayRunAgain) shouldBe ((1, true))
    val second = read("lab.attempt" -> "2")
    (second.runs.attempt, second.runs.mayRunAgain) shouldBe ((2, false))
    // by turns with other variants
    (read("lab.repeat" -> "3").runs.alone, read("lab.repeat" -> "3", "lab.repetition" -> "1").runs.alone) shouldBe
      ((false, true))
    read("lab.attempts" -> "1").runs.mayRunAgain shouldBe false
    (read("lab.attempts" -> "1").changed, read().changed) shouldBe ((Vector("lab.attempts" -> "1"), Vector.empty))
    refusal("lab.attempts" -> "3") should include("use 1 to 2")
    refusal("lab.attempt" -> "3") shouldBe "-Dlab.attempt=3 is no number of runs: use 1 to 2."
    refusal("lab.attempt" -> "once more") should include("once more")
  }

  they should "refuse what is no base URL" in
    Vector(
      "nonsense",
      "ftp://x",
      "http://",
      "http://a b",
      "http://x,",
      "//x",
      "http://x?y=1",
      "http://x#y",
      "http://a@x",
      "http://x:99999"
    ).foreach { url =>
      refusal("target.url" -> url) should include("-Dtarget.url")
    }

  they should "refuse an unknown property, a service that was not built, and a layout that nobody set" in {
    refusal("lab.jawa" -> "x") should (include("lab.jawa") and include("lab.java"))
    val missing = folder.resolve("missing.jar").toString
    refusal("lab.service.jar" -> missing) should (include(missing) and include("mvn gatling:test"))
    Settings.read(Map.empty).left.map(_.getMessage).swap.getOrElse("") should include("mvn gatling:test")
  }

  they should "refuse half an access to a database, or that of another product" in {
    refusal("lab.database.user" -> "me") should include("lab.database.url")
    refusal("lab.database.url" -> "jdbc:postgresql://db/x") should include("lab.database.user")
    refusal("lab.database.url" -> "jdbc:mysql://db/x", "lab.database.user" -> "me") should include("jdbc:mysql")
  }

  they should "refuse what is no Redis in a sentence, without its password" in
    Vector(
      "cache:6379",
      "http://cache:6379",
      "redis://cache",
      "redis://cache:0",
      "redis://cache:70000",
      "redis://:6379",
      "redis://cache:6379/1",
      "redis://cache:6379?a=b",
      "redis://s3cret@cache:6379",
      "redis://me:@cache:6379",
      "redis://me:s3cret@cache",
      "redis://me:s3 cret@cache:1"
    ).foreach { url =>
      refusal("lab.redis.url" -> url) should
        (startWith("-Dlab.redis.url=") and include("use redis://HOST:PORT") and not include "cret@")
    }

  they should "never show a password" in {
    val settings = read(
      "lab.database.url" -> "jdbc:postgresql://db/x",
      "lab.database.user" -> "me",
      "lab.database.password" -> "s3cret"
    )
    settings.changed.toString should not include "s3cret"
    settings.toString should not include "s3cret"
    val redis = read("lab.redis.url" -> "redis://me:s3cret@cache:6379")
    redis.changed.toString should (include("me@cache:6379") and not include "s3cret")
    redis.toString should not include "s3cret"
    settings.running.database.map(_.password) shouldBe Some("s3cret")
  }

  private lazy val pom = Files.readString(Project.root.resolve("simulations/pom.xml"))

  /** Names of properties where `written` finds them. */
  private def names(written: String): Vector[String] =
    written.r.findAllMatchIn(pom).map(_.group(1)).toVector

  // each plugin has a form of its own, and none of them reads that of another
  "The POM" should "set the whole layout for the tests, for a night and for Gatling" in {
    names("""<(lab\.[a-z.]+)>\$\{[^}]*}</""") shouldBe Layout.names
    names("""<key>(lab\.[a-z.]+)</key>""") shouldBe Layout.names
    names("""-D(lab\.[a-z.]+)=""") shouldBe Layout.names
  }

  private val database =
    Map("lab.database.url" -> "jdbc:postgresql://db/x?sslmode=verify-full", "lab.database.user" -> "me")
  private val redis = Map("lab.redis.url" -> "redis://me@cache:6379")

  private def running(properties: Map[String, String], environment: (String, String)*): RunningParts =
    RunningParts.read(properties, environment.toMap).fold(throw _, identity)

  private def refusal(properties: Map[String, String], environment: (String, String)*): String =
    RunningParts.read(properties, environment.toMap).fold(_.getMessage, read => fail(s"not refused: $read"))

  "A password" should "be taken from the environment, and be shown nowhere" in {
    val environment = Vector("LAB_DATABASE_PASSWORD" -> "s3cret", "LAB_REDIS_PASSWORD" -> "s3cret")
    val parts = running(database ++ redis, environment: _*)
    parts.database.map(_.password) shouldBe Some("s3cret")
    parts.redis.flatMap(_.password) shouldBe Some("s3cret")
    parts.redis.flatMap(_.user) shouldBe Some("me")
    parts.exposed shouldBe empty
    parts.toString should not include "s3cret"
    running(Map.empty, environment: _*) shouldBe RunningParts()
    running(database, "LAB_DATABASE_PASSWORD" -> "").database.map(_.password) shouldBe Some("")
  }

  it should "be warned of where everybody can read it" in {
    val exposed =
      running(database ++ Map("lab.database.password" -> "s3cret", "lab.redis.url" -> "redis://:s3cret@c:1"))
    exposed.database.map(_.password) shouldBe Some("s3cret")
    exposed.redis.flatMap(_.password) shouldBe Some("s3cret")
    exposed.exposed shouldBe Vector(
      "everybody on this machine can read the password in -Dlab.database.password=: give it by the environment variable LAB_DATABASE_PASSWORD",
      "everybody on this machine can read the password in -Dlab.redis.url=: give it by the environment variable LAB_REDIS_PASSWORD"
    )
  }

  it should "be given once" in {
    refusal(database + ("lab.database.password" -> "s3cret"), "LAB_DATABASE_PASSWORD" -> "s3cret") shouldBe
      "The password of the database is given twice (LAB_DATABASE_PASSWORD, -Dlab.database.password=): give it once."
    refusal(Map("lab.redis.url" -> "redis://:s3cret@cache:1"), "LAB_REDIS_PASSWORD" -> "s3cret") shouldBe
      "The password of Redis is given twice (LAB_REDIS_PASSWORD, -Dlab.redis.url=): give it once."
  }

  it should "be of somebody" in {
    refusal(redis) should include(
      "use redis://HOST:PORT, or redis://USER@HOST:PORT with a password by LAB_REDIS_PASSWORD."
    )
    refusal(Map("lab.database.password" -> "s3cret")) should include("needs both -Dlab.database.url=")
  }

  "A URL of a database" should "have no login, as it is printed" in
    Vector(
      "jdbc:postgresql://db/x?password=s3cret",
      "jdbc:postgresql://db/x?sslmode=require&PassWord=s3cret",
      "jdbc:postgresql://db/x?sslpassword=s3cret&ssl=true",
      "jdbc:postgresql://me:s3cret@db/x",
      "postgresql://me:s3cret@db/x",
      "me:s3cret@db",
      "jdbc:mysql://db/x?user=me&password=s3cret"
    ).foreach { url =>
      refusal(database + ("lab.database.url" -> url)) should
        (startWith("-Dlab.database.url=") and not include "s3cret")
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
