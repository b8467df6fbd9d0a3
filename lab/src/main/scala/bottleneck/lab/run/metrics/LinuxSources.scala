package bottleneck.lab.run.metrics

import java.nio.file.{Files, Path}

/** What only Linux tells of instances of the service and of the network. */
private[metrics] object LinuxSources {

  /** Those whose files are there: none on other systems. */
  def of(instances: Vector[WatchedInstance], proc: Path = Path.of("/proc")): Vector[Source] = {
    val processes = instances.map(instance => instance.name -> instance.pid)
    val ports = instances.map(instance => instance.name -> instance.port)
    Vector(
      "self/task" -> new CompilerThreads(processes, proc),
      "self/task" -> new ContextSwitches(processes, proc),
      "net/tcp" -> new LinuxConnections(ports, proc),
      "net/netstat" -> new LinuxNetwork(proc)
    ).collect { case (needed, source) if Files.isReadable(proc.resolve(needed)) => source }
  }
}
