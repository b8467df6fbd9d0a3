package bottleneck.lab.run.metrics

import bottleneck.lab.settings.DatabaseAccess
import java.net.URI
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration._
import scala.util.{Failure, Try}

/** An instance of the service to watch.
  *
  * @param port
  *   of its requests
  * @param prometheus
  *   where it tells its metrics
  */
final case class WatchedInstance(name: String, pid: Long, port: Int, prometheus: URI)

/** A database to watch.
  *
  * @param access
  *   how the lab logs in for that
  * @param pid
  *   its first process, where it is the lab's
  * @param readers
  *   name and first process of each of its replicas
  */
final case class WatchedDatabase(
    access: DatabaseAccess,
    pid: Option[Long],
    readers: Vector[(String, Long)] = Vector.empty
)

/** What is written down of a run while it lasts: metrics.csv, and at its end statements.csv where there is a database.
  */
final class Recording private (sampler: Sampler, statements: Option[Statements], folder: Path, tell: String => Unit)
    extends AutoCloseable {
  private val closed = new AtomicBoolean

  /** Leaves out of statements.csv what was sent before. */
  def loadBegins(): Unit = statements.foreach(statements => told(statements.begin()))

  override def close(): Unit = if (closed.compareAndSet(false, true)) {
    sampler.close()
    statements.foreach(statements => told(statements.write(folder.resolve("statements.csv"))))
  }

  private def told(step: Try[Unit]): Unit = step match {
    case Failure(reason) => tell(s"the statements cannot be told: ${reason.getMessage}")
    case _ => ()
  }
}

object Recording {
  private val instancesPerSecond = 10
  private val longest = 3

  /** A second, but longer for a large fleet: to ask an instance and to look at its threads costs it and the lab some
    * milliseconds of the cores that they share with the load.
    */
  private[metrics] def period(instances: Int): FiniteDuration =
    math.max(1, math.min(longest, (instances + instancesPerSecond - 1) / instancesPerSecond)).seconds

  /** Begins to watch these parts, the generator (this JVM) and the machine, and writes to `folder`.
    *
    * @param balancer
    *   its process
    * @param cache
    *   that of the cache, where it has one of its own
    */
  def start(
      instances: Vector[WatchedInstance],
      balancer: Option[Long],
      database: Option[WatchedDatabase],
      folder: Path,
      cache: Option[Long] = None
  )(tell: String => Unit): Recording = {
    val services = instances.map(instance => instance.name -> instance.pid)
    val processes =
      services ++ balancer.map("balancer" -> _) ++ cache
        .map("cache" -> _) :+ ("generator" -> ProcessHandle.current().pid())
    val sources = instances.map(instance => new ServiceMetrics(instance.name, instance.prometheus)) ++
      database.map(part => new DatabaseActivity(part.access, Replication.values.filter(_ => part.readers.nonEmpty))) ++
      Vector(
        new ProcessUsage(
          processes,
          database.flatMap(_.pid).map("database" -> _).toVector ++ database.toVector.flatMap(_.readers)
        ),
        MachineUsage.ofThisSystem
      ) ++ LinuxSources.of(instances)
    val sampler = Sampler.start(sources, folder.resolve("metrics.csv"), period(instances.size))
    new Recording(sampler, database.map(part => new Statements(part.access)), folder, tell)
  }
}
