package bottleneck.lab.figures.series

import bottleneck.lab.figures.Problem
import bottleneck.lab.log.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class MetricsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def file: Path = folder.resolve("metrics.csv")

  private def read(text: String): Either[Problem, Metrics] = Metrics.read(Files.writeString(file, text))

  private def wrong(line: Int, reason: String): Problem = Problem(s"$file is wrong in line $line: $reason.")

  private def metrics(text: String): Metrics = read(text).fold(error => fail(error.sentence), identity)

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
      (read.isPartial, read.times.last) shouldBe ((true, 5000))
    }

  it should "be refused by the line that is ragged or holds no number" in {
    read(sampled + "6000,14\n7000,1,1,1\n") shouldBe Left(wrong(7, "it has 2 cells, not 4"))
    read(sampled + "6000,14,2,110,1\n") shouldBe Left(wrong(7, "it has 5 cells, not 4"))
    read(sampled + "\n") shouldBe Left(wrong(7, "it has 1 cells, not 4"))
    read(header + "1000,10,many,100\n") shouldBe Left(wrong(2, s"$active is no number: many"))
    read(header + "now,10,1,100\n") shouldBe Left(wrong(2, "at_ms is no time: now"))
  }
}

class SamplesSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** The figures of seconds 1 to 3 of a metrics.csv with these columns and a row a second. */
  private def read(columns: String*)(rows: Vector[Any]*): PartFigures =
    at(columns.toVector)(rows.zipWithIndex.map { case (row, n) => n * 1000 -> row }: _*)

  /** The same of rows with their times, in milliseconds. */
  private def at(columns: Vector[String])(rows: (Int, Vector[Any])*): PartFigures =
    within(1000, 3000)(columns)(rows: _*)

  private def within(fromMs: Long, toMs: Long, quietMs: Long = 0)(columns: Vector[String])(
      rows: (Int, Vector[Any])*
  ): PartFigures = {
    val lines = ("at_ms" +: columns).mkString(",") +: rows.map { case (at, row) => (at +: row).mkString(",") }
    val file = Files.writeString(folder.resolve("metrics.csv"), lines.mkString("", "\n", "\n"))
    new Samples(Metrics.read(file).fold(error => fail(error.sentence), identity), fromMs, toMs, quietMs).figures
  }
  "A burst" should "be covered wholly by the samples around it, divided by its own time" in {
    val columns = Vector("service-1.cpu_seconds_total", "service-1.jvm_heap_used_bytes")
    val rows = Vector(0 -> Vector(10, 5), 900 -> Vector(10, 5)) ++
      Vector(2100 -> Vector(11.5, 9), 4000 -> Vector(12, 7), 5100 -> Vector(12, 7))
    val burst = within(1000, 3000, quietMs = 2000)(columns)(rows: _*)
    burst(PartMetrics.service) shouldBe Some(1.0)
    burst(PartMetrics.heap) shouldBe Some(9.0)
    // a window in which something happened before is not covered by what did
    within(1000, 3000)(columns)(rows: _*)(PartMetrics.service) shouldBe None
  }

  "A clock" should "have been set as far as its readings lie apart, wherever in the run" in {
    val set = read("machine.clock_ahead_ms")(Vector(0.2), Vector(0), Vector(-2500), Vector(""), Vector(30))
    set(PartMetrics.clock) shouldBe Some(2530.0)
    read("machine.cpu_seconds_total")(Vector(0), Vector(1))(PartMetrics.clock) shouldBe None
  }

  private val connections = Vector(
    "service-1.backlog_connections",
    "service-2.backlog_connections",
    "service-1.established_connections",
    "service-2.established_connections"
  )
  private val counters =
    Vector("network.listen_overflows_total", "network.listen_drops_total", "network.syn_retransmits_total")

  "Connections" should "have lost no drop of a burst at the very beginning or end of the window" in {
    val rows = Vector(
      400 -> Vector(0, 0, 0, 0, 0, 0, 0),
      // the window begins
      1400 -> Vector(0, 0, 0, 0, 190, 200, 210),
      2400 -> Vector(0, 0, 0, 0, 190, 200, 210),
      // and has ended
      3400 -> Vector(0, 0, 0, 0, 191, 203, 215),
      4400 -> Vector(0, 0, 0, 0, 991, 993, 995)
    )
    at(connections ++ counters)(rows: _*).values shouldBe
      Map("backlog" -> 0, "established" -> 0, "overflows" -> 191, "dropped" -> 203, "resent" -> 215)
  }

  "Threads" should "be the least and the most of all instances together, of rows that all are in" in {
    val states = Vector("runnable", "blocked", "waiting", "timed_waiting")
    val columns =
      for { state <- states; name <- Vector("service-1", "service-2") } yield s"$name.jvm_${state}_threads"
    read(columns: _*)(
      Vector.fill(8)(99),
      Vector(4, 5, 0, 0, 10, 20, 7, 7),
      Vector(1, "", 1, "", 11, "", 7, ""),
      Vector(6, 1, 2, 1, 9, 20, 7, 7)
    ).values.filter(_._1.contains(".")) - "samples.answered" shouldBe Map(
      "runnable" -> (7 -> 9),
      "blocked" -> (0 -> 3),
      "waiting" -> (29 -> 30),
      "timed" -> (14 -> 14)
    )
      .flatMap { case (state, (least, most)) => Map(s"$state.least" -> least, s"$state.most" -> most) }
    read(columns.filter(_.startsWith("service-1")): _*)(
      Vector.fill(4)(Vector("", "", "", "")): _*
    ).values.keySet shouldBe Set("samples", "samples.answered")
  }

  "Samples" should "be answered when an instance told anything of itself" in {
    val values = read(
      "service-1.tomcat_busy_threads",
      "service-1.jvm_heap_used_bytes",
      "service-1.cpu_seconds_total",
      "service-2.hikari_active_connections",
      "service-2.cpu_seconds_total"
    )(
      Vector(1, 1, 1, 1, 1),
      Vector(1, 1, 1, "", 1),
      Vector("", 1, 1, 1, 1),
      Vector("", "", 1, "", 1),
      Vector(1, 1, 1, 1, 1)
    ).values
    (values("samples"), values("samples.answered")) shouldBe ((6.0, 3.0))
    // each figure for itself
    values.keySet should contain allOf ("busy", "heap", "pool.used")
    values.keySet should contain noneOf ("threads", "accepted", "pool.waiting", "pool.timeouts")
  }

  "Readers" should "have replayed, or not, what was written 5 s before the last row" in {
    def replayed(streaming: Int, lag: Any): Vector[Option[Double]] = {
      val columns = Vector("streaming_readers", "replay_lag_seconds", "replay_lag_bytes", "wal_bytes_total")
      val rows = (0 to 6).map(n => n * 1000 -> Vector[Any](2, 0.1, 100, n * 1000)) :+
        7000 -> Vector[Any](streaming, 0.1, lag, 7000)
      val figures = within(1000, 7500)(columns.map(column => s"database.$column"))(rows: _*)
      Vector("readers", "missing").map(figures.values.get)
    }
    // 2000 had been written by then
    replayed(2, lag = 5000) shouldBe Vector(Some(2), Some(0))
    replayed(2, lag = 5001) shouldBe Vector(Some(2), Some(1))
    replayed(1, lag = 0) shouldBe Vector(Some(1), Some(0))
    replayed(0, lag = "") shouldBe Vector(Some(0), Some(2000))
  }

  they should "have replayed nothing where none ever followed" in {
    val rows = (0 to 7).map(n => n * 1000 -> Vector[Any](0, n * 1000))
    val figures = within(1000, 7500)(Vector("database.streaming_readers", "database.wal_bytes_total"))(rows: _*).values
    Vector("readers", "readers.least", "missing").map(figures.get) shouldBe Vector(Some(0), Some(0), Some(2000))
  }
}
