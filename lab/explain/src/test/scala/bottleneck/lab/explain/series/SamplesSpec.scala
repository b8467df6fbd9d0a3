package bottleneck.lab.explain.series

import bottleneck.lab.TemporaryFolder
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SamplesSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** The figures of seconds 1 to 3 of a metrics.csv with these columns and a row a second. */
  private def read(columns: String*)(rows: Vector[Any]*): PartFigures =
    at(columns.toVector)(rows.zipWithIndex.map { case (row, n) => n * 1000 -> row }: _*)

  /** The same of rows with their times, in milliseconds. */
  private def at(columns: Vector[String])(rows: (Int, Vector[Any])*): PartFigures =
    within(1000, 3000)(columns)(rows: _*)

  private def within(fromMs: Long, toMs: Long)(columns: Vector[String])(rows: (Int, Vector[Any])*): PartFigures = {
    val lines = ("at_ms" +: columns).mkString(",") +: rows.map { case (at, row) => (at +: row).mkString(",") }
    val file = Files.writeString(folder.resolve("metrics.csv"), lines.mkString("", "\n", "\n"))
    new Samples(Metrics.read(file).fold(error => fail(error.message), identity), fromMs, toMs).figures
  }
  "A burst" should "be covered wholly by the samples around it, divided by its own time" in {
    val lines = Vector(
      "at_ms,service-1.cpu_seconds_total,service-1.jvm_heap_used_bytes",
      "0,10,5",
      "900,10,5",
      "2100,11.5,9",
      "4000,12,7",
      "5100,12,7"
    )
    val file = Files.writeString(folder.resolve("metrics.csv"), lines.mkString("", "\n", "\n"))
    val metrics = Metrics.read(file).fold(error => fail(error.message), identity)
    val burst = new Samples(metrics, 1000, 3000, quietMs = 2000).figures
    burst(PartMetrics.service) shouldBe Some(1.0)
    burst(PartMetrics.heap) shouldBe Some(9.0)
    // a window in which something happened before is not covered by what did
    new Samples(metrics, 1000, 3000).figures(PartMetrics.service) shouldBe None
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
    val told = read(
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
    (told("samples"), told("samples.answered")) shouldBe ((6.0, 3.0))
    // each figure for itself
    told.keySet should contain allOf ("busy", "heap", "pool.used")
    told.keySet should contain noneOf ("threads", "accepted", "pool.waiting", "pool.timeouts")
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
