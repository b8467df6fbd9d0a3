package bottleneck.lab.run.metrics

import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicReference
import scala.jdk.StreamConverters._
import scala.util.Using

/** Sum of a Linux counter over the threads of each process. A thread that has ended keeps its last value.
  *
  * @param processes
  *   name and id of each
  */
private[metrics] abstract class ThreadCounters(processes: Vector[(String, Long)], proc: Path) extends Source {
  import ThreadCounters._

  /** The column after the process's name. */
  protected def counter: String

  /** True if the thread with this folder is counted; asked once per thread. */
  protected def isCounted(thread: Path): Boolean

  /** Counter of the thread with this folder; none once it is gone. */
  protected def count(thread: Path): Option[Long]

  /** A sum in the unit of the column. */
  protected def told(sum: Long): Double

  private val seen = new AtomicReference(processes.map(_ => Seen(Set.empty, Map.empty, 0)))

  override def columns: Vector[String] = processes.map { case (name, _) => s"$name.$counter" }

  override def sample(): Vector[Option[Double]] = {
    val looked = seen.get().zip(processes).map { case (before, (_, pid)) =>
      val tasks = proc.resolve(pid.toString).resolve("task")
      Option.when(Files.isDirectory(tasks))(look(tasks, before))
    }
    seen.set(looked.zip(seen.get()).map { case (now, before) => now.getOrElse(before) })
    looked.map(_.map(now => told(now.ended + now.counts.values.sum)))
  }

  private def look(tasks: Path, before: Seen): Seen = {
    val alive = names(tasks)
    val (known, unknown) = (alive -- before.others).partition(before.counts.contains)
    val (begun, others) = unknown.partition(task => isCounted(tasks.resolve(task)))
    val counts = (known ++ begun).flatMap(task => count(tasks.resolve(task)).map(task -> _))
    // an id may come back as that of another thread
    val (kept, ended) = before.counts.partition { case (task, _) => alive(task) }
    Seen(before.others.intersect(alive) ++ others, kept ++ counts, before.ended + ended.values.sum)
  }

  private def names(tasks: Path): Set[String] =
    Using.resource(Files.list(tasks))(_.toScala(Vector)).map(_.getFileName.toString).toSet
}

private object ThreadCounters {

  /** Threads by their ids: those that are not counted, the counts of the others, and the sum of what those had that
    * have ended.
    */
  private final case class Seen(others: Set[String], counts: Map[String, Long], ended: Long)
}
