package bottleneck.lab.engine

import bottleneck.lab.figures.target.{SlicedLoad, Target, WarmUp}
import bottleneck.lab.log.ChildJvm
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import java.nio.file.Files
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec

class ExperimentSpec extends AnyFlatSpec with ChildJvm {

  "An experiment in slices" should "be refused to several injectors in one sentence" in {
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
    val (code, said) = jvm(ofThePom ++ shared ++ gatling: _*)
    code shouldBe 1
    said.linesIterator.filter(_.startsWith("[lab]")).toVector shouldBe Vector(
      "[lab] bottleneck.lab.engine.InSlices sends in slices, which several injectors cannot share: leave out -Dlab.injector=1/2."
    )
  }
}

final class InSlices extends Experiment("slices", "2 users") {
  override def target: Target = Target(instances = 1, Map.empty, database = None)
  override def load: SlicedLoad = SlicedLoad.of(2, WarmUp(users = 2))
  override def requests(run: RunContext): ChainBuilder = exec(session => session)
}
