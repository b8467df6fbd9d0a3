package bottleneck.lab.command

import bottleneck.lab.figures.reading.RunFigures
import bottleneck.lab.log.LogRecord.{Group, Request, User}
import bottleneck.lab.log.{LogFormat, LogHeader, LogSink}
import io.gatling.core.config.GatlingConfiguration
import java.io.{BufferedOutputStream, File}
import java.nio.file.{Files, Path}
import java.util.{Comparator, Locale}
import scala.util.{Random, Using}

/** Seconds that large logs take, beside the parser of Gatling's own report in the same process; fails where they are
  * more than they may be. See CONTRIBUTING.md.
  */
object LogBenchmark {
  private val rounds = 7
  private val million = 1000000
  private val gatling = GatlingConfiguration.load()
  private val folder = Files.createTempDirectory("benchmark")

  private val binary =
    LogHeader("3.15.1", "bench.Simulation", 1700000000000L, "", Vector("all"), Vector.empty, LogFormat.Binary)
  private val text = binary.copy(gatlingVersion = "3.11.5", format = LogFormat.Text34, id = "bench")

  /** 10,000 requests per second of 20 names, two of them in groups, of about 20 ms to 2 s; one of 100 fails. */
  private def write(header: LogHeader, requests: Int): Path = {
    val log = Files.createDirectories(folder.resolve(s"${header.gatlingVersion}-$requests")).resolve("simulation.log")
    val random = new Random(39)
    val names = Vector.tabulate(20)(n => s"GET /items/$n")
    val paths = Vector.tabulate(20)(n => if (n < 2) Vector("checkout", s"step $n") else Vector.empty)
    Using.resource(LogSink.of(new BufferedOutputStream(Files.newOutputStream(log), 1 << 20), header)) { sink =>
      (0 until 1000).foreach(user => sink.write(User(0, arrives = true, user)))
      for (n <- 0 until requests) {
        val (end, kind) = (3000 + n / 10, n % 20)
        val start = end - math.min(2900, (20 + 60 * math.exp(random.nextGaussian())).toInt)
        val ok = n % 100 != 7
        sink.write(Request(paths(kind), names(kind), start, end, ok, if (ok) "" else "status.find.is(200), found 500"))
        if (kind < 2) sink.write(Group(paths(kind), start, end, end - start, ok))
      }
      (0 until 1000).foreach(_ => sink.write(User(0, arrives = false, 3000 + requests / 10)))
    }
    log
  }

  private def ours(log: Path): Unit =
    RunFigures.read(log).fold(problem => sys.error(problem.message), read => require(read._1.total.count > 0))

  /** Gatling keeps its reader to itself. */
  private def theirs(log: Path): Unit = {
    val reader = Class
      .forName("io.gatling.charts.stats.LogFileReader")
      .getConstructor(classOf[File], classOf[GatlingConfiguration])
    val opened = reader.newInstance(log.toFile, gatling)
    opened.getClass.getMethod("read").invoke(opened): Unit
  }

  private def seconds(work: => Unit): Double = {
    val start = System.nanoTime()
    work
    (System.nanoTime() - start) / 1e9
  }

  private def median(values: Vector[Double]): Double = values.sorted.apply(values.size / 2)

  private def say(what: String, times: Vector[Double]): Unit =
    println(
      s"$what: median ${"%.2f".formatLocal(Locale.ROOT, median(times))} s of ${times.map("%.2f".formatLocal(Locale.ROOT, _)).mkString(" ")}"
    )

  /** @param arguments bottleneck.jar */
  def main(arguments: Array[String]): Unit =
    try {
      val ratio = besideGatling()
      val wall = Vector(binary, text).map(ofTheJar(Path.of(arguments(0)), _))
      require(ratio >= 8, s"$ratio times as fast as Gatling's own parser; at least 8")
      require(wall.max <= 1.2, s"${wall.max} s for a million requests; at most 1.2 s")
    } finally Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.delete(_)))

  private def besideGatling(): Double = {
    val (of3151, of3115) = (write(binary, million), write(text, million))
    // in turns, so that what else the machine does hits all
    val times = Vector.fill(rounds)((seconds(ours(of3151)), seconds(theirs(of3151)), seconds(ours(of3115))))
    say("ours, binary", times.map(_._1))
    say("Gatling 3.15.1, binary", times.map(_._2))
    say("ours, text of 3.11", times.map(_._3))
    val ratio = median(times.map(_._2)) / median(times.map(_._1))
    println(s"Gatling ÷ ours: ${"%.1f".formatLocal(Locale.ROOT, ratio)}")
    ratio
  }

  /** Median for a million requests; ten million must do with 64 MB. */
  private def ofTheJar(jar: Path, header: LogHeader): Double = {
    def explain(log: Path, options: String*): Double = seconds {
      val java = Path.of(sys.props("java.home"), "bin", "java").toString
      val page = Vector("--html", log.resolveSibling("report.html").toString)
      val command = (java +: options) ++ Vector("-jar", jar.toString, "explain", log.toString) ++ page
      val output = folder.resolve("output.txt").toFile
      val code = new ProcessBuilder(command: _*).redirectErrorStream(true).redirectOutput(output).start().waitFor()
      require(code == 0, Files.readString(output.toPath))
    }
    val log = write(header, million)
    val times = Vector.fill(rounds)(explain(log))
    say(s"java -jar bottleneck.jar explain LOG --html, ${header.format.label}", times)
    val ten = write(header, 10 * million)
    say(s"10,000,000 requests in 64 MB, ${header.format.label}", Vector(explain(ten, "-Xmx64m")))
    Files.delete(ten)
    median(times)
  }
}
