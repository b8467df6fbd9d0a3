package bottleneck.lab.explain.stats

import bottleneck.lab.explain.log.{LogError, LogReader, LogRecord}
import java.nio.file.Path

/** The levels of a staircase, rising, and how many users and requests were there over all that is judged of them. */
final case class Levels(readings: Vector[LevelReading], occupancy: Occupancy)

object Levels {

  /** @param steps
    *   users of each level and the part of it that is judged, all equally long
    */
  def read(log: Path, steps: Vector[(Int, Window)]): Either[LogError, Levels] = {
    val levels = steps.map { case (users, window) => new Collector(users, window) }
    LogReader
      .read(log)(record => levels.foreach(_.add(record)))
      .map(_ => Levels(levels.map(_.reading), Occupancy.mean(levels.map(_.occupancy))))
  }

  private final class Collector(users: Int, window: Window) {
    private val requests = new Measurement.Collector(window)
    private val present = new Occupancy.Collector(window)

    def add(record: LogRecord): Unit = {
      requests.add(record)
      present.add(record)
    }

    def occupancy: Occupancy = present.occupancy

    def reading: LevelReading = {
      val total = requests.measurement.total
      val ended = total.ok + total.ko
      LevelReading(
        users,
        window.fromMs,
        window.toMs,
        total.ok,
        total.throughput,
        total.latencyMs.map(_.p50),
        total.latencyMs.map(_.p95),
        if (ended == 0) 0 else total.ko.toDouble / ended
      )
    }
  }
}
