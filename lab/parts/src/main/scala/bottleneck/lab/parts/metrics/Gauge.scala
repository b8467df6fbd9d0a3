package bottleneck.lab.parts.metrics

import bottleneck.lab.figures.preparation.Slice
import bottleneck.lab.parts.metrics.Gauge.Reading

/** CPU seconds that parts and machine have used so far. It asks the system alone, which costs the parts nothing. */
final class Gauge private (usage: Source, compilers: () => Map[String, Double], machine: Option[Source]) {

  /** Current counters; a part that is gone is missing. */
  def read(): Reading = {
    // what belongs together is read together: the compilers' threads of a busy machine take long to find
    val at = System.currentTimeMillis()
    val used = Gauge.seconds(usage, ".cpu_seconds_total")
    val all = machine.fold(Map.empty[String, Double])(Gauge.values)
    Reading(
      at,
      used,
      compilers(),
      all.get("machine.cpu_steal_seconds_total"),
      all.get("machine.cpu_busy_seconds_total")
    )
  }
}

object Gauge {

  /** CPU seconds since their start of parts and the compilers in them, those stolen by the hypervisor, and those in
    * which the machine was `busy` with whatever; `at` ms since 1970.
    */
  final case class Reading(
      at: Long,
      cpu: Map[String, Double],
      compilers: Map[String, Double],
      stolen: Option[Double],
      busy: Option[Double] = None
  ) {

    /** CPU seconds of all parts but the generator. */
    def target: Option[Double] = Some((cpu - "generator").values.toVector).filter(_.nonEmpty).map(_.sum)

    /** Slice between this and a later reading, in which so many requests took so many ms in all. */
    def until(later: Reading, phase: String, requests: Long, responseMs: Long): Slice = {
      val seconds = math.max(1L, later.at - at) / 1000.0
      def cores(of: Reading => Map[String, Double]): Map[String, Double] = for {
        (part, after) <- of(later)
        before <- of(this).get(part)
      } yield part -> math.max(0, (after - before) / seconds)
      def machine(of: Reading => Option[Double]): Option[Double] =
        for { after <- of(later); before <- of(this) } yield math.max(0, (after - before) / seconds)
      Slice(
        phase,
        at,
        math.max(at + 1, later.at),
        requests,
        responseMs,
        cores(_.cpu),
        cores(_.compilers),
        machine(_.stolen),
        machine(_.busy)
      )
    }
  }

  object Reading {

    /** Reading now of a service of which nothing else is known. */
    def of(service: Option[Double]): Reading =
      Reading(System.currentTimeMillis(), service.map("service" -> _).toMap, Map.empty, None)
  }

  def of(parts: WatchedParts): Gauge =
    new Gauge(parts.usage, compilers(parts.jvms), Some(MachineUsage.ofThisSystem).filter(_.isOurs))

  /** Reads the CPU seconds of the compilers of JVMs (name and process) so far: of none where the system does not tell.
    */
  def compilers(jvms: Vector[(String, Long)]): () => Map[String, Double] = {
    val source = LinuxSources.compilers(jvms, LinuxSources.proc)
    () => source.fold(Map.empty[String, Double])(seconds(_, ".compiler_cpu_seconds_total"))
  }

  private def seconds(source: Source, suffix: String): Map[String, Double] =
    values(source).collect { case (column, value) if column.endsWith(suffix) => column.stripSuffix(suffix) -> value }

  private def values(source: Source): Map[String, Double] =
    source.columns.zip(source.sample()).collect { case (column, Some(value)) => column -> value }.toMap
}
