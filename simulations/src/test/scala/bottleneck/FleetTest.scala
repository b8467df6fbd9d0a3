package bottleneck

import bottleneck.lab.explain.series.Metrics
import bottleneck.lab.files.MetricsFile
import bottleneck.lab.run.Fleet
import bottleneck.lab.run.host.Folders
import bottleneck.lab.settings.Settings
import bottleneck.lab.target._
import java.nio.file.Path
import org.scalatest.BeforeAndAfterAll
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}

/** The lab with the real service on the real PostgreSQL, in a folder of the suite's own. */
abstract class FleetTest extends AnyFlatSpec with Matchers with BeforeAndAfterAll with Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(10, Seconds), Span(50, Millis))

  protected val settings: Settings = Settings.read(sys.props.toMap).fold(throw _, identity)
  protected val folder: Path = settings.layout.work.resolve("runs").resolve(getClass.getSimpleName)
  protected val database: Option[Database] = Some(Database(maxConnections = 25, Index.Keyset))
  protected val pool: Map[String, String] = Map("spring.datasource.hikari.maximum-pool-size" -> "2")

  protected def fleet(name: String, target: Target): Fleet =
    new Fleet(FleetTest.quick(target), settings, folder.resolve(name), info(_))

  protected def started(fleet: Fleet): Fleet = {
    fleet.start()
    fleet.awaitReady()
    fleet
  }

  protected def child(program: String): ProcessHandle =
    ProcessHandle.current().descendants().filter(_.info().command().orElse("").endsWith(program)).findFirst().get()

  protected def metrics(name: String): Metrics =
    Metrics.read(folder.resolve(name).resolve(MetricsFile.name)).fold(error => fail(error.message), identity)

  protected def children: Long = ProcessHandle.current().descendants().count()

  override def afterAll(): Unit = Folders.remove(folder)
}

object FleetTest {

  /** A service that ends before the better compiler would pay; all of them have one start-up archive. */
  def quick(target: Target): Target =
    if (target.jvm.isEmpty) target.copy(jvm = Vector("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")) else target
}
