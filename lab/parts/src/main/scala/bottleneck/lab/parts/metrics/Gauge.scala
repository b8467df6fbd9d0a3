package bottleneck.lab.parts.metrics

import bottleneck.lab.parts.metrics.Gauge.Reading
import scala.annotation.tailrec
import scala.concurrent.duration._

/** CPU seconds that parts and machine have used so far. It asks the system alone, which costs the parts nothing. */
final class Gauge private (usage: Source, compilers: Option[Source], machine: Source) {

  /** Returns when the parts, but for the generator, hardly work any more, or after this time. */
  def awaitIdle(within: FiniteDuration): Unit = {
    val deadline = within.fromNow
    @tailrec def look(before: Double): Unit = {
      Thread.sleep(Gauge.look.toMillis)
      val now = working
      val cores = (now - before) / Gauge.look.toUnit(SECONDS)
      if (cores >= Gauge.idleCores && deadline.hasTimeLeft()) look(now)
    }
    look(working)
  }

  private def working: Double = (read().cpu - "generator").values.sum

  /** Current counters; a part that is gone is missing. */
  def read(): Reading = Reading(
    System.currentTimeMillis(),
    Gauge.seconds(usage, ".cpu_seconds_total"),
    compilers.fold(Map.empty[String, Double])(Gauge.seconds(_, ".compiler_cpu_seconds_total")),
    Gauge.seconds(machine, ".cpu_steal_seconds_total").get("machine")
  )
}

object Gauge {
  private val look = 250.millis
  private val idleCores = 0.1

  /** CPU seconds since their start of parts and the compilers in them, and those stolen by the hypervisor; `at` ms
    * since 1970.
    */
  final case class Reading(at: Long, cpu: Map[String, Double], compilers: Map[String, Double], stolen: Option[Double])

  def of(parts: WatchedParts): Gauge =
    new Gauge(parts.usage, LinuxSources.compilers(parts, LinuxSources.proc), MachineUsage.ofThisSystem)

  private def seconds(source: Source, suffix: String): Map[String, Double] =
    source.columns
      .zip(source.sample())
      .collect {
        case (column, Some(value)) if column.endsWith(suffix) => column.stripSuffix(suffix) -> value
      }
      .toMap
}
