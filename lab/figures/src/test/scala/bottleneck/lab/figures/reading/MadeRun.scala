package bottleneck.lab.figures.reading

import bottleneck.lab.figures.{LogStatistics, Run}
import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{Log, LogFormat, LogHeader, LogRecord}
import scala.util.Random

/** Runs of made records. */
object MadeRun {
  private val header =
    LogHeader("3.15.1", "made.Simulation", 1795224950914L, "", Vector("made"), Vector.empty, LogFormat.Binary)

  def request(
      start: Int,
      end: Int,
      error: String = "",
      name: String = "GET /",
      groups: Vector[String] = Vector.empty
  ): Request =
    Request(groups, name, start, end, error.isEmpty, error)

  def of(records: Iterable[LogRecord], fromMs: Int = 0, toMs: Int = Int.MaxValue, version: String = "3.15.1")(
      log: Log => Log
  ): Run = {
    val statistics = new LogStatistics(fromMs, toMs)
    records.foreach(statistics.add)
    new RunFigures(statistics, log(Log(header.copy(gatlingVersion = version), 1, isPartial = false)), None).run
  }

  def of(records: LogRecord*): Run = of(records)(identity)

  /** Users who arrive evenly, send one request after the other until their time is over, and leave. */
  def closed(users: Int, arrivalMs: Int, lengthMs: Int, random: Random)(
      responseMs: (Random, Int) => Int
  ): Vector[LogRecord] =
    (0 until users).toVector
      .flatMap { user =>
        val arrives = if (users == 1) 0 else arrivalMs * user / users
        val starts = Iterator
          .iterate((arrives, arrives)) { case (_, end) => (end, end + math.max(1, responseMs(random, end))) }
          .drop(1)
          .takeWhile(_._1 < lengthMs)
          .toVector
        val requests = starts.map { case (start, end) => request(start, end) }
        User(0, arrives = true, arrives) +: requests :+ User(0, arrives = false, math.max(lengthMs, starts.last._2))
      }
      .sortBy(_.at)
}
