package bottleneck.lab.run.limit

import bottleneck.lab.settings.Refused
import bottleneck.lab.target.CpuLimits
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration._
import scala.util.{Failure, Success, Try}

/** The limits of a fleet's parts, put on all at once when the parts are warm.
  *
  * @param limiter
  *   none where nothing is limited
  */
final class FleetLimits(limiter: Option[CpuLimiter]) extends AutoCloseable {
  private val over = new CountDownLatch(1)
  private val begun = new AtomicReference(Option.empty[Begun])

  /** How the parts are limited. */
  def mechanism: Option[String] = limiter.map(_.name)

  /** Puts limits on these processes later, and returns at once. */
  def putOn(after: FiniteDuration, processes: Vector[LimitedProcess]): Unit = limiter.foreach { limiter =>
    val limit = limiter.limitOf(processes)
    val attempt = new AtomicReference(Option.empty[Try[Unit]])
    val thread = new Thread(
      () => if (!over.await(after.toNanos, NANOSECONDS)) attempt.set(Some(Try(limit.putOn()))),
      "cpu-limits"
    )
    thread.setDaemon(true)
    begun.set(Some(Begun(limit, attempt, thread)))
    thread.start()
  }

  /** Whether the parts were limited by now. */
  def areOn: Boolean = begun.get().exists(_.attempt.get().nonEmpty)

  /** Why the parts were not limited, in a sentence, where they should have been. */
  def problem: Option[String] = limiter.flatMap { limiter =>
    begun.get().flatMap(_.attempt.get()) match {
      case Some(Success(())) => None
      case Some(Failure(reason)) => Some(s"The cores could not be limited (${limiter.name}): $reason.")
      case None => Some(s"The cores were not limited (${limiter.name}): the run ended before.")
    }
  }

  /** Returns when nothing of the limits is left; the processes must have been asked to end. */
  override def close(): Unit = {
    over.countDown()
    begun.get().foreach { begun =>
      begun.thread.join()
      begun.limit.close()
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
}

private final case class Begun(limit: CpuLimit, attempt: AtomicReference[Option[Try[Unit]]], thread: Thread)
