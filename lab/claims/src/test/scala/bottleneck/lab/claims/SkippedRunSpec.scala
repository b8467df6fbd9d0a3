package bottleneck.lab.claims

import bottleneck.lab.claims.page.ExampleRuns
import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.engine.{Experiment, RunContext}
import bottleneck.lab.figures.record.Trial
import bottleneck.lab.figures.target.{ClosedLoad, Load, Target}
import bottleneck.lab.log.ChildJvm
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import java.nio.file.{Files, Path}
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class SkippedRunSpec extends AnyFlatSpec with Matchers with ChildJvm {

  "A run whose target needs what is not there" should "start nothing, say so, and be no failure" in {
    ExampleRuns.writeData(folder.resolve("data"))
    val file = Files.createFile(folder.resolve("file"))
    val results = folder.resolve("results")
    val settings = Vector(
      "project" -> folder,
      "service.jar" -> file,
      "service.classpath" -> file,
      "work" -> folder.resolve("work"),
      "results" -> results
    ).map { case (name, path: Path) => s"-Dlab.$name=$path" }
    val gatling =
      Vector("io.gatling.app.Gatling", "--simulation", classOf[OfTheFuture].getName, "-rf", results.toString)
    val (code, said) = jvm((settings :+ "-Dlab.repeat=3") ++ gatling: _*)
    withClue(said)(code shouldBe 0)
    said should (include("[lab] SKIPPED: The service's JDK is ") and include("needs JDK 9999 or later"))
    said should not include "repeat 2"
    val skip = ResultFiles.find(Vector(results)).skips.head
    (skip.experiment, skip.variant) shouldBe (("random-latency", "1 instance"))
    skip.reason should include("needs JDK 9999 or later")
    Instant.parse(skip.at) should be <= Instant.now()
    Files.isRegularFile(results.resolve("index.html")) shouldBe true
    Files.exists(folder.resolve("work").resolve("runs")) shouldBe false
  }
}

/** A variant that no JDK of today is new enough for. */
final class OfTheFuture extends Experiment(Trial("random-latency", "1 instance")) {
  private val future = 9999 // a run begins when the constructor has set it
  override def target: Target = Target(instances = 1, Map.empty, database = None, oldestJava = future)
  override def load: Load = ClosedLoad(users = 1, arrival = 1.second, settle = 1.second, hold = 20.seconds)
  override def requests(run: RunContext): ChainBuilder = exec(session => session)
}
