package bottleneck.lab.settings

import bottleneck.lab.TemporaryFolder
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class PasswordsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val database =
    Map("lab.database.url" -> "jdbc:postgresql://db/x?sslmode=verify-full", "lab.database.user" -> "me")
  private val redis = Map("lab.redis.url" -> "redis://me@cache:6379")

  private def running(properties: Map[String, String], environment: (String, String)*): RunningParts =
    RunningParts.read(properties, environment.toMap).fold(throw _, identity)

  private def refusal(properties: Map[String, String], environment: (String, String)*): String =
    RunningParts.read(properties, environment.toMap).fold(_.getMessage, read => fail(s"not refused: $read"))

  private def file(content: String, permissions: String = "rw-------"): Path = {
    val path = Files.write(folder.resolve("password"), content.getBytes("UTF-8"))
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions))
  }

  private def ofFile(path: Path): Map[String, String] = database + ("lab.database.password-file" -> path.toString)

  "A password" should "be taken from the environment or a file, and be shown nowhere" in {
    val environment = Vector("LAB_DATABASE_PASSWORD" -> "s3cret", "LAB_REDIS_PASSWORD" -> "s3cret")
    val files = redis ++ ofFile(file("s3cret\n")) + ("lab.redis.password-file" -> folder.resolve("password").toString)
    Vector(running(database ++ redis, environment: _*), running(files)).foreach { parts =>
      parts.database.map(_.password) shouldBe Some("s3cret")
      parts.redis.flatMap(_.password) shouldBe Some("s3cret")
      parts.redis.flatMap(_.user) shouldBe Some("me")
      parts.exposed shouldBe empty
      parts.toString should not include "s3cret"
    }
    running(Map.empty, environment: _*) shouldBe RunningParts()
    running(database, "LAB_DATABASE_PASSWORD" -> "").database.map(_.password) shouldBe Some("")
  }

  it should "be one line, whose end does not belong to it" in
    Vector("pä ss\n", "pä ss\r\n", "pä ss").foreach { content =>
      running(ofFile(file(content))).database.map(_.password) shouldBe Some("pä ss")
    }

  it should "be warned of where everybody can read it" in {
    val exposed =
      running(database ++ Map("lab.database.password" -> "s3cret", "lab.redis.url" -> "rediss://:s3cret@c:1"))
    exposed.database.map(_.password) shouldBe Some("s3cret")
    exposed.redis.flatMap(_.password) shouldBe Some("s3cret")
    exposed.exposed shouldBe Vector(
      "everybody on this machine can read the password in -Dlab.database.password=: give it by the environment variable LAB_DATABASE_PASSWORD or by -Dlab.database.password-file=",
      "everybody on this machine can read the password in -Dlab.redis.url=: give it by the environment variable LAB_REDIS_PASSWORD or by -Dlab.redis.password-file="
    )
  }

  it should "be given once" in {
    val sentences = Vector(
      refusal(database + ("lab.database.password" -> "s3cret"), "LAB_DATABASE_PASSWORD" -> "s3cret"),
      refusal(ofFile(file("s3cret")), "LAB_DATABASE_PASSWORD" -> "s3cret"),
      refusal(ofFile(file("s3cret")) + ("lab.database.password" -> "s3cret")),
      refusal(Map("lab.redis.url" -> "redis://:s3cret@cache:1"), "LAB_REDIS_PASSWORD" -> "s3cret")
    )
    sentences.foreach(_ should (endWith("give it once.") and not include "s3cret"))
    sentences.head shouldBe
      "The password of the database is given more than once (LAB_DATABASE_PASSWORD, -Dlab.database.password=): give it once."
  }

  it should "be of somebody" in {
    refusal(redis) should include(
      "use redis://HOST:PORT, or redis://USER@HOST:PORT with a password by LAB_REDIS_PASSWORD"
    )
    refusal(Map("lab.database.password-file" -> "/x")) should include("needs both -Dlab.database.url=")
    refusal(Map("lab.redis.password-file" -> "/x")) should include("name it, -Dlab.redis.url=")
  }

  "A file with a password" should "be refused in a sentence where it is none" in {
    def says(path: Path): String = refusal(ofFile(path)).stripPrefix(s"-Dlab.database.password-file=$path ")
    says(folder.resolve("missing")) shouldBe "is not there."
    says(Path.of("/no/such/folder")) shouldBe "is not there."
    says(folder) shouldBe "is no file."
    says(file("")) shouldBe "is empty."
    says(file("\n")) shouldBe "is empty."
    says(file("two\nlines\n")) shouldBe "is no password: it is to be one line of UTF-8."
    says(Files.write(file(""), Array(0xe4.toByte))) shouldBe "is no password: it is to be one line of UTF-8."
    says(file("x" * 1025)) shouldBe "is no password: it has more than 1024 bytes."
    running(ofFile(file("x" * 1024))).database.map(_.password.length) shouldBe Some(1024)
    refusal(database + ("lab.database.password-file" -> "\u0000")) should include("is not there")
  }

  it should "be refused where others may read or change it" in {
    Vector("rw-r-----", "rw----r--", "rw--w----", "rw-----w-").foreach { permissions =>
      refusal(ofFile(file("s3cret", permissions))) should
        (include("is open to other users of this machine: chmod 600 it.") and not include "s3cret")
    }
    running(ofFile(file("s3cret", "r--------"))).database.map(_.password) shouldBe Some("s3cret")
  }

  it should "be refused where it cannot be read" in {
    val unreadable = file("s3cret", "-w-------")
    assume(!Files.isReadable(unreadable), "this user may read every file")
    refusal(ofFile(unreadable)) should include("cannot be read")
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
    Passwords.hidden("-Dlab.redis.url=rediss://m%40e:s3cret@cache:1") shouldBe
      ((Vector("-Dlab.redis.url=rediss://m%40e@cache:1"), Map("LAB_REDIS_PASSWORD" -> "s3cret")))
    Vector("-Dlab.redis.url=redis://me@cache:1", "-Dscale=full", "-Xmx1g", "@file").foreach { option =>
      Passwords.hidden(option) shouldBe ((Vector(option), Map.empty))
    }
  }
}
