package bottleneck.lab.explain.log

import bottleneck.lab.explain.statistics.{RunStatistics, Window}
import java.nio.file.{Files, Path}

/** Seconds that a log takes, each time in a fresh JVM: from the line with which Gatling begins to parse it to the line
  * with which it has, and as long with this lab. Gatling has loaded nine of ten of its classes by then. So the lab
  * reads a log of a few requests first. Its time is given with that, and without: when its classes are loaded and its
  * code is cold.
  *
  * @param folder
  *   of results, with the log's folder in it
  */
final class SpeedTurns(folder: Path, log: Path) {
  import SpeedTurns._

  private val jvm = new BenchmarkJvm(heapMiB = 1024)
  private val small = folder.resolve("small.log")
  SyntheticLog.write(small, count = 100)

  private val silent = Files.writeString(folder.resolve("logback.xml"), "<configuration/>")

  def ours(): SpeedTurns.Ours = {
    val Vector(loaded, ended) = jvm.seconds(
      Vector(SpeedTurns.getClass.getName.stripSuffix("$"), small.toString, log.toString),
      loads,
      begins,
      ends
    ): @unchecked
    Ours(ended - loaded, ended)
  }

  def gatlings(): Double = jvm
    .seconds(
      Vector(s"-Dlogback.configurationFile=$silent", "io.gatling.app.Gatling", "-rf", folder.toAbsolutePath.toString) ++
        Vector("-ro", log.getParent.getFileName.toString),
      begins,
      ends
    )
    .head
}

object SpeedTurns {

  /** Seconds that a log takes, without and with the lab's classes to load. */
  final case class Ours(reading: Double, withLoading: Double)

  private val loads = "Loading classes..."
  private val begins = "Parsing log file(s)..."
  private val ends = "Parsing log file(s) done"

  /** Reads a log, after a small one. */
  def main(arguments: Array[String]): Unit = {
    val Array(small, log) = arguments.map(Path.of(_)): @unchecked
    println(loads)
    read(small)
    println(begins)
    read(log)
    println(ends)
  }

  private def read(log: Path): Unit = {
    val statistics = RunStatistics.read(log, Window(0, Int.MaxValue))
    require(statistics.exists(_.measurement.total.ok > 0), "the log holds no OK response")
  }
}
