package bottleneck.lab

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.prepare.{Preparing, Rounds}
import bottleneck.lab.run.Fleet
import bottleneck.lab.run.metrics.{Gauge, WatchedParts}
import bottleneck.lab.settings.Refused
import bottleneck.lab.target._
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration._

/** What comes before the load of a run, and the load as it follows from that.
  *
  * @param folder
  *   of the run
  */
private final class LoadPreparation(asked: AskedRun, workload: Workload, fleet: Option[Fleet], folder: Path)(
    say: String => Unit
) {
  private val loaded = new AtomicReference[Load](asked.load)

  val preparing: Option[Preparing] = asked.warmUp.map { wanted =>
    val calibration = workload.calibration.getOrElse(workload.requests)
    val warmUp = if (fleet.isDefined) wanted else wanted.copy(calibrated = false)
    new Preparing(
      warmUp,
      asked.load.users,
      together,
      Preparing.boundAt(asked.settings.scale),
      Rounds(workload.warmUp.getOrElse(calibration), calibration),
      warmUp.calibrated && warmUp.until == WarmUp.CoresSteady && demandLasts
    )(say)
  }

  /** With the window that the preparation asked for. */
  def load: Load = loaded.get()

  /** How long it takes at most. */
  def longest: FiniteDuration = preparing.fold[FiniteDuration](Duration.Zero)(_.longest)

  /** Leads the preparation on a thread of its own, as Gatling starts its users when this returns; `begin` is called
    * when the load begins, at once without a warm-up.
    */
  def lead(begin: () => Unit): Unit = preparing.fold(begin()) { preparing =>
    val thread = new Thread(() => Ending.orExit(prepare(preparing, begin)), "preparation")
    thread.setDaemon(true)
    thread.start()
  }

  private def prepare(preparing: Preparing, begin: () => Unit): Unit = {
    val gauge = fleet.fold(Gauge.of(WatchedParts(Vector.empty)))(_.gauge)
    try {
      val seen = preparing.lead(gauge)(() => fleet.foreach(_.useOwnIndex()))
      Preparation.write(folder, seen)
      // all of several injectors send for the same time
      if (asked.settings.injector.isEmpty) loaded.set(WindowLength.of(asked.load, seen))
      begin()
      preparing.release()
      if (preparing.compares) Preparation.write(folder, preparing.compare(seen, gauge, load.duration))
      preparing.end()
    } catch {
      case _: InterruptedException => say("the run ended early")
      case failure: RuntimeException if !failure.isInstanceOf[Refused] =>
        throw new Refused(s"The load could not be prepared: $failure.", Some(failure))
    }
  }

  /** Whether a request has the same cores and the same data after the load as before it. */
  private def demandLasts: Boolean = asked.load match {
    case _: ClosedLoad =>
      fleet.exists(!_.limitsCpus) && workload.intervention.isEmpty && workload.disturbance.isEmpty
    case _: OpenLoad | _: Burst | _: Staircase => false
  }

  /** How many requests of the load wait for each other where the cores are the limit. */
  private def together: Int = asked.load match {
    case _: ClosedLoad | _: Staircase => asked.load.users
    case _: OpenLoad | _: Burst => 1
  }
}
