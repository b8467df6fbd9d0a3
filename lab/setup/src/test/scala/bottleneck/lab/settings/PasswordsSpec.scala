package bottleneck.lab.settings

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class PasswordsSpec extends AnyFlatSpec with Matchers {
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
    val sentences = Vector(
      refusal(database + ("lab.database.password" -> "s3cret"), "LAB_DATABASE_PASSWORD" -> "s3cret"),
      refusal(Map("lab.redis.url" -> "redis://:s3cret@cache:1"), "LAB_REDIS_PASSWORD" -> "s3cret")
    )
    sentences shouldBe Vector(
      "The password of the database is given twice (LAB_DATABASE_PASSWORD, -Dlab.database.password=): give it once.",
      "The password of Redis is given twice (LAB_REDIS_PASSWORD, -Dlab.redis.url=): give it once."
    )
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
