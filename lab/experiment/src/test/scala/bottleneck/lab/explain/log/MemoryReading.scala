package bottleneck.lab.explain.log

import bottleneck.lab.explain.reading.GlobalStats
import bottleneck.lab.explain.series.Timeline
import bottleneck.lab.explain.statistics._
import bottleneck.lab.explain.theory.WaitingLine
import java.io.{OutputStream, PrintStream}
import java.nio.file.Path
import scala.concurrent.duration._

/** Reads a [[SyntheticLog]] as each kind of load does, with the files that are written of it, and says how much heap
  * that takes.
  */
object MemoryReading {
  private type Read[A] = Either[LogError, A]

  private val levels = 20

  /** A line that is cheap to simulate: what is measured here is not simulated. */
  private val line = WaitingLine(users = 12, servers = 2, 500.millis, 1500.millis)

  def main(arguments: Array[String]): Unit = {
    val log = Path.of(arguments.head)
    val heap = new HeapAfterCollections
    val length = lengthMs(log)
    val all = Window(0, length)
    val each = length / levels
    val steps = Vector.tabulate(levels)(n => (n + 1) -> Window(n * each, (n + 1) * each))
    val perSecond = SyntheticLog.requestsPerMs * 1000.0

    tell("closed load, order of service", heap)(
      // as a run does it: one is kept while the other is read
      for {
        statistics <- RunStatistics.read(log, all)
        order <- ServiceOrder.read(log, all, line)
      } yield s"${used(statistics)}, ${order.fold(0)(_.sent.size)} seconds of starts"
    )
    tell("open load", heap)(
      RunStatistics
        .readOpen(log, all, 0, perSecond)
        .map(open => s"${used(open)}, ${open.byLoad.lag.fold(0)(_.requests)} starts")
    )
    tell("burst", heap)(
      RunStatistics
        .readBurst(log, 0, 0)
        .map(burst => s"${used(burst)}, ${burst.byLoad.burst.fold(0)(_.requests)} at once")
    )
    tell("staircase", heap)(
      RunStatistics.readStaircase(log, steps).map(stairs => s"${used(stairs)}, ${stairs.byLoad.levels.size} levels")
    )
  }

  private def tell(load: String, heap: HeapAfterCollections)(read: => Read[String]): Unit = {
    heap.restart()
    val said = read.fold(error => sys.error(error.message), identity)
    println(f"  $load: $said; most heap after a collection: ${heap.most / 1e6}%.1f MB")
  }

  private def lengthMs(log: Path): Int = {
    var last = 0
    LogReader.read(log)(record => last = math.max(last, record.at)).fold(error => sys.error(error.message), _ => last)
  }

  /** What a run computes and writes of its statistics, and whether they are whole. */
  private def used(statistics: RunStatistics): String = {
    val total = statistics.measurement.total
    val seconds = Timeline.render(statistics.timeline.timeline).linesIterator.size - 1
    statistics.timeline.writeIntervals(new PrintStream(OutputStream.nullOutputStream()), statistics.log.run.start)
    require(GlobalStats.render(statistics.wholeRun).nonEmpty, "global_stats.json is empty")
    require(statistics.perSecond.map(SteadyState.of).isDefined, "the log is too short to be judged")
    require(statistics.stalls.keySet == statistics.measurement.requests.keySet, "a name has no stall")
    require(statistics.firstFailure.isDefined, "nothing failed")
    f"${total.ok}%,d OK and ${total.ko}%,d failed of ${statistics.stalls.size} names in $seconds%,d s"
  }
}
