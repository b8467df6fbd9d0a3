package bottleneck.lab.run.metrics

import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicReference
import scala.jdk.StreamConverters._
import scala.util.Using

/** CPU time of the compiler threads of JVMs, as Linux counts it. The compilation time that a JVM tells of itself is
  * elapsed time: on busy cores it is mostly waiting.
  *
  * @param jvms
  *   name and process of each
  */
private[metrics] final class CompilerThreads(jvms: Vector[(String, Long)], proc: Path) extends Source {
  import CompilerThreads._

  private val seen = new AtomicReference(jvms.map(_ => Seen(Set.empty, Map.empty)))

  override def columns: Vector[String] = jvms.map { case (name, _) => s"$name.compiler_cpu_seconds_total" }

  override def sample(): Vector[Option[Double]] = {
    val looked = seen.get().zip(jvms).map { case (before, (_, pid)) =>
      val tasks = proc.resolve(pid.toString).resolve("task")
      Option.when(Files.isDirectory(tasks))(look(tasks, before))
    }
    seen.set(looked.zip(seen.get()).map { case (now, before) => now.getOrElse(before) })
    looked.map(_.map(now => LinuxProcesses.seconds(now.compilers.values.sum)))
  }

  /** Reads the name of a thread only once. */
  private def look(tasks: Path, before: Seen): Seen = {
    val (unknown, known) = names(tasks).filterNot(before.others).partition(!before.compilers.contains(_))
    val (compilers, others) = unknown.partition { task =>
      LinuxProcesses.read(tasks.resolve(task), "comm").exists(name => compilerNames.exists(name.startsWith))
    }
    val used = (known ++ compilers).flatMap(task => LinuxProcesses.times(tasks.resolve(task)).map(task -> _.own))
    Seen(before.others ++ others, before.compilers ++ used)
  }

  private def names(tasks: Path): Vector[String] =
    Using.resource(Files.list(tasks))(_.toScala(Vector)).map(_.getFileName.toString)
}

private[metrics] object CompilerThreads {
  private val proc = Path.of("/proc")

  /** Of HotSpot's threads `C1 CompilerThread0` and so on, as far as Linux keeps names. */
  private val compilerNames = Vector("C1 CompilerThre", "C2 CompilerThre")

  /** Threads by their ids: those that do not compile, and the clock ticks of those that do or did. */
  private final case class Seen(others: Set[String], compilers: Map[String, Long])

  /** Nothing where the system does not tell the times of single threads. */
  def ofThisSystem(jvms: Vector[(String, Long)]): Option[CompilerThreads] =
    Option.when(jvms.nonEmpty && Files.isDirectory(proc.resolve("self").resolve("task")))(
      new CompilerThreads(jvms, proc)
    )
}
