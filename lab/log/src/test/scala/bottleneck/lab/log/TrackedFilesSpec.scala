package bottleneck.lab.log

import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Try

/** Secrets in tracked files, which everybody can read. Passwords look like any text, so the names of the files that
  * hold them are checked.
  */
class TrackedFilesSpec extends AnyFlatSpec with Matchers {
  private val secretFiles =
    """(.*\.(p12|pfx|jks|keystore|key|pem)|.*passwords\.env|\.env|\.pgpass|\.netrc|id_[a-z0-9]+)""".r

  /** Private keys, and tokens that their issuers made recognisable: GitHub, GitLab, Slack, AWS, Google. */
  private val secrets = Vector(
    "-----BEGIN [A-Z ]*PRIVATE KEY-----",
    "gh[pousr]_[A-Za-z0-9]{36}",
    "glpat-[A-Za-z0-9_-]{20}",
    "xox[abprs]-[A-Za-z0-9-]{10}",
    "AKIA[0-9A-Z]{16}",
    "AIza[0-9A-Za-z_-]{35}"
  ).mkString("|").r

  private lazy val tracked: Vector[Path] = {
    val git = Try(new ProcessBuilder("git", "-C", Project.root.toString, "ls-files").start())
      .getOrElse(cancel("git is not installed"))
    val names = new String(git.getInputStream.readAllBytes(), UTF_8).linesIterator.toVector
    assume(git.waitFor() == 0, "this is no checkout of git")
    names.map(Project.root.resolve(_)).filter(Files.isRegularFile(_))
  }

  "The repository" should "have no file that holds secrets" in {
    tracked.map(_.getFileName.toString).filter(secretFiles.matches(_)) shouldBe empty
  }

  it should "have no private key and no token" in {
    tracked should not be empty
    tracked.filter(file => secrets.findFirstIn(Files.readString(file, ISO_8859_1)).isDefined) shouldBe empty
  }
}
