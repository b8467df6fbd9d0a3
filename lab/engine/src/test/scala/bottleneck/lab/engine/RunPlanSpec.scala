package bottleneck.lab.engine

import bottleneck.lab.figures.record.{RunRecord, Trial}
import bottleneck.lab.figures.settings.{DatabaseAccess, Injector, Layout, Refused, RunNumbers, Scale, Settings}
import bottleneck.lab.figures.target._
import bottleneck.lab.log.TemporaryFolder
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Try

class RunPlanSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  private val load = ClosedLoad(16, 1.second, settle = 1.second, hold = 20.seconds, Some(WarmUp(2, onKeyset = true)))
  private val installed = Some(Installed("25", Vector.empty, Some("18.6"), Map.empty))

  private def settings: Settings = {
    val layout = Layout(folder, folder, folder, folder, folder)
    Settings(Scale.Quick, layout, runs = RunNumbers(repetition = 2))
  }

  private def asked(settings: Settings = settings, index: Index = Index.None): RunPlan = {
    val variant = new Variant {
      override def trial: Trial = Trial("journal", "no index")
      override def target: Target =
        Target(instances = 2, Map("a" -> "1"), Some(Database(25, index)), atFullScale = Map("a" -> "2"))
      override def load: Load = RunPlanSpec.this.load
      override def requests(run: RunContext): ChainBuilder = exec(session => session)
    }
    RunPlan.of("bottleneck.journal.WithoutIndex", variant, settings)(_ => None).fold(fail(_), identity)
  }

  private def workload: Workload = Workload(exec(session => session))

  private def record(asked: RunPlan, installed: Option[Installed] = installed): RunRecord =
    asked.record(load.judgedFor(25.seconds), workload, installed, Map("some/claim" -> "0123456789ab"))

  private def own(settings: Settings): Settings =
    settings.copy(running = settings.running.copy(database = Some(DatabaseAccess("url", "me", "secret"))))

  "What was asked of a run" should "be recorded, with the window that its load got" in {
    val written = record(asked())
    (written.identity.experiment, written.identity.variant, written.identity.repeat) shouldBe ((
      "journal",
      "no index",
      2
    ))
    written.load shouldBe load.copy(hold = 26.seconds)
    (written.external, written.installed) shouldBe ((None, installed))
    asked().name shouldBe "WithoutIndex"
  }

  "More injectors than users" should "be refused, as those of the first level of a staircase are" in {
    def said(load: Load, of: Int): Option[String] = {
      val injector = Injector(1, of, Instant.EPOCH)
      Try(asked(settings.copy(injector = Some(injector))).copy(load = load).refuseTooManyInjectors()).failed.toOption
        .map(_.getMessage)
    }
    def refusal(users: Int, of: Int): Option[String] =
      Some(s"$users users cannot be shared by $of injectors: use at most $users, -Dlab.injector=1/$users.")
    said(load, of = 16) shouldBe None
    said(load, of = 17) shouldBe refusal(16, 17)
    val stairs = Staircase(Vector(3, 20), each = 2.seconds, settle = 1.second)
    said(stairs, of = 3) shouldBe None
    said(stairs, of = 4) shouldBe refusal(3, 4)
  }

  "The warm-up" should "have the keyset indexes in the lab's own database, where the variant has others" in {
    asked().warmUpIndex shouldBe Some(Index.Keyset)
    asked(index = Index.Keyset).warmUpIndex shouldBe None
    asked(own(settings)).warmUpIndex shouldBe None
  }

  private def start(millis: Long) = new SharedStart(Some(Injector(2, 4, Instant.now().plusMillis(millis))))(_ => ())

  "An injector" should "wait until shortly before the load begins" in {
    val soon = start(4300)
    soon.await()
    soon.in should (be <= 4.seconds and be > 2.seconds)
  }

  it should "be refused where it is ready too late" in {
    val refusal = the[Refused] thrownBy start(3000).await()
    refusal.getMessage should startWith("Injector 2 of 4 was not ready 4 seconds before ")
  }

  "One that sends the whole load" should "begin at once" in {
    val whole = new SharedStart(None)(_ => ())
    whole.await()
    whole.in shouldBe Duration.Zero
  }
}
