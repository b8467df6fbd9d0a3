package bottleneck.lab.run.metrics

/** CPU time of test processes. */
object CpuTimes {

  /** CPU seconds of a process and its children. */
  def withChildren(pid: Long): Double = Processes.ofThisSystem.usageWithChildren(pid).cpuSeconds.getOrElse(0.0)
}
