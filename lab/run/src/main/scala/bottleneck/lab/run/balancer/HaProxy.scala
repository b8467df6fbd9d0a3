package bottleneck.lab.run.balancer

import bottleneck.lab.files.WholeFile
import bottleneck.lab.run.host.{FreePorts, Http}
import bottleneck.lab.run.process.{ChildProcess, Command}
import bottleneck.lab.target.Balancer
import java.net.URI
import java.nio.file.Path
import scala.concurrent.duration._

/** A running HAProxy in front of the instances. */
final class HaProxy private (process: ChildProcess, program: HaProxyProgram, balancer: Balancer, url: URI)
    extends AutoCloseable {
  def version: String = program.version

  def pid: Long = process.pid

  /** Waits until a health check of the lab's own is answered through it. */
  def awaitReady(): Unit = {
    val health = new URI(s"$url${balancer.healthCheck.path}")
    process.awaitReady(HaProxy.readyWithin)(Http.status(health).contains(200))
  }

  def hasEnded: Boolean = process.hasEnded

  override def close(): Unit = process.close()

  override def toString: String = s"${HaProxy.name} $version, ${balancer.policy.name}"
}

object HaProxy {
  private val name = "HAProxy"
  private val readyWithin = 30.seconds

  /** Starts it at `url` without waiting for it; its configuration and its log are left in `logs`. */
  def start(
      program: HaProxyProgram,
      balancer: Balancer,
      url: URI,
      instances: Vector[URI],
      logs: Path
  ): HaProxy = {
    FreePorts.refuseTaken(url.getPort, name)
    val file = logs.resolve("haproxy.cfg")
    WholeFile.write(file, HaProxyConfiguration(balancer, url, instances).render)
    // in the foreground
    val arguments = Vector(program.path.toString, "-db", "-f", file.toString)
    val process = ChildProcess.start(Command(name, arguments, logs.resolve("haproxy.log")))
    new HaProxy(process, program, balancer, url)
  }
}
