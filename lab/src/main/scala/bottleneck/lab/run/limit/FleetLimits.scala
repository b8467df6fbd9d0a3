package bottleneck.lab.run.limit

import bottleneck.lab.settings.Refused
import bottleneck.lab.target.CpuLimits
import java.util.concurrent.atomic.AtomicReference
import scala.util.{Failure, Success, Try}

/** The limits of a fleet's parts, put on all at once when the parts are warm.
  *
  * @param limiter
  *   none where nothing is limited
  */
final class FleetLimits(limiter: Option[CpuLimiter]) extends AutoCloseable {
  private val begun = new AtomicReference(Option.empty[Begun])

  /** How the parts are limited. */
  def mechanism: Option[String] = limiter.map(_.name)

  /** Puts limits on these processes. */
  def putOn(processes: Vector[LimitedProcess]): Unit = limiter.foreach { limiter =>
    val limit = limiter.limitOf(processes)
    begun.set(Some(Begun(limit, Try(limit.putOn()))))
  }

  /** Whether the parts were limited by now. */
  def areOn: Boolean = begun.get().isDefined

  /** Why the parts were not limited, in a sentence, where they should have been. */
  def problem: Option[String] = limiter.flatMap { limiter =>
    begun.get().map(_.attempt) match {
      case Some(Success(())) => None
      case Some(Failure(reason)) => Some(s"The cores could not be limited (${limiter.name}): $reason.")
      case None => Some(s"The cores were not limited (${limiter.name}): the run ended before.")
    }
  }

  /** Returns when nothing of the limits is left; the processes must have been asked to end. */
  override def close(): Unit = begun.get().foreach(_.limit.close())
}

object FleetLimits {

  /** [[Refused]] where the machine cannot limit any part so. */
  def of(cpus: CpuLimits): FleetLimits = new FleetLimits(
    Option.when(cpus.all.nonEmpty)(
      CpuLimiters.found(cpus.all).getOrElse(throw new Refused(CpuLimiters.missing(cpus.all)))
    )
  )
}

private final case class Begun(limit: CpuLimit, attempt: Try[Unit])
