package bottleneck.lab.run.metrics

import java.nio.file.{Files, Path}

/** What only Linux reports about instances of the service and the network. */
private[metrics] object LinuxSources {

  /** Those whose files are there: none on other systems. */
  def of(parts: WatchedParts, proc: Path = Path.of("/proc")): Vector[Source] = {
    val processes = parts.instances.map(instance => instance.name -> instance.pid)
    val ports = parts.instances.map(instance => instance.name -> instance.port)
    Vector(
      tasks -> new CompilerThreads(parts.jvms, proc),
      tasks -> new ContextSwitches(processes, proc),
      "net/tcp" -> new LinuxConnections(ports, proc),
      "net/netstat" -> new LinuxNetwork(proc)
    ).collect { case (needed, source) if Files.isReadable(proc.resolve(needed)) => source }
  }

  /** Whether the system reports the CPU time of single threads. */
  def tellThreads(proc: Path): Boolean = Files.isReadable(proc.resolve(tasks))

  private val tasks = "self/task"
}
