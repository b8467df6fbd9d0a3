package bottleneck.lab.log

import bottleneck.lab.log.LogRecord.User
import java.io.{IOException, OutputStream}
import java.nio.file.Path
import scala.collection.mutable
import scala.util.Using

/** Cuts a part of a run out of its log, so that Gatling makes its report of that part. */
object LogCutter {

  /** Keeps the records that end from `fromMs` to before `toMs`, in ms since the log's start, which stays the same.
    * Users who are there at `fromMs` arrive then; users who are there at `toMs` leave then, unless the log ends before.
    * `target` and `anyVersion` are those of [[LogMerger.merge]].
    */
  def cut(log: Path, target: Path, fromMs: Int, toMs: Int, anyVersion: Boolean = false): Either[LogError, Log] = {
    require(fromMs < toMs, s"begin ($fromMs ms) must be before end ($toMs ms)")
    val part = new Part(fromMs, toMs)
    try
      for {
        _ <- LogMerger.distinct(Vector(log), target)
        whole <- LogReader.read(log, anyVersion)(part.add)
        _ <- Either.cond(part.kept > 0, (), LogError.NothingLeft(log, fromMs, toMs, part.lastMs))
        cut <- WholeFile.writeUnless(target)(write(log, whole, part, _))
      } yield cut
    catch { case error: IOException => Left(LogError.Unwritable(target, LogError.reason(error))) }
  }

  private[log] def write(log: Path, whole: Log, part: Part, output: OutputStream): Either[LogError, Log] =
    Using.resource(LogSink.of(output, whole.header)) { sink =>
      part.arrivals.foreach(sink.write)
      OpenLog
        .of(log, anyVersion = true)
        .flatMap(Using.resource(_) { records =>
          var kept = 0L
          // a log that still grows is cut as it was read before
          (1L until whole.records).iterator.zip(records).map(_._2).filter(part.has).foreach { record =>
            sink.write(record)
            kept += 1
          }
          part.departures.foreach(sink.write)
          val cut = whole.copy(records = 1 + part.kept + part.arrivals.size + part.departures.size)
          Either.cond(kept == part.kept, cut, LogError.ConcurrentChange(log))
        })
    }

  private[log] final class Part(fromMs: Int, toMs: Int) {
    private val before, until = mutable.SortedMap.empty[Int, Int].withDefaultValue(0)

    /** Number of records that the part has of the log. */
    var kept = 0L
    var lastMs = 0

    def has(record: LogRecord): Boolean = record.at >= fromMs && record.at < toMs

    def add(record: LogRecord): Unit = {
      lastMs = math.max(lastMs, record.at)
      if (has(record)) kept += 1
      record match {
        case User(scenario, arrives, at) =>
          val change = if (arrives) 1 else -1
          if (at < fromMs) before(scenario) += change
          if (at < toMs) until(scenario) += change
        case _ => ()
      }
    }

    def arrivals: Vector[User] = users(before, arrive = true, fromMs)

    def departures: Vector[User] = if (lastMs < toMs) Vector.empty else users(until, arrive = false, toMs)

    private def users(present: collection.Map[Int, Int], arrive: Boolean, at: Int): Vector[User] =
      present.toVector.flatMap { case (scenario, number) => Vector.fill(number)(User(scenario, arrive, at)) }
  }
}
