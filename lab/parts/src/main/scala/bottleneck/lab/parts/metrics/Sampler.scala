package bottleneck.lab.parts.metrics

import bottleneck.lab.figures.files.{Csv, MetricsFile}
import bottleneck.lab.parts.host.Daemon
import bottleneck.lab.parts.metrics.WallClock.Reading
import java.io.{IOException, Writer}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.{MILLISECONDS, NANOSECONDS}
import java.util.concurrent._
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.{Try, Using}

/** Writes a row of all sources' answers at a fixed rate, and on request. Every source answers on a thread of its own
  * and has one question open at most; what is not answered before the next row is due is an empty cell, whatever keeps
  * it.
  */
final class Sampler private (sources: Vector[Source], csv: Writer, period: FiniteDuration) extends AutoCloseable {
  private val threads = Executors.newCachedThreadPool(Sampler.threads)
  private val asked = sources.map(new Asked(_))
  private val calls = new LinkedBlockingQueue[Sampler.Call]
  private val unwritten = new AtomicReference(Option.empty[String])
  private val began = System.nanoTime()
  private val clock = Sampler.threads.newThread(() => run())

  /** Takes no further row and returns when the threads are gone and the file is closed: within a second. */
  override def close(): Unit = {
    calls.put(Sampler.End)
    clock.join()
    threads.shutdown()
    val _ = threads.awaitTermination(period.toMillis, MILLISECONDS)
    sources.foreach(_.close())
  }

  /** Has a row written now, and returns at once. */
  def sampleNow(): Unit = if (calls.isEmpty) calls.put(Sampler.Now)

  /** Reason why rows are missing, such as a full disk; asked when it is closed. */
  def problem: Option[String] = unwritten.get()

  private def run(): Unit =
    try Using.resource(csv)(_ => rows(0))
    catch { case error: IOException => unwritten.set(Some(Option(error.getMessage).getOrElse(error.toString))) }

  /** A row that took longer than a period leaves a gap, not a burst. */
  @tailrec private def rows(tick: Long): Unit =
    Option(calls.poll(began + tick * period.toNanos - System.nanoTime(), NANOSECONDS)) match {
      case Some(Sampler.End) => ()
      case Some(Sampler.Now) =>
        row()
        rows(tick)
      case None =>
        row()
        rows(math.max(tick, (System.nanoTime() - began) / period.toNanos) + 1)
    }

  private def row(): Unit = {
    val deadline = (period * 9 / 10).fromNow
    val at = System.currentTimeMillis()
    val answers = asked.map(_.ask())
    write(at.toString +: answers.flatMap(_(deadline)).map(_.fold("")(Csv.plain)))
  }

  private[metrics] def write(cells: Vector[String]): Unit = {
    csv.write(Csv.render(Vector(cells)))
    csv.flush()
  }

  private final class Asked(source: Source) {
    private type Answer = CompletableFuture[Vector[Option[Double]]]
    private val nothing = source.columns.map(_ => Option.empty[Double])
    private val last = new AtomicReference[Answer](CompletableFuture.completedFuture(nothing))

    /** The answer at a deadline. */
    def ask(): Deadline => Vector[Option[Double]] =
      if (last.get().isDone) {
        val answer: Answer = CompletableFuture.supplyAsync(() => source.sample(), threads)
        last.set(answer)
        deadline =>
          Try(answer.get(math.max(0, deadline.timeLeft.toMillis), MILLISECONDS))
            .filter(_.size == nothing.size)
            .getOrElse(nothing)
      } else _ => nothing
  }
}

object Sampler {

  private sealed trait Call
  private case object Now extends Call
  private case object End extends Call

  private val count = new AtomicInteger()
  private val threads: ThreadFactory = new Daemon(s"metrics-${count.incrementAndGet()}", _)

  /** Writes the header to `file` and then a row every `period`. */
  def start(sources: Vector[Source], file: Path, period: FiniteDuration): Sampler = {
    val _ = Files.createDirectories(file.toAbsolutePath.getParent)
    start(sources, Files.newBufferedWriter(file), period)
  }

  private[metrics] def start(sources: Vector[Source], csv: Writer, period: FiniteDuration): Sampler = {
    val names = MetricsFile.time +: sources.flatMap(_.columns)
    require(names.distinct.size == names.size, s"columns must differ: ${names.diff(names.distinct)}")
    val sampler = new Sampler(sources, csv, period)
    sampler.write(names)
    sampler.clock.start()
    sampler
  }
}

/** Something that is asked for the same values again and again. */
trait Source extends AutoCloseable {

  /** The names of its values: `part.what_unit`, and `_total` at the end of what only grows. */
  def columns: Vector[String]

  /** A value for each column within about [[Source.patience]]; none where it cannot be had, or where this throws. */
  def sample(): Vector[Option[Double]]

  override def close(): Unit = ()
}

object Source {

  val patience: FiniteDuration = 800.millis
}

/** Step of the wall clock (ms since 1970) relative to the monotonic clock (ns) since this was made: 0 until the clock
  * is set. Slewing, as by NTP, changes it little, and on Linux not at all: the monotonic clock is slewed too
  * (clock_gettime(2)).
  */
private[metrics] final class WallClock(millis: () => Long, nanos: () => Long) extends Source {
  private val began = read()

  override def columns: Vector[String] = Vector(MetricsFile.clockAhead)

  override def sample(): Vector[Option[Double]] = Vector(Some(read().aheadMs - began.aheadMs))

  /** Offset of the wall clock. A thread may lose its core between two readings, so the closest of several counts. */
  private def read(): Reading = Vector
    .fill(WallClock.attempts) {
      val (before, wall, after) = (nanos(), millis(), nanos())
      Reading(wall - (before + (after - before) / 2) / 1e6, after - before)
    }
    .minBy(_.withinNanos)
}

private[metrics] object WallClock {
  private val attempts = 5

  private final case class Reading(aheadMs: Double, withinNanos: Long)

  def ofThisSystem: WallClock = new WallClock(() => System.currentTimeMillis(), () => System.nanoTime())
}
