package bottleneck.lab

import bottleneck.lab.explain.result.{Demand, Server}
import bottleneck.lab.explain.stats.{RunStatistics, Window}
import bottleneck.lab.target.Load

/** The end of a warm-up, in which few users show what a request costs: its demand of CPU time is the same under any
  * load (service demand law, Lazowska et al. 1984, §3.2).
  *
  * @param usesDatabase
  *   whether what the database costs must be known too
  */
private final class Calibration(load: Load, usesDatabase: Boolean) {
  private val end = load.warmUpDuration.toMillis.toInt

  /** Without a calibration no request ends in it. */
  val window: Window = {
    val to = math.max(1, end)
    Window(math.max(0, to - math.max(1, load.warmUp.fold(0)(_.calibration.toMillis.toInt))), to)
  }

  /** By what the parts said of `window`. What the service's compilers use is no part of it: they will be done. */
  def demand(server: Server, statistics: RunStatistics): Option[Demand] = {
    val ended = statistics.within(window).map(second => second.ok + second.ko).sum
    for {
      service <- server.cpu.service
      generator <- server.cpu.generator
      responseMs <- statistics.responseMs(window)
      if !usesDatabase || server.cpu.database.isDefined
      own = service - server.jvm.flatMap(_.compilationCores).getOrElse(0.0)
      all = own + generator +
        (server.cpu.database ++ server.cpu.balancer ++ server.cpu.readers ++ server.cpu.cache).sum
      // clocks tick in hundredths of a second: nothing may be seen of a warm-up that hardly worked
      if all > 0
      perRequest = window.seconds * 1000 / ended
    } yield Demand(
      all * perRequest,
      math.max(0, own) * perRequest,
      responseMs,
      server.cpu.database.map(_ * perRequest),
      for {
        pool <- server.hikari; held <- pool.usageMeanMs; times <- pool.acquired
      } yield (held + Calibration.roundedDownMs) * times / ended
    )
  }
}

private object Calibration {

  /** What Hikari leaves out of a use on average, of uses that differ by a millisecond or more: it counts whole ones,
    * rounded down (`PoolEntry.getMillisSinceBorrowed`); less on macOS, where its clock has no more than these.
    */
  val roundedDownMs = 0.5
}
