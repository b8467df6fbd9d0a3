package bottleneck.lab.claims

import bottleneck.lab.claims.page.ExampleRuns
import bottleneck.lab.claims.published.Published
import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.figures.record.{Result, ResultJson, RunRecord}
import bottleneck.lab.log.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

/** Folders of runs that an earlier version measured. What a result has of the sources comes from files of the project,
  * and is not compared.
  */
class ExplanationSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val runs: Vector[Path] = {
    val folder = Path.of(getClass.getResource("runs").toURI)
    Using.resource(Files.list(folder))(_.toScala(Vector)).sorted
  }

  private lazy val published: Published = ExampleRuns.published(folder)

  private def explained(run: Path): Result = {
    val record = RunRecord.read(run).fold(problem => fail(problem.sentence), identity).getOrElse(fail("no record"))
    Explanation.of(run, record, published).fold(problem => fail(problem.sentence), _.result)
  }

  private def before(run: Path): Result =
    ResultJson.parse(Files.readString(run.resolve(ResultFiles.name))).fold(error => fail(error.sentence), identity)

  private def comparable(result: Result): ujson.Value = {
    // the words of a check may change, what it says may not
    val checks = result.checks.map(_.copy(sentence = ""))
    ujson.read(ResultJson.render(result.copy(run = result.run.copy(id = ""), published = None, checks = checks)))
  }

  runs.foreach { run =>
    s"The run ${run.getFileName}" should "have the same result from its files as before" in {
      differences("", comparable(explained(run)), comparable(before(run))) shouldBe empty
    }
  }

  "Kinds of runs" should "be there: every load, failures, limits of cores, each part, an index build" in {
    val records = runs.flatMap(RunRecord.read(_).toOption.flatten)
    records.map(_.load.getClass).distinct should have size 4
    records.exists(_.setup.expectation.failures.nonEmpty) shouldBe true
    records.exists(_.target.cpus.all.nonEmpty) shouldBe true
    records.exists(_.target.cache.isDefined) shouldBe true
    records.exists(_.target.balancer.isDefined) shouldBe true
    records.exists(_.target.database.exists(_.readers > 0)) shouldBe true
    records.exists(_.target.database.exists(_.isFar)) shouldBe true
    records.exists(_.setup.intervention.isDefined) shouldBe true
  }

  /** Paths of all values that differ; numbers may by rounding. */
  private def differences(path: String, one: ujson.Value, other: ujson.Value): Vector[String] = (one, other) match {
    case (x: ujson.Obj, y: ujson.Obj) =>
      (x.value.keySet ++ y.value.keySet).toVector.sorted.flatMap { key =>
        differences(s"$path/$key", x.value.getOrElse(key, ujson.Null), y.value.getOrElse(key, ujson.Null))
      }
    case (x: ujson.Arr, y: ujson.Arr) if x.value.size == y.value.size =>
      x.value.zip(y.value).zipWithIndex.toVector.flatMap { case ((u, v), n) => differences(s"$path/$n", u, v) }
    case (ujson.Num(x), ujson.Num(y)) if math.abs(x - y) <= 1e-9 * math.max(1, math.abs(y)) => Vector.empty
    case (x, y) => if (x == y) Vector.empty else Vector(s"$path: $x, was $y")
  }
}
