package bottleneck

import bottleneck.lab.run.Fleet
import bottleneck.lab.run.host.Http
import bottleneck.lab.target.{Fault, MakeFail, Step}
import java.net.URI
import org.scalatest.time.{Millis, Seconds, Span}
import scala.concurrent.duration._

/** A fleet whose parts are made to fail. */
abstract class FaultTest extends FleetTest {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(30, Seconds), Span(50, Millis))

  protected def status(fleet: Fleet, path: String): Option[Int] = Http.status(new URI(s"${fleet.urls.head}$path"))

  /** The same for who does not wait long: nothing where the answer does not come at once. */
  protected def statusNow(fleet: Fleet, path: String): Option[Int] =
    Http.status(new URI(s"${fleet.urls.head}$path"), silent = 500.millis)

  /** Begins the fault, and returns when it is over, with the outcome that it should have. */
  protected def afterwards(fleet: Fleet, fault: Fault)(meanwhile: => Any): Any = {
    val before = fleet.steps.size
    fleet.intervene(MakeFail(Duration.Zero, fault), 10.millis)
    val _ = meanwhile
    eventually(fleet.steps should have size (before + 1L))
    withClue(fleet.steps.last)(fleet.steps.last.outcome shouldBe Step.ok)
  }
}
