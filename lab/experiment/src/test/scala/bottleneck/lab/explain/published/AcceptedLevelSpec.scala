package bottleneck.lab.explain.published

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.page.ExampleRuns
import java.nio.file.Files
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class AcceptedLevelSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def read(lines: String*): Either[String, Vector[AcceptedLevel]] = {
    ExampleRuns.writeData(folder)
    val _ = Files.writeString(folder.resolve("baseline.csv"), ("experiment,since,reason" +: lines).mkString("\n"))
    Published.read(folder).map(_.accepted).left.map(_.message)
  }

  "What was accepted" should "be nothing where there is no file" in {
    ExampleRuns.published(folder).accepted shouldBe empty
  }

  it should "be of an experiment, or of all" in {
    val since = Instant.parse("2026-03-16T00:00:00Z")
    read("journal,2026-03-16T00:00:00Z,Wanted.", ",2026-03-16T00:00:00Z,A new agent.") shouldBe Right(
      Vector(AcceptedLevel(Some("journal"), since, "Wanted."), AcceptedLevel(None, since, "A new agent."))
    )
  }

  it should "need a time and a reason" in {
    read("journal,yesterday,Wanted.").left.getOrElse("") should include("since is no time such as")
    read("journal,2026-03-16T00:00:00Z,").left.getOrElse("") should include("its reason is no sentence")
  }
}
