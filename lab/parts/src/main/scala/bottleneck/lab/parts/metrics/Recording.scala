package bottleneck.lab.parts.metrics

import bottleneck.lab.figures.files.MetricsFile
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration._
import scala.util.Try

/** Recording of a run: metrics.csv while it lasts, and statements.csv at its end where there is a database. */
final class Recording private (sampler: Sampler, statements: Option[Statements], folder: Path, tell: String => Unit)
    extends AutoCloseable {
  private val closed = new AtomicBoolean

  /** Leaves out of statements.csv what was sent before. */
  def loadBegins(): Unit = statements.foreach(statements => tellIfFailed(statements.begin()))

  /** Adds a row to metrics.csv now, as at the ends of slices. */
  def sampleNow(): Unit = sampler.sampleNow()

  override def close(): Unit = if (closed.compareAndSet(false, true)) {
    sampler.close()
    sampler.problem.foreach(reason => tell(s"could not write all of ${MetricsFile.name}: $reason"))
    statements.foreach(statements => tellIfFailed(statements.write(folder.resolve("statements.csv"))))
  }

  private def tellIfFailed(step: Try[Unit]): Unit =
    step.failed.foreach(reason => tell(s"could not write statements.csv: ${reason.getMessage}"))
}

object Recording {
  private val instancesPerSecond = 10
  private val longest = 3

  /** A second, but longer for a large fleet: samples cost cores that are shared with the load. */
  private[metrics] def period(instances: Int): FiniteDuration =
    math.max(1, math.min(longest, (instances + instancesPerSecond - 1) / instancesPerSecond)).seconds

  def start(parts: WatchedParts, folder: Path)(tell: String => Unit): Recording = {
    val services = parts.instances.map(instance => new ServiceMetrics(instance.name, instance.prometheus))
    val database = parts.database.map { part =>
      new DatabaseActivity(part.access, if (part.readers.isEmpty) Vector.empty else Replication.values)
    }
    val system = Vector(parts.usage, MachineUsage.ofThisSystem, WallClock.ofThisSystem) ++ LinuxSources.of(parts)
    val scrapers =
      for { how <- parts.scraping.toVector; instance <- parts.instances } yield new Scraper(
        instance.name,
        instance.prometheus,
        how
      )
    val sources = services ++ database ++ system ++ scrapers
    val sampler = Sampler.start(sources, folder.resolve(MetricsFile.name), period(parts.instances.size))
    new Recording(sampler, parts.database.map(part => new Statements(part.access)), folder, tell)
  }
}
