package bottleneck.lab.figures.record

import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.target._
import bottleneck.lab.figures.theory.{Limit, PoolLimit}
import bottleneck.lab.log.TemporaryFolder
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class RunRecordSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val warmUp = Some(WarmUp(users = 2, WarmUp.TimeSteady(100.millis), calibrated = false))
  private val loads = Vector[Load](
    ClosedLoad(
      16,
      2.seconds,
      settle = 3.seconds,
      hold = 20.seconds,
      Some(WarmUp(users = 4, onKeyset = true)),
      5.millis
    ),
    Burst(1200, patience = 30.seconds, warmUp, after = 1.second, arrival = 500.millis),
    OpenLoad(perSecond = 12.5, settle = 2.seconds, hold = 12.seconds, patience = 5.seconds, overload = true),
    Staircase(Vector(1, 2, 4), each = 8.seconds, settle = 2.seconds),
    SlicedLoad.of(16, warmUp)
  )

  private val target = Target(
    instances = 5,
    Map("server.port" -> "1"),
    Some(Database(maxConnections = 25, Index.Keyset, scale = 10, readers = 1)),
    jvm = Vector("-Xmx1g"),
    balancer = Some(
      Balancer(Policy.LeastConnections, HealthCheck("/health", 2.seconds, 1.second, fall = 3, rise = 2), 60.seconds)
    ),
    cpus = CpuLimits(service = Some(0.5)),
    training = Some(Training(Vector("/a"), Map.empty, None)),
    cache = Some(Cache.Redis(10.seconds))
  )

  private val full = {
    val expectation = Expectation(
      Vector(Limit(100, "users", "100 / 1 s").plusMinus(0.1)),
      Some(PoolLimit(10, 100.millis)),
      Some(0.05),
      Vector("connection closed"),
      sentBySecond = true
    )
    val made = MadeRecord.of(loads.head, expectation)
    made.copy(
      identity = made.identity.copy(factor = Some(Factor("instances", 5))),
      setup = made.setup.copy(
        published = Some(PublishedSetting("tuning/threads", "5 instances")),
        target = target,
        intervention = Some(BuildIndex(3.seconds, IndexBuild.Interrupted, Index.Published, "idx")),
        disturbers = Some(20)
      ),
      external = Some("Redis"),
      installed = Some(Installed("25", Vector("-Xmx1g"), Some("18.6"), Map("fsync" -> "on"))),
      ended = Vector("The database ended during the run."),
      steps = Vector(Step("CREATE INDEX", 1795224950914L, None, Step.unfinished))
    )
  }

  private def written(record: RunRecord): Either[Problem, Option[RunRecord]] = {
    RunRecord.write(folder, record)
    RunRecord.read(folder)
  }

  "A record" should "be read as it was written, whatever the load" in {
    loads.foreach { load =>
      val record = full.copy(setup = full.setup.copy(load = load))
      written(record) shouldBe Right(Some(record))
    }
    val cached =
      full.copy(setup = full.setup.copy(target = target.copy(cache = Some(Cache.Caffeine(1.minute)), balancer = None)))
    written(cached) shouldBe Right(Some(cached))
  }

  private def error(text: String): String = {
    Files.writeString(folder.resolve(RunRecord.file), text)
    RunRecord.read(folder).fold(_.sentence, read => fail(s"it was read: $read"))
  }

  it should "be refused in a sentence where it is damaged or of another schema" in {
    val _ = written(full)
    val text = Files.readString(folder.resolve(RunRecord.file))
    error(text.take(200)) should (include(RunRecord.file) and include("cannot be used") and endWith("."))
    error(text.replace("run/1", "run/2")) should include("schema is 'bottleneck/run/2'")
    error(text.replace("\"keyset\"", "\"best\"")) should include("'best' is not known here")
    error(text.replace("\"20 seconds\"", "\"Duration.Inf\"")) should include("no time that ends")
  }
}
