package bottleneck.lab

import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

class ArchitectureSpec extends AnyFlatSpec with Matchers {
  private val sources = Path.of("src/main/scala/bottleneck/lab")

  private def linesNaming(wing: String, other: String): Vector[String] =
    for {
      file <- Using.resource(Files.walk(sources.resolve(wing)))(_.toScala(Vector)).filter(_.toString.endsWith(".scala"))
      line <- Files.readString(file).linesIterator.filter(_.contains(s"lab.$other"))
    } yield s"$file: $line"

  "The wing that runs things" should "not know the wing that explains them" in {
    linesNaming("run", "explain") shouldBe empty
  }

  "The wing that explains things" should "not know the wing that runs them" in {
    linesNaming("explain", "run") shouldBe empty
  }

  "What both read" should "know neither" in {
    for { data <- Vector("settings", "target", "files"); wing <- Vector("run", "explain") }
      linesNaming(data, wing) shouldBe empty
  }

  "The search" should "find an import that is there" in {
    linesNaming("run", "settings") should not be empty
  }
}
