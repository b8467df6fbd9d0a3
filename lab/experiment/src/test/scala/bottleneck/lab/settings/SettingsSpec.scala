package bottleneck.lab.settings

import bottleneck.lab.TemporaryFolder
import java.net.URI
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

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

  "Settings" should "be quick and start everything unless told otherwise" in {
    val settings = read()
    settings.scale shouldBe Scale.Quick
    settings.running.targetUrls shouldBe empty
    settings.running.database shouldBe None
    settings.java shouldBe None
    settings.layout.seedSql shouldBe Path.of("/project/seed-sql")
  }

  they should "take how often a variant is run, and earlier runs" in {
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

  they should "take what is set, and an empty value as not set" in {
    read("scale" -> "full").scale shouldBe Scale.Full
    read("scale" -> "").scale shouldBe Scale.Quick
    read("target.url" -> "http://127.0.0.1:8080/, http://127.0.0.1:8081").running.targetUrls shouldBe
      Vector(new URI("http://127.0.0.1:8080"), new URI("http://127.0.0.1:8081"))
    read("lab.database.url" -> "jdbc:postgresql://db/x", "lab.database.user" -> "me").running.database shouldBe
      Some(DatabaseAccess("jdbc:postgresql://db/x", "me", ""))
    read("lab.java" -> System.getProperty("java.home")).java shouldBe Some(Path.of(System.getProperty("java.home")))
  }

  they should "refuse a scale by name" in {
    refusal("scale" -> "huge") should (include("huge") and include("quick or full"))
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

  they should "refuse an unknown property of the lab" in {
    refusal("lab.jawa" -> "x") should (include("lab.jawa") and include("lab.java"))
  }

  they should "take the response time that a level of load may have" in {
    read().sloP95 shouldBe 500.millis
    read("lab.slo.p95" -> "60000").sloP95 shouldBe 60.seconds
    read("lab.slo.p95" -> "250").changed should contain("lab.slo.p95" -> "250 ms")
    Vector("0", "60001", "half a second", "0.5").foreach { text =>
      refusal("lab.slo.p95" -> text) shouldBe
        s"-Dlab.slo.p95=$text is no response time: use 1 to 60000, in milliseconds."
    }
  }

  they should "refuse a folder that holds no JDK" in {
    refusal("lab.java" -> folder.toString) should (include(folder.toString) and include("bin/java"))
    refusal("lab.java" -> "\u0000") should include("lab.java")
  }

  they should "refuse half an access to a database, or that of another product" in {
    refusal("lab.database.user" -> "me") should include("lab.database.url")
    refusal("lab.database.url" -> "jdbc:postgresql://db/x") should include("lab.database.user")
    refusal("lab.database.url" -> "jdbc:mysql://db/x", "lab.database.user" -> "me") should include("jdbc:mysql")
  }

  they should "take a Redis, with a login or without" in {
    read().running.redis shouldBe None
    read("lab.redis.url" -> "redis://cache:6379").running.redis shouldBe Some(RedisAccess("cache", 6379))
    read("lab.redis.url" -> "redis://127.0.0.1:1/").running.redis shouldBe Some(RedisAccess("127.0.0.1", 1))
    read("lab.redis.url" -> "redis://:s3:cret@cache:6379").running.redis shouldBe
      Some(RedisAccess("cache", 6379, None, Some("s3:cret")))
    read("lab.redis.url" -> "redis://me:s3cret@cache:6379").running.redis shouldBe
      Some(RedisAccess("cache", 6379, Some("me"), Some("s3cret")))
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

  they should "refuse a service that was not built" in {
    val missing = folder.resolve("missing.jar").toString
    refusal("lab.service.jar" -> missing) should (include(missing) and include("mvn gatling:test"))
  }

  they should "say who sets the layout when nobody did" in {
    Settings.read(Map.empty).left.map(_.getMessage).swap.getOrElse("") should include("mvn gatling:test")
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
}
