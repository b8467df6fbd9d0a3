package bottleneck.lab.parts.metrics

import bottleneck.lab.parts.host.Folders
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicReference

/** Sum of a Linux counter over the threads of each process (name and id). A thread that has ended keeps its last value.
  * `isCounted` is asked once per thread, by its folder; `count` is none once it is gone; `inUnit` gives a sum in the
  * unit of the column.
  */
private[metrics] final class ThreadCounters private (processes: Vector[(String, Long)], proc: Path, counter: String)(
    isCounted: Path => Boolean,
    count: Path => Option[Long],
    inUnit: Long => Double
) extends Source {
  import ThreadCounters._

  private val seen = new AtomicReference(processes.map(_ => Seen(Set.empty, Map.empty, 0)))

  override def columns: Vector[String] = processes.map { case (name, _) => s"$name.$counter" }

  override def sample(): Vector[Option[Double]] = {
    val looked = seen.get().zip(processes).map { case (before, (_, pid)) =>
      val tasks = proc.resolve(pid.toString).resolve("task")
      Option.when(Files.isDirectory(tasks))(look(tasks, before))
    }
    seen.set(looked.zip(seen.get()).map { case (now, before) => now.getOrElse(before) })
    looked.map(_.map(now => inUnit(now.ended + now.counts.values.sum)))
  }

  private def look(tasks: Path, before: Seen): Seen = {
    val alive = Folders.entries(tasks).map(_.getFileName.toString).toSet
    val (known, unknown) = (alive -- before.others).partition(before.counts.contains)
    val (begun, others) = unknown.partition(task => isCounted(tasks.resolve(task)))
    val counts = (known ++ begun).flatMap(task => count(tasks.resolve(task)).map(task -> _))
    // an id may come back as that of another thread
    val (kept, ended) = before.counts.partition { case (task, _) => alive(task) }
    Seen(before.others.intersect(alive) ++ others, kept ++ counts, before.ended + ended.values.sum)
  }
}

private[metrics] object ThreadCounters {

  /** Ids of threads that are not counted, counts of the others, and the sum of those that have ended. */
  private final case class Seen(others: Set[String], counts: Map[String, Long], ended: Long)

  /** Voluntary and involuntary context switches, from `/proc/pid/task/tid/status`, see proc(5). */
  def contextSwitches(processes: Vector[(String, Long)], proc: Path): ThreadCounters =
    new ThreadCounters(processes, proc, "context_switches_total")(
      _ => true,
      LinuxProcesses.read(_, "status").map(switches),
      _.toDouble
    )

  /** Ends the names of both kinds: voluntary_… and nonvoluntary_…. */
  private val switchesName = "voluntary_ctxt_switches:"

  private def switches(status: String): Long =
    Iterator
      .iterate(status.indexOf(switchesName))(at => status.indexOf(switchesName, at + 1))
      .takeWhile(_ >= 0)
      .map(at => status.substring(at + switchesName.length, status.indexOf('\n', at)).trim.toLong)
      .sum

  /** CPU time of the compiler threads of JVMs, as Linux counts it. The compilation time that a JVM reports is elapsed
    * time: on busy cores it is mostly waiting.
    */
  def compilers(jvms: Vector[(String, Long)], proc: Path): ThreadCounters =
    new ThreadCounters(jvms, proc, "compiler_cpu_seconds_total")(
      LinuxProcesses.read(_, "comm").exists(name => compilerNames.exists(name.startsWith)),
      LinuxProcesses.times(_).map(_.own),
      LinuxProcesses.seconds
    )

  /** Names of HotSpot's compiler threads (`C1 CompilerThread0`, …), truncated as Linux does. */
  private val compilerNames = Vector("C1 CompilerThre", "C2 CompilerThre")
}
