package bottleneck

import bottleneck.lab.figures.series.Metrics
import bottleneck.lab.figures.files.MetricsFile
import bottleneck.lab.parts.Fleet
import bottleneck.lab.parts.host.{Folders, Http}
import bottleneck.lab.figures.settings.Settings
import bottleneck.lab.figures.target._
import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.nio.file.LinkOption.NOFOLLOW_LINKS
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicBoolean
import java.util.regex.Pattern
import org.scalatest.BeforeAndAfterAll
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
import scala.jdk.StreamConverters._
import scala.util.{Try, Using}

/** The lab with the real service on the real PostgreSQL, in a folder of the suite's own, beside other suites. */
abstract class FleetTest extends AnyFlatSpec with Matchers with BeforeAndAfterAll with Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(10, Seconds), Span(50, Millis))

  protected val settings: Settings = Checkout.settings
  protected val folder: Path = settings.layout.work.resolve("runs").resolve(getClass.getSimpleName)
  protected val database: Option[Database] = Some(FleetTest.database)
  protected val pool: Map[String, String] = FleetTest.pool

  protected def fleet(name: String, target: Target): Fleet =
    new Fleet(FleetTest.quick(target), settings, folder.resolve(name), info(_))

  protected def started(fleet: Fleet): Fleet = {
    FleetTest.afterFirst {
      fleet.start()
      fleet.awaitReady()
    }
    fleet
  }

  /** Starts a target for something that is done with it; the closed fleet, of which no process is left. */
  protected def during(name: String, target: Target)(use: Fleet => Any): Fleet = {
    val fleet = started(this.fleet(name, target))
    Using.resource(fleet)(use)
    children shouldBe 0
    fleet
  }

  /** Status of a GET of a path of a fleet. */
  protected def get(fleet: Fleet, path: String): Option[Int] = get(fleet.urls.head, path)

  protected def get(url: URI, path: String): Option[Int] = Http.status(new URI(s"$url$path"))

  /** Shells that supervise the processes of the suite's fleets whose name begins so: they have the path of a log among
    * their arguments.
    */
  private def supervisors(name: String): Vector[ProcessHandle] = ProcessHandle
    .current()
    .children()
    .toScala(Vector)
    .filter(FleetTest.commandLine(_).exists(_.contains(s"$folder/$name")))

  protected def processes(name: String): Vector[ProcessHandle] =
    supervisors(name).flatMap(shell => shell +: shell.descendants().toScala(Vector))

  /** Kills a process and waits for its supervisor, by whose end the fleet tells that a part has ended. */
  protected def kill(process: ProcessHandle): Unit = {
    val supervisor = supervisors("").find(_.descendants().anyMatch(_ == process))
    process.destroyForcibly() shouldBe true
    eventually(supervisor.exists(_.isAlive) shouldBe false)
    ()
  }

  protected def child(program: String, of: String = ""): ProcessHandle =
    childWhere(_.command().orElse("").endsWith(program), of)

  protected def childWhere(is: ProcessHandle.Info => Boolean, of: String = ""): ProcessHandle =
    processes(of).find(process => is(process.info())).getOrElse(fail("no such process"))

  /** Temporary folders of fleets, of databases and Redis. */
  protected def runFolders(name: String): Vector[Path] = {
    val below = s"${Pattern.quote(settings.layout.work.toString)}/run-[^/ ]+".r
    supervisors(name).flatMap(FleetTest.commandLine).flatMap(below.findAllIn(_)).distinct.map(Path.of(_))
  }

  protected def metrics(name: String): Metrics =
    Metrics.read(folder.resolve(name).resolve(MetricsFile.name)).fold(error => fail(error.sentence), identity)

  /** The metrics of a fleet when another row is there. */
  protected def awaitRow(name: String): Metrics = {
    val rows = metrics(name).times.size
    eventually(metrics(name).times.size should be > rows + 1)
    metrics(name)
  }

  /** Only Linux reports what its kernel counts. */
  protected val network: Option[String] = Option.when(Files.isReadable(Path.of("/proc/net/netstat")))("network")

  protected def children: Int = processes("").size

  override def afterAll(): Unit = Folders.remove(folder)
}

object FleetTest {
  private val isFirst = new AtomicBoolean(true)
  private val firstIsOver = new CountDownLatch(1)

  /** The first fleet makes what is kept for all, seed and start-up archive; others would make them at the same time. */
  private def afterFirst(start: => Unit): Unit =
    if (isFirst.getAndSet(false))
      try start
      finally firstIsOver.countDown()
    else {
      firstIsOver.await()
      start
    }

  val database: Database = Database(maxConnections = 25, Index.Keyset)
  val pool: Map[String, String] = Map(ServiceProperties.poolSize -> "2")

  /** All that is below a folder, while others remove some of it; links are not followed. */
  def below(folder: Path): Vector[Path] =
    if (Files.isDirectory(folder, NOFOLLOW_LINKS))
      Option(folder.toFile.listFiles).fold(Vector.empty[Path])(_.toVector.map(_.toPath).flatMap(below)) :+ folder
    else Vector(folder)

  /** Full command line; Java gives one page at most. */
  def commandLine(of: ProcessHandle): Option[String] =
    Try(new String(Files.readAllBytes(Path.of(s"/proc/${of.pid}/cmdline")), UTF_8).replace('\u0000', ' ')).toOption
      .orElse(Option(of.info().commandLine().orElse(null)))

  /** A service that ends before the better compiler would pay; all of them have one start-up archive. */
  def quick(target: Target): Target =
    if (target.jvm.isEmpty) target.copy(jvm = Vector("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")) else target
}
