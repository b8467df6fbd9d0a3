package bottleneck.lab.run.metrics

import java.nio.file.Path

/** CPU time of the compiler threads of JVMs, as Linux counts it. The compilation time that a JVM reports is elapsed
  * time: on busy cores it is mostly waiting.
  */
private[metrics] final class CompilerThreads(jvms: Vector[(String, Long)], proc: Path)
    extends ThreadCounters(jvms, proc) {
  override protected def counter: String = "compiler_cpu_seconds_total"

  override protected def isCounted(thread: Path): Boolean =
    LinuxProcesses.read(thread, "comm").exists(name => CompilerThreads.names.exists(name.startsWith))

  override protected def count(thread: Path): Option[Long] = LinuxProcesses.times(thread).map(_.own)

  override protected def told(ticks: Long): Double = LinuxProcesses.seconds(ticks)
}

private object CompilerThreads {

  /** Of HotSpot's threads `C1 CompilerThread0` and so on, as far as Linux keeps names. */
  private val names = Vector("C1 CompilerThre", "C2 CompilerThre")
}
