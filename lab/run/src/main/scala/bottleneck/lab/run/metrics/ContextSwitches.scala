package bottleneck.lab.run.metrics

import java.nio.file.Path

/** How often threads of processes gave up a core or had to leave it to others, as Linux reports in
  * `/proc/pid/task/tid/status`, see proc(5).
  */
private[metrics] final class ContextSwitches(processes: Vector[(String, Long)], proc: Path)
    extends ThreadCounters(processes, proc) {
  override protected def counter: String = "context_switches_total"

  override protected def isCounted(thread: Path): Boolean = true

  override protected def count(thread: Path): Option[Long] =
    LinuxProcesses.read(thread, "status").map(ContextSwitches.in)

  override protected def told(switches: Long): Double = switches.toDouble
}

private object ContextSwitches {

  /** Ends the names of both kinds: voluntary_… and nonvoluntary_…. */
  private val name = "voluntary_ctxt_switches:"

  private def in(status: String): Long =
    Iterator
      .iterate(status.indexOf(name))(at => status.indexOf(name, at + 1))
      .takeWhile(_ >= 0)
      .map(at => status.substring(at + name.length, status.indexOf('\n', at)).trim.toLong)
      .sum
}
