package bottleneck.lab.explain.page

import bottleneck.lab.chart.{Axes, AxisScale, Look}
import scalatags.Text.all._

/** The parts of the target and the machine, second by second. */
private[page] final class PartCharts(plot: TimePlot) {
  import TimePlot._
  import plot._

  def charts: Vector[Frag] =
    Vector(pools, connections, drops, cache, threads, threadStates, contextSwitches, lag, cores).flatten

  private def pools: Option[Frag] = overTime("pools", "Connection pools", PartCharts.atOnce)(
    ("active connections", Look.First, _.sum("hikari_active_connections")),
    ("waiting threads", Look.Second, _.sum("hikari_pending_threads"))
  )

  private def connections: Option[Frag] = overTime("connections", "Connections", PartCharts.atOnce)(
    ("established", Look.First, _.sum("established_connections")),
    ("accepted by Tomcat", Look.Second, _.sum("tomcat_current_connections")),
    ("waiting in the listen queue", Look.Third, _.sum("backlog_connections"))
  )

  /** Only where there are any: mostly there are none. */
  def drops: Option[Frag] = {
    val series = Vector(
      line("listen overflows", Look.First, sampled(_.rate("network.listen_overflows_total"))),
      line("listen drops", Look.Third, sampled(_.rate("network.listen_drops_total"))),
      line("SYN retransmits", Look.Second, sampled(_.rate("network.syn_retransmits_total")))
    )
    if (series.exists(_.points.exists(_.y > 0)))
      counted("drops", "Dropped connections", "per second, of the whole machine", series)
    else None
  }

  private def cache: Option[Frag] = overTime("cache", "Cache", "lookups per second, over all instances")(
    ("hits", Look.First, _.serviceRate("cache_hits_total")),
    ("misses", Look.Second, _.serviceRate("cache_misses_total"))
  )

  private def threads: Option[Frag] =
    overTime("threads", "Request threads", PartCharts.atOnce)(
      ("busy threads", Look.First, _.sum("tomcat_busy_threads"))
    )

  private def threadStates: Option[Frag] = overTime("thread-states", "Threads by state", PartCharts.atOnce)(
    ("runnable", Look.First, _.sum("jvm_runnable_threads")),
    ("waiting", Look.Second, _.sum("jvm_waiting_threads")),
    ("timed waiting", Look.Third, _.sum("jvm_timed_waiting_threads")),
    ("blocked", Look.Fourth, _.sum("jvm_blocked_threads"))
  )

  private def contextSwitches: Option[Frag] =
    overTime("context-switches", "Context switches", "per second, over all instances")(
      ("context switches", Look.First, _.serviceRate("context_switches_total"))
    )

  private def lag: Option[Frag] = {
    val series =
      Vector(
        line(
          "the reader that is furthest behind",
          Look.First,
          sampled(_.gauge("database.replay_lag_seconds")).map(inMs)
        )
      )
    chart("lag", "Replication lag", Axes.plain("ms", AxisScale.fromZero(series.flatMap(_.points).map(_.y))), series)
  }

  private def cores: Option[Frag] = {
    val series = Vector(
      line("service", Look.First, sampled(_.serviceRate("cpu_seconds_total"))),
      line("database", Look.Second, sampled(_.rate("database.cpu_seconds_total"))),
      // no target has two of these three yet
      line("relay", Look.Second, sampled(_.rate("relay.cpu_seconds_total"))),
      line("balancer", Look.Second, sampled(_.rate("balancer.cpu_seconds_total"))),
      line("cache", Look.Fifth, sampled(_.rate("cache.cpu_seconds_total"))),
      line("generator", Look.Third, sampled(_.rate("generator.cpu_seconds_total"))),
      line("machine", Look.Fourth, sampled(_.rate("machine.cpu_busy_seconds_total")))
    )
    chart("cores", "CPU", Axes.plain("cores in use", AxisScale.fromZero(series.flatMap(_.points).map(_.y))), series)
  }
}

private object PartCharts {
  private val atOnce = "at once, over all instances"
}
