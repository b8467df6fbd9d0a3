package bottleneck.lab.explain.log

import bottleneck.lab.explain.stats.{RunStatistics, Window}
import bottleneck.lab.run.host.Folders
import com.sun.management.GarbageCollectionNotificationInfo
import java.lang.management.{ManagementFactory, MemoryType}
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicLong
import javax.management.NotificationEmitter
import javax.management.openmbean.CompositeData
import scala.io.Source
import scala.jdk.CollectionConverters._
import scala.util.Using

/** Reads one log with this lab and with Gatling's own report, turn by turn, each time in a fresh JVM with equal flags:
  * {{{
  * mvn -q -pl lab test-compile exec:exec -Dexec.skip=false -Dexec.executable=java -Dexec.classpathScope=test \
  *   -Dexec.args="-cp %classpath bottleneck.lab.explain.log.LogBenchmark 1000000 5 10000000"
  * }}}
  * Its arguments: requests of the log, rounds, requests of a longer log that the lab alone reads in 256 MiB of heap.
  */
object LogBenchmark {
  private val begins = "Parsing log file(s)..."
  private val ends = "Parsing log file(s) done"

  def main(arguments: Array[String]): Unit = arguments.toVector match {
    case Vector("read", log) => readHere(Path.of(log))
    case Vector(requests, rounds, more) => compare(requests.toInt, rounds.toInt, more.toInt)
    case _ => compare(requests = 1000000, rounds = 5, more = 10000000)
  }

  private def compare(requests: Int, rounds: Int, more: Int): Unit = {
    val folder = Folders.temporary(Path.of("target"), "benchmark")
    try {
      println(
        s"${sys.props("java.vm.name")} ${sys.props("java.version")}, ${Runtime.getRuntime.availableProcessors} cores"
      )
      val turns = new Turns(folder, synthetic(folder, requests))
      val times = (1 to rounds).map(_ => (turns.ours(), turns.gatlings()))
      val (ours, gatlings) = (times.map(_._1), times.map(_._2))
      println(s"the lab: ${describe(ours)}")
      println(s"Gatling: ${describe(gatlings)}")
      println(f"Gatling ÷ the lab: ${median(gatlings) / median(ours)}%.1f")
      val long = synthetic(folder, more)
      timed(jvm("256m") ++ readBy(long)).output.foreach(println)
    } finally Folders.remove(folder)
  }

  private def synthetic(folder: Path, requests: Int): Path = {
    val log = Files.createDirectories(folder.resolve(s"run-$requests")).resolve("simulation.log")
    SyntheticLog.write(log, requests)
    println(f"$requests%,d requests: ${Files.size(log) / 1e6}%.1f MB")
    log
  }

  private final class Turns(folder: Path, log: Path) {
    private val silent = Files.writeString(folder.resolve("logback.xml"), "<configuration/>")

    def ours(): Double = timed(jvm("1g") ++ readBy(log)).seconds

    def gatlings(): Double = timed(
      jvm("1g") ++ Vector(s"-Dlogback.configurationFile=$silent", "io.gatling.app.Gatling") ++
        Vector("-rf", folder.toAbsolutePath.toString, "-ro", log.getParent.getFileName.toString)
    ).seconds
  }

  private def readBy(log: Path): Vector[String] = Vector(getClass.getName.stripSuffix("$"), "read", log.toString)

  private def jvm(heap: String): Vector[String] = Vector(
    Path.of(sys.props("java.home"), "bin", "java").toString,
    s"-Xms$heap",
    s"-Xmx$heap",
    "-XX:+UseG1GC",
    // Gatling makes its strings from the bytes of the log
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "-cp",
    sys.props("java.class.path")
  )

  /** Seconds between the two lines on the console of a process, and what it said until the second. */
  private final case class Timed(seconds: Double, output: Vector[String])

  /** Ends the process at the second line: what Gatling does then is no part of reading. */
  private def timed(command: Vector[String]): Timed = {
    val process = new ProcessBuilder(command: _*).redirectErrorStream(true).start()
    try
      Using.resource(Source.fromInputStream(process.getInputStream)) { console =>
        val output = Vector.newBuilder[String]
        val lines = console.getLines().tapEach(output += _)
        def await(line: String): Long = {
          require(lines.exists(_.startsWith(line)), s"no line '$line' in: ${output.result().mkString("\n")}")
          System.nanoTime()
        }
        val start = await(begins)
        Timed((await(ends) - start) / 1e9, output.result().filterNot(_.startsWith("Parsing")))
      }
    finally {
      val _ = process.destroyForcibly().waitFor()
    }
  }

  private def readHere(log: Path): Unit = {
    val peak = heapAfterCollections()
    println(begins)
    val start = System.nanoTime()
    val read = RunStatistics.read(log, Window(0, Int.MaxValue)).fold(error => sys.error(error.message), identity)
    val total = read.measurement.total
    val seconds = (System.nanoTime() - start) / 1e9
    println(
      f"  ${total.ok}%,d OK and ${total.ko}%,d failed in $seconds%.2f s; most heap after a collection: ${peak.get / 1e6}%.1f MB"
    )
    println(ends)
  }

  /** The largest sum of all heap in use right after a collection, in bytes. */
  private def heapAfterCollections(): AtomicLong = {
    val peak = new AtomicLong
    val heap =
      ManagementFactory.getMemoryPoolMXBeans.asScala.filter(_.getType == MemoryType.HEAP).map(_.getName).toSet
    ManagementFactory.getGarbageCollectorMXBeans.asScala.foreach {
      case collector: NotificationEmitter =>
        collector.addNotificationListener(
          (notification, _) =>
            notification.getUserData match {
              case data: CompositeData =>
                val after = GarbageCollectionNotificationInfo.from(data).getGcInfo.getMemoryUsageAfterGc.asScala
                val _ =
                  peak.accumulateAndGet(after.collect { case (pool, use) if heap(pool) => use.getUsed }.sum, _ max _)
              case _ => ()
            },
          _ => true,
          peak
        )
      case _ => ()
    }
    peak
  }

  private def median(seconds: Seq[Double]): Double = {
    val sorted = seconds.sorted
    (sorted((sorted.size - 1) / 2) + sorted(sorted.size / 2)) / 2
  }

  private def describe(seconds: Seq[Double]): String =
    f"median ${median(seconds)}%.2f s (${seconds.min}%.2f to ${seconds.max}%.2f, ${seconds.size} runs)"
}
