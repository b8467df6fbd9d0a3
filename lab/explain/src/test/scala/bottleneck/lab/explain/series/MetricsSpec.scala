package bottleneck.lab.explain.series

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.files.CsvError
import bottleneck.lab.files.CsvError.BadLine
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class MetricsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def file: Path = folder.resolve("metrics.csv")

  private def read(text: String): Either[CsvError, Metrics] = Metrics.read(Files.writeString(file, text))

  private def metrics(text: String): Metrics = read(text).fold(error => fail(error.message), identity)

  private val header =
    "at_ms,service-1.cpu_seconds_total,service-1.hikari_active_connections,machine.cpu_seconds_total\n"

  /** The service does not answer at 3000. */
  private val sampled = header +
    "1000,10,1,100\n" +
    "2000,10.5,4,102\n" +
    "3000,,,104\n" +
    "4000,12,3,106\n" +
    "5000,13,2,108\n"

  private val cpu = "service-1.cpu_seconds_total"
  private val active = "service-1.hikari_active_connections"

  "Metrics" should "be read with their columns, parts, times and empty cells" in {
    val read = metrics(sampled)
    read.columns shouldBe Vector(cpu, active, "machine.cpu_seconds_total")
    read.parts shouldBe Vector("service-1", "machine")
    read.times shouldBe Vector(1000, 2000, 3000, 4000, 5000)
    read.gauge(active) shouldBe Vector(Some(1), Some(4), None, Some(3), Some(2))
    read.isPartial shouldBe false
  }

  it should "have the maximum and the mean of a window, its ends included" in {
    val read = metrics(sampled)
    read.max(active, 2001, 5000) shouldBe Some(3)
    read.max(active, 2000, 5000) shouldBe Some(4)
    read.mean(active, 2000, 5000) shouldBe Some(3)
    read.mean(active, 2500, 3500) shouldBe None
  }

  "The increase of a counter" should "be scaled from its samples to the window" in {
    val read = metrics(sampled)
    // from 10 to 13 in 4 s, and the window is 5 s
    read.increase(cpu, 500, 5500) shouldBe Some(3.75)
    read.increase(cpu, 1000, 5000) shouldBe Some(3)
    // the cell of 3000 is empty: from 10.5 at 2000 to 12 at 4000
    read.increase(cpu, 2000, 4500) shouldBe Some(1.875)
    read.increase(cpu, 3000, 5000) shouldBe Some(2)
  }

  it should "be nothing where samples are missing for more than half of the window" in {
    val read = metrics(sampled)
    read.increase(cpu, 2500, 4500) shouldBe None
    read.increase(cpu, 4000, 6000) shouldBe Some(2)
    read.increase(cpu, 4000, 6001) shouldBe None
  }

  it should "be nothing where the counter began anew" in {
    val again = metrics("at_ms,a.b_total\n1000,5\n2000,1\n3000,9\n")
    again.increase("a.b_total", 1000, 3000) shouldBe None
    again.increase("a.b_total", 2000, 3000) shouldBe Some(8)
    again.rate("a.b_total") shouldBe Vector(3000L -> 8.0)
  }

  "The growth of a counter" should "be what its samples differ by, not scaled to the window" in {
    val read = metrics(sampled)
    read.growth(cpu, 2000, 4500) shouldBe Some(1.5)
    read.growth(cpu, 2500, 4500) shouldBe None
  }

  "The rate of a counter" should "be per second, across empty cells" in {
    metrics(sampled).rate(cpu) shouldBe Vector(2000L -> 0.5, 4000L -> 0.75, 5000L -> 1.0)
  }

  "A file" should "be partial when a row was cut, whatever is left of it" in
    Vector("6000,14", "6000,14,2,110", "6").foreach { cut =>
      val read = metrics(sampled + cut)
      read.isPartial shouldBe true
      read.times.last shouldBe 5000
    }

  it should "be refused by the line that is ragged or holds no number" in {
    read(sampled + "6000,14\n7000,1,1,1\n") shouldBe Left(BadLine(file, 7, "it has 2 cells, not 4"))
    read(sampled + "6000,14,2,110,1\n") shouldBe Left(BadLine(file, 7, "it has 5 cells, not 4"))
    read(sampled + "\n") shouldBe Left(BadLine(file, 7, "it has 1 cells, not 4"))
    read(header + "1000,10,many,100\n") shouldBe Left(BadLine(file, 2, s"$active is no number: many"))
    read(header + "now,10,1,100\n") shouldBe Left(BadLine(file, 2, "at_ms is no time: now"))
  }
}
