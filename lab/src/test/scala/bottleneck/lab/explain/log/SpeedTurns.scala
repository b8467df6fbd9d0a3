package bottleneck.lab.explain.log

import bottleneck.lab.explain.stats.{RunStatistics, Window}
import java.nio.file.{Files, Path}

/** Seconds that a log takes, each time in a fresh JVM: from the line with which Gatling begins to parse it to the line
  * with which it has, and as long with this lab.
  *
  * @param folder
  *   of results, with the log's folder in it
  */
final class SpeedTurns(folder: Path, log: Path) {
  import SpeedTurns._

  private val jvm = new BenchmarkJvm(heapMiB = 1024)
  private val silent = Files.writeString(folder.resolve("logback.xml"), "<configuration/>")

  def ours(): Double =
    jvm.seconds(Vector(SpeedTurns.getClass.getName.stripSuffix("$"), log.toString), begins, ends)

  def gatlings(): Double = jvm.seconds(
    Vector(s"-Dlogback.configurationFile=$silent", "io.gatling.app.Gatling", "-rf", folder.toAbsolutePath.toString) ++
      Vector("-ro", log.getParent.getFileName.toString),
    begins,
    ends
  )
}

object SpeedTurns {
  private val begins = "Parsing log file(s)..."
  private val ends = "Parsing log file(s) done"

  /** Reads a log once. */
  def main(arguments: Array[String]): Unit = {
    println(begins)
    val read = RunStatistics.read(Path.of(arguments.head), Window(0, Int.MaxValue))
    require(read.exists(_.measurement.total.ok > 0), "the log holds no OK response")
    println(ends)
  }
}
