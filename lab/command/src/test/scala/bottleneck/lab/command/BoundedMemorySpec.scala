package bottleneck.lab.command

import bottleneck.lab.figures.Numbers
import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{ChildJvm, GoldenLogs, LogFormat, LogHeader, LogWriter, Project, Slow}
import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import scala.jdk.StreamConverters._
import scala.util.{Random, Using}

/** Logs that do not fit into the heap. */
class BoundedMemorySpec extends AnyFlatSpec with ChildJvm {

  /** Explains a log of ten minutes. */
  private def explain(megabytes: Int, requests: Int): Assertion = {
    val log = folder.resolve("simulation.log")
    write(log, requests)
    val (code, said) = jvm(s"-Xmx${megabytes}m", "bottleneck.lab.command.Main", "explain", log.toString)
    code shouldBe 0
    said should (include(s"${Numbers.count(requests.toLong)} requests in ") and include("from second 1 to 601,"))
    said should include("and 30 more requests")
  }

  private def write(log: Path, requests: Int): Unit = {
    val random = new Random(1)
    val header = LogHeader("3.15.1", "made.Many", 0, "", Vector("made"), Vector.empty, LogFormat.Binary)
    val groups = Vector(Vector.empty, Vector("shop"))
    Using.resource(new LogWriter(Files.newOutputStream(log), header)) { writer =>
      for (_ <- 1 to 100) writer.write(User(0, arrives = true, 500))
      for (n <- 0 until requests) {
        val end = 1000 + (n * 600000L / requests).toInt
        val start = math.max(0, end - (20 * math.exp(1.5 * random.nextGaussian())).toInt)
        val message = if (n % 100 == 0) s"status.find.is(200), but actually found ${500 + n % 7}" else ""
        writer.write(Request(groups(n % 2), s"GET /${n % 40}", start, end, message.isEmpty, message))
      }
      for (_ <- 1 to 100) writer.write(User(0, arrives = false, 601000))
    }
  }

  "1,000,000 requests" should "do with 24 MB of heap" in explain(24, 1000000)

  "10,000,000 requests" should "do with 64 MB of heap" taggedAs Slow in explain(64, 10000000)

  private def damage(times: Int): Assertion = {
    val samples = Project.root.resolve("lab/log/src/test/resources/bottleneck/lab/log").toString
    jvm("-Xmx256m", DamagedLogs.getClass.getName.stripSuffix("$"), folder.toString, samples, times.toString) shouldBe
      ((0, "1 with other requests\n"))
  }

  "Damaged logs, and one of ever new names" should "end in figures or a sentence with 256 MB of heap" in damage(5)

  it should "do so however they are damaged" taggedAs Slow in damage(200)
}

/** Runs the command line on damaged logs and on one of 380,000 names, and shows what is wrong. */
object DamagedLogs {
  def main(arguments: Array[String]): Unit = {
    val (folder, samples, times) = (Path.of(arguments(0)), Path.of(arguments(1)), arguments(2).toInt)
    val random = new Random(39)
    val log = folder.resolve("damaged.log")
    for (sample <- Using.resource(Files.list(samples))(_.toScala(Vector)).filter(_.toString.endsWith(".log")).sorted) {
      val bytes = Files.readAllBytes(sample)
      for (n <- 1 to times if bytes.nonEmpty) {
        Files.write(log, GoldenLogs.damaged(bytes, random))
        val said = explain(log)
        if (wrong.exists(said.contains)) println(s"$sample, $n: $said")
      }
    }
    val header = LogHeader("3.15.1", "made.Many", 0, "", Vector("made"), Vector.empty, LogFormat.Binary)
    Using.resource(new LogWriter(Files.newOutputStream(log), header)) { writer =>
      for (n <- 0 until 380000) writer.write(Request(Vector.empty, s"GET /items/$n", n, n + 5, ok = true, ""))
    }
    println(s"${Vector(explain(log)).count(_.contains("other requests"))} with other requests")
  }

  private val wrong = Vector("fault of Bottleneck", "of memory", "Exception:", "exit 1")

  private def explain(log: Path): String = {
    val said = new ByteArrayOutputStream
    val stream = new PrintStream(said, true, UTF_8)
    val (page, json) = (log.resolveSibling("run.html").toString, log.resolveSibling("run.json").toString)
    val words = List("explain", log.toString, "--any-version", "--html", page, "--json", json)
    val code = Main.run(words, Terminal(stream, stream, isTerminal = false, hasColour = false))
    s"exit $code: ${said.toString(UTF_8)}"
  }
}
