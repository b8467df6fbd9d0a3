package bottleneck.lab.parts.balancer

import bottleneck.lab.figures.target.{Balancer, HealthCheck}
import bottleneck.lab.log.WholeFile
import bottleneck.lab.parts.host.{Executable, Executables, FreePorts, Http, OpenFiles}
import bottleneck.lab.parts.process.{ChildProcess, Command, ProcessPart}
import java.net.URI
import java.nio.file.Path
import scala.concurrent.duration._

/** A running HAProxy in front of the instances. */
final class HaProxy private (process: ChildProcess, program: Executable, balancer: Balancer, url: URI)
    extends ProcessPart(process) {
  def version: String = program.version

  /** Waits until a health check of the lab's own is answered through it. */
  def awaitReady(): Unit = {
    val health = new URI(s"$url${balancer.healthCheck.path}")
    process.awaitReady()(Http.status(health).contains(200))
  }

  override def toString: String = s"${HaProxy.name} $version, ${balancer.policy.name}"
}

object HaProxy {
  private val name = "HAProxy"

  /** Starts it at `url` without waiting for it; its configuration and its log are left in `logs`. */
  def start(program: Executable, balancer: Balancer, url: URI, instances: Vector[URI], logs: Path): HaProxy = {
    FreePorts.refuseTaken(url.getPort, name)
    val file = logs.resolve("haproxy.cfg")
    WholeFile.write(file, configuration(balancer, url, instances))
    // in the foreground
    val arguments = Vector(program.path.toString, "-db", "-f", file.toString)
    val process = ChildProcess.start(Command(name, arguments, logs.resolve("haproxy.log")))
    new HaProxy(process, program, balancer, url)
  }

  private val mostConnections = 20000L
  private val spareFiles = 300L

  /** Longer than Gatling keeps a connection that no request uses. */
  private val clientTimeout = 120.seconds

  /** Maximum number of user connections: each may need a second one to an instance. */
  private def maxConnections: Long =
    OpenFiles.limit.fold(mostConnections)(limit => math.max(1, math.min(mostConnections, (limit - spareFiles) / 2)))

  /** The configuration file of an HAProxy that listens at `url`. HAProxy 2.6 waits for an answer to a check no shorter
    * than for its connection, so one timeout is that of both.
    */
  private[balancer] def configuration(balancer: Balancer, url: URI, instances: Vector[URI]): String = {
    val check = balancer.healthCheck
    val servers = instances.zipWithIndex.map { case (instance, n) => server(s"service-${n + 1}", instance, check) }
    s"""global
       |  maxconn $maxConnections
       |  nbthread 1
       |  log stdout len 512 format iso local0
       |
       |listen service
       |  mode http
       |  bind ${url.getAuthority}
       |  balance ${balancer.policy.name}
       |  log global
       |  option dontlognull
       |  log-format "request %s %ST %ts %Ta ms"
       |  retries ${balancer.retries}
       |  timeout connect ${millis(check.timeout)}
       |  timeout client ${millis(clientTimeout)}
       |  timeout server ${millis(balancer.serverTimeout)}
       |  timeout check ${millis(check.timeout)}
       |  option httpchk GET '${check.path}'
       |  http-check expect status 200
       |${servers.mkString("\n")}
       |""".stripMargin
  }

  /** HAProxy counts the time to the next check from the end of one that failed. */
  private def server(name: String, instance: URI, check: HealthCheck): String = {
    val untilNext = (check.interval - check.timeout).max(1.milli)
    s"  server $name ${instance.getAuthority} check inter ${millis(check.interval)} fastinter ${millis(untilNext)} " +
      s"fall ${check.fall} rise ${check.rise}"
  }

  private def millis(time: FiniteDuration): String = s"${time.toMillis}ms"
}

/** An installed HAProxy. */
object HaProxyProgram {
  private val name = "haproxy"

  private val usual = Vector("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin", "/opt/homebrew/bin")

  val missing: String =
    s"HAProxy is not installed (no $name on the PATH or in ${usual.mkString(", ")}): install it, on Debian with apt-get install haproxy, and run again."

  def found: Option[Executable] = in(Executables.folders(usual))

  private[balancer] def in(folders: Vector[Path]): Option[Executable] =
    Executables.first(Executables.named(name, folders), "-v", versionLine)

  private val versionLine = """(?s)(?:HAProxy|HA-Proxy) version (\S+).*""".r
}
