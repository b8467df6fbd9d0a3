package bottleneck.lab.parts.limit

import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.figures.target.CpuLimits
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import scala.util.{Failure, Success, Try}

/** The limits of a fleet's parts, put on all at once when the parts are warm; without a limiter none. */
final class FleetLimits(limiter: Option[CpuLimiter]) extends AutoCloseable {
  private val tried = new AtomicReference(Option.empty[(CpuLimit, Try[Unit])])
  private val isClosed = new AtomicBoolean

  def mechanism: Option[String] = limiter.map(_.name)

  def putOn(processes: Vector[LimitedProcess]): Unit = synchronized {
    for { limiter <- limiter if tried.get().isEmpty && !isClosed.get() } {
      val limit = limiter.limitOf(processes)
      // known first, so that whatever is left of an attempt goes with it
      tried.set(Some(limit -> Success(())))
      tried.set(Some(limit -> Try(limit.putOn())))
    }
  }

  /** Reason why the parts were not limited, in a sentence, where they should have been. */
  def problem: Option[String] = limiter.flatMap { limiter =>
    tried.get() match {
      case Some((_, Success(()))) => None
      case Some((_, Failure(reason))) => Some(s"The cores could not be limited (${limiter.name}): $reason.")
      case None => Some(s"The cores were not limited (${limiter.name}): the run ended before.")
    }
  }

  /** Returns when nothing of the limits is left; the processes must have been asked to end. */
  override def close(): Unit = synchronized {
    isClosed.set(true)
    tried.get().foreach { case (limit, _) => limit.close() }
  }
}

object FleetLimits {

  /** Throws `Refused` where the machine cannot limit cores. */
  def of(cpus: CpuLimits): FleetLimits = new FleetLimits(
    Option.when(cpus.all.nonEmpty)(
      CpuLimiters.found(cpus.all).getOrElse(throw new Refused(CpuLimiters.missing(cpus.all)))
    )
  )
}
