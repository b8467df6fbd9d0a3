package bottleneck.lab.command

import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{LogFormat, LogHeader, LogWriter}
import bottleneck.lab.model.Run
import bottleneck.lab.{ChildJvm, Slow}
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import scala.util.{Random, Using}

/** Logs that do not fit into the heap. */
class BoundedMemorySpec extends AnyFlatSpec with ChildJvm {
  private def explain(megabytes: Int, requests: Int): Assertion = {
    val log = folder.resolve("simulation.log").toString
    jvm(s"-Xmx${megabytes}m", ManyRequests.getClass.getName.stripSuffix("$"), log, requests.toString) shouldBe
      ((0, s"$requests requests in 40, window 1 to 601 s\n"))
  }

  "1,000,000 requests" should "do with 24 MB of heap" in explain(24, 1000000)

  "10,000,000 requests" should "do with 64 MB of heap" taggedAs Slow in explain(64, 10000000)
}

/** Writes a log of ten minutes and so many requests, and explains it. */
object ManyRequests {
  def main(arguments: Array[String]): Unit = {
    val (log, requests) = (Path.of(arguments(0)), arguments(1).toInt)
    write(log, requests)
    val run = LogStatistics.read(log).fold(problem => throw new IllegalStateException(problem.sentence), identity[Run])
    val window = run.measured.fold("none")(of => s"${of.window.fromMs / 1000} to ${of.window.toMs / 1000} s")
    println(s"${run.total.count} requests in ${run.requests.size}, window $window")
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
}
