package bottleneck.lab.run.limit

import bottleneck.lab.settings.Refused
import bottleneck.lab.target.CpuLimits
import java.util.concurrent.atomic.AtomicReference
import scala.util.{Failure, Success, Try}

/** The limits of a fleet's parts, put on all at once when the parts are warm; without a limiter none. */
final class FleetLimits(limiter: Option[CpuLimiter]) extends AutoCloseable {
  import FleetLimits._

  private val state = new AtomicReference[State](Before)

  def mechanism: Option[String] = limiter.map(_.name)

  /** Puts limits on these processes, unless it is closed. */
  def putOn(processes: Vector[LimitedProcess]): Unit = synchronized {
    for { limiter <- limiter if state.get() == Before } {
      val limit = limiter.limitOf(processes)
      // known first, so that whatever is left of an attempt goes with it
      state.set(Tried(limit, Success(())))
      state.set(Tried(limit, Try(limit.putOn())))
    }
  }

  /** Reason why the parts were not limited, in a sentence, where they should have been. */
  def problem: Option[String] = limiter.flatMap { limiter =>
    state.get() match {
      case Tried(_, Success(())) => None
      case Tried(_, Failure(reason)) => Some(s"The cores could not be limited (${limiter.name}): $reason.")
      case Before | Closed => Some(s"The cores were not limited (${limiter.name}): the run ended before.")
    }
  }

  /** Returns when nothing of the limits is left; the processes must have been asked to end. */
  override def close(): Unit = synchronized {
    state.get() match {
      case Tried(limit, _) => limit.close()
      case Before => state.set(Closed)
      case Closed => ()
    }
  }
}

object FleetLimits {

  /** [[Refused]] where the machine cannot limit any part so. */
  def of(cpus: CpuLimits): FleetLimits = new FleetLimits(
    Option.when(cpus.all.nonEmpty)(
      CpuLimiters.found(cpus.all).getOrElse(throw new Refused(CpuLimiters.missing(cpus.all)))
    )
  )

  private sealed trait State
  private case object Before extends State
  private case object Closed extends State
  private final case class Tried(limit: CpuLimit, attempt: Try[Unit]) extends State
}
