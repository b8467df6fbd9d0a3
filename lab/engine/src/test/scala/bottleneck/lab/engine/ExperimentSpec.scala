package bottleneck.lab.engine

import bottleneck.lab.figures.target.{ClosedLoad, Load, SlicedLoad, Target, WarmUp}
import bottleneck.lab.log.ChildJvm
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import java.nio.file.Files
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._

class ExperimentSpec extends AnyFlatSpec with ChildJvm {

  /** Exit code and lines of one of two injectors. */
  private def shared(properties: String*): (Int, Vector[String]) = {
    val parts = Vector("service.jar", "class-path.txt").map(name => Files.createFile(folder.resolve(name)))
    val ofThePom = Vector(
      s"-Dlab.project=$folder",
      s"-Dlab.service.jar=${parts.head}",
      s"-Dlab.service.classpath=${parts.last}",
      s"-Dlab.work=$folder",
      s"-Dlab.results=$folder"
    )
    val shared =
      Vector("-Dtarget.url=http://127.0.0.1:1", "-Dlab.injector=1/2", s"-Dlab.start=${Instant.now().plusSeconds(1800)}")
    val gatling = Vector("io.gatling.app.Gatling", "-s", classOf[InSlices].getName, "-rf", s"$folder", "-nr")
    val (code, said) = jvm(ofThePom ++ shared ++ properties ++ gatling: _*)
    (code, said.linesIterator.filter(_.startsWith("[lab]")).toVector)
  }

  "An experiment in slices" should "be refused to several injectors in one sentence" in {
    shared() shouldBe ((
      1,
      Vector(
        "[lab] bottleneck.lab.engine.InSlices sends in slices, which several injectors cannot share: leave out -Dlab.injector=1/2."
      )
    ))
  }

  it should "have a window where its load at full scale has one" in {
    // no more than that is missing here
    shared("-Dscale=full")._2 shouldBe Vector("[lab] Nothing judges runs: add lab/claims to the class path.")
  }
}

final class InSlices extends Experiment("slices", "2 users") {
  override def target: Target = Target(instances = 1, Map.empty, database = None)
  override def load: Load = SlicedLoad.of(2, WarmUp(users = 2))
  override def fullLoad: Load = ClosedLoad(2, 1.second, 1.second, 9.seconds)
  override def requests(run: RunContext): ChainBuilder = exec(session => session)
}
