package bottleneck.lab.figures.reading

import bottleneck.lab.figures.series.Metrics
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{LogReader, LogRecord, MadeLog, TemporaryFolder}
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class JoinedSlicesSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** Of a run of 10 s, slices of 1 s and of 2 s. */
  private val joined = new JoinedSlices(Vector(Window(2000, 3000), Window(6000, 8000)), settleMs = 500)

  private def request(of: String, start: Int, end: Int): Request =
    Request(Vector(of), "GET /", start, end, ok = true, "")

  private def read(records: LogRecord*): Vector[LogRecord] = {
    val log = MadeLog.write(folder.resolve("whole.log"), records)
    joined.log(log, folder.resolve("simulation.log"), "no index", users = 2).map(_ => ()) shouldBe Right(())
    var seen = Vector.empty[LogRecord]
    val _ = LogReader.read(folder.resolve("simulation.log"))(record => seen = seen :+ record)
    seen
  }

  "A joined log" should "have what ended in a slice of its variant, one slice after the other" in {
    val requests = read(
      request("no index", 1900, 2000),
      request("index", 2100, 2200),
      request("no index", 2950, 3001),
      request("no index", 6400, 7000),
      Group(Vector("no index"), 6400, 7000, 600, ok = true)
    ).collect { case request: Request => request }
    requests.map(of => (of.groups, of.start, of.end)) shouldBe
      Vector((Vector.empty, 400, 500), (Vector.empty, 1900, 2500))
  }

  it should "keep what its requests took, and have its users from its start to its end" in {
    read(request("no index", 1900, 2100)).map(_.at) shouldBe Vector(0, 0, 600, 3500, 3500)
  }

  "Joined metrics" should "have counters that grow in the slices alone, up to the ends of each" in {
    val file = folder.resolve("metrics.csv")
    val rows = (0 to 10).map(n => s"${MadeLog.start + n * 1000 + 10},${n * 2},${if (n == 6) 7 else 1}")
    Files.writeString(
      file,
      ("at_ms,service-1.cpu_seconds_total,service-1.hikari_pending_threads" +: rows).mkString("", "\n", "\n")
    )
    joined.metrics(file, MadeLog.start) shouldBe Right(())
    val metrics = Metrics.read(file).fold(problem => fail(problem.sentence), identity)
    metrics.times.map(_ - MadeLog.start) shouldBe Vector(500L, 1500L, 1500L, 2500L, 3500L)
    metrics.gauge("service-1.cpu_seconds_total").flatten shouldBe Vector(0, 2, 2, 4, 6)
    metrics.gauge("service-1.hikari_pending_threads").flatten shouldBe Vector(1, 1, 7, 1, 1)
  }

  they should "keep a counter from falling where cells are empty, and count a slice between two rows" in {
    val file = folder.resolve("metrics.csv")
    // rows of half of the first slice stand for all of it; of the second the first cell is empty
    val rows = Vector(2000 -> "10", 2500 -> "14", 3500 -> "", 6000 -> "", 6500 -> "40", 8000 -> "46").map {
      case (ms, cell) => s"${MadeLog.start + ms},$cell"
    }
    Files.writeString(file, ("at_ms,service-1.cpu_seconds_total" +: rows).mkString("", "\n", "\n"))
    joined.metrics(file, MadeLog.start) shouldBe Right(())
    val metrics = Metrics.read(file).fold(problem => fail(problem.sentence), identity)
    metrics.gauge("service-1.cpu_seconds_total").flatten shouldBe Vector(0, 8, 8, 14)
  }

  they should "have no row of a slice between two others" in {
    val file = folder.resolve("metrics.csv")
    Files.writeString(file, s"at_ms,x_total\n${MadeLog.start},1\n${MadeLog.start + 9000},2\n")
    new JoinedSlices(Vector(Window(2000, 3000)), settleMs = 500).metrics(file, MadeLog.start) shouldBe Right(())
    Files.readString(file).linesIterator.size shouldBe 1
  }
}
