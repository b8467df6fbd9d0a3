package bottleneck.lab.figures.reading

import bottleneck.lab.figures.Latency
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{GoldenLogs, LogRecord, MadeLog, Slow}
import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Path}
import org.HdrHistogram.{AbstractHistogram, HistogramLogReader}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.{Random, Using}

class RunStatisticsSpec extends AnyFlatSpec with Matchers with GoldenLogs {
  import MadeLog.request

  private def read(window: Window)(records: LogRecord*): RunStatistics =
    RunStatistics
      .read(MadeLog.write(folder.resolve("simulation.log"), records), RunStatistics.of(window))
      .fold(error => fail(error.message), identity)

  private val few = Vector(
    User(0, arrives = true, 0),
    request(0, 400),
    User(0, arrives = true, 500),
    request(500, 1500),
    request(400, 2600, "late"),
    User(0, arrives = false, 2600)
  )

  "The seconds of a run" should "count users and requests at their ends" in {
    read(Window(0, 3000))(few: _*).timeline.timeline shouldBe Vector(
      Second(0, users = 2, inFlight = 2, ok = 1, ko = 0, Some(400), Some(400), Some(400)),
      Second(1, users = 2, inFlight = 1, ok = 1, ko = 0, Some(1000), Some(1000), Some(1000)),
      Second(2, users = 1, inFlight = 0, ok = 0, ko = 1, None, None, None)
    )
  }

  they should "be read again as they were written" in {
    val seconds = read(Window(0, 3000))(few: _*).timeline.timeline
    val file = Files.writeString(folder.resolve(Timeline.file), Timeline.render(seconds))
    Timeline.read(file) shouldBe Right(seconds)
    Timeline
      .read(Files.writeString(file, Timeline.render(seconds) + "3,two\n"))
      .left
      .map(_.sentence.contains("line 5")) shouldBe
      Left(true)
    Timeline.read(Files.writeString(file, "second\n")).isLeft shouldBe true
    Timeline.read(Path.of("no/timeline.csv")).left.map(_.sentence.contains("no/timeline.csv")) shouldBe Left(true)
  }

  they should "be an interval log that HdrHistogram reads" in {
    val bytes = new ByteArrayOutputStream
    read(Window(0, 3000))(few: _*).timeline.writeIntervals(new PrintStream(bytes), MadeLog.start)
    val log = Files.write(folder.resolve("latency.hlog"), bytes.toByteArray)
    val intervals = Using.resource(new HistogramLogReader(log.toFile)) { reader =>
      Iterator.continually(Option(reader.nextIntervalHistogram())).takeWhile(_.isDefined).flatten.toVector
    }
    intervals.collect { case second: AbstractHistogram => second.getMaxValue } shouldBe Vector(400, 1000)
    intervals.map(_.getStartTimeStamp) shouldBe Vector(0, 1000).map(MadeLog.start + _)
  }

  "The whole seconds of a window" should "be those that begin and end in it" in {
    read(Window(500, 3000))(few: _*).seconds.map(_.second) shouldBe Vector(1, 2)
    read(Window(0, 3000))(few: _*).perSecond shouldBe None
  }

  they should "go on to its end when nothing is answered any more" in {
    val silent = read(Window(0, 12000))(few: _*)
    silent.perSecond shouldBe Some(Vector[Double](1, 1) ++ Vector.fill(10)(0.0))
  }

  "The mean response time of a part" should "be of the OK responses of its whole seconds" in {
    val timeline = read(Window(0, 100))(few :+ request(1300, 1999): _*).timeline
    // second 0: 400; second 1: 1000 and 699; second 2: none
    timeline.meanMs(0 until 3).getOrElse(0.0) shouldBe 2099.0 / 3 +- 1e-9
    timeline.meanMs(1 until 2) shouldBe Some(849.5)
    timeline.meanMs(2 until 9) shouldBe None
    timeline.meanMs(1 until 0) shouldBe None
  }

  "The occupancy" should "be the integral over the window" in {
    // of [1000, 3000): users 2 s and 1.6 s; requests 0.5 s and 1.6 s, of 1000 and 2200 ms
    val Occupancy(users, inFlight, perSecond, response, seconds) =
      read(Window(1000, 3000))(few :+ User(0, arrives = false, 3000): _*).occupancy
    users shouldBe 1.8 +- 1e-9
    inFlight shouldBe 1.05 +- 1e-9
    perSecond shouldBe 1.0
    response shouldBe 1.6 +- 1e-9
    seconds shouldBe 2.0
  }

  "The whole run" should "be of every request, from the first record to the last" in {
    val seen = read(Window(0, 100))(few: _*)
    // 2.6 s, as Gatling rounds them
    seen.figures.seconds shouldBe 3.0
    seen.wholeRun.ok shouldBe 2
    seen.wholeRun.errors shouldBe Map("late" -> 1)
    seen.wholeRun.latencyMs.map(latency => (latency.min, latency.mean, latency.max)) shouldBe Some((400, 700.0, 1000))
    seen.wholeRun.failedLatencyMs.map(_.p50) shouldBe Some(2200)
    seen.figures.all.percentiles(Vector(100)) shouldBe Vector(2200)
  }

  private def first(records: LogRecord*): Option[(Int, Int)] =
    read(Window(0, 100))(records: _*).firstFailure.flatMap(first => first.users.map(first.atMs -> _))

  private def arrives(at: Int): User = User(LogRecord.judged, arrives = true, at)

  "The first failure" should "be when the first failed request ended, with the users who were there then" in {
    first(
      arrives(0),
      arrives(100),
      User(scenario = 1, arrives = true, 150),
      request(100, 200),
      User(LogRecord.judged, arrives = false, 250),
      arrives(300),
      request(0, 400, "refused"),
      arrives(500),
      request(300, 600, "refused")
    ) shouldBe Some((400, 2))
  }

  it should "be the earliest of those that were written out of order" in {
    first(arrives(0), request(0, 402, "one"), arrives(401), request(0, 400, "other")).map(_._1) shouldBe Some(400)
  }

  "Requests" should "be counted by the second in which they were sent; a log without any has none" in {
    def sent(records: LogRecord*): Option[SentSeconds] = read(Window(0, 100))(records: _*).timeline.sent
    sent(request(100, 700), request(1000, 1900, "late"), request(999, 61000)) shouldBe
      Some(SentSeconds(Vector(Sent(0, ok = 2, ko = 0), Sent(1, ok = 0, ko = 1, Map("late" -> 1L)))))
    sent() shouldBe None
  }

  private def named(name: String, start: Int, end: Int, error: String = "", groups: Vector[String] = Vector.empty) =
    request(start, end, error, name).copy(groups = groups)

  "A window" should "have what ends in it, its end excluded, by group path and name" in {
    val seen = read(Window(1000, 3000))(
      named("a", 0, 999),
      named("a", 0, 1000),
      named("b", 2990, 2999),
      named("b", 2990, 3000),
      named("a", 1500, 2000, groups = Vector("shop", "cart"))
    )
    seen.total.ok shouldBe 3
    seen.total.throughput shouldBe 1.5
    seen.total.failedLatencyMs shouldBe None
    seen.requests.view.mapValues(_.ok).toMap shouldBe Map("a" -> 1, "b" -> 1, "shop / cart / a" -> 1)
    seen.stalls.keySet shouldBe seen.requests.keySet
  }

  it should "have nearest-rank percentiles of OK responses, and failures by message with their times" in {
    // 1 … 1000 ms: by nearest rank the p-th percentile of 1000 values is the (10 · p)-th
    val ok = (1 to 1000).map(ms => named("a", 0, ms))
    val failed = Vector(named("b", 0, 1, "x"), named("b", 0, 3, "x"), named("c", 0, 8, "y"))
    val seen = read(Window(0, 10000))(ok ++ failed: _*)
    val (times, failing) = (Latency(1, 500.5, 500, 750, 950, 990, 999, 1000), Latency(1, 4.0, 3, 8, 8, 8, 8, 8))
    (seen.total.ok, seen.total.ko, seen.total.throughput) shouldBe ((1000, 3, 100))
    (seen.total.latencyMs, seen.total.failedLatencyMs) shouldBe ((Some(times), Some(failing)))
    seen.total.errors shouldBe Map("x" -> 2, "y" -> 1)
    (seen.requests("a").latencyMs, seen.requests("a").ko) shouldBe ((Some(times), 0))
    seen.requests("b").errors shouldBe Map("x" -> 2)
  }

  it should "equal that of another implementation on a real log" in {
    Files.write(log, withoutIndex)
    val total =
      RunStatistics.read(log, RunStatistics.of(Window(7000, 25000))).fold(error => fail(error.message), _.total)
    total.ok shouldBe 1056
    total.throughput shouldBe 58.6667 +- 0.0001
    total.latencyMs.map(_.copy(mean = 0)) shouldBe Some(Latency(50, 0, 263, 298, 430, 528, 847, 891))
    total.latencyMs.map(_.mean).getOrElse(0.0) shouldBe 265.68655 +- 0.00001
  }

  "Damage" should "be an error and never more, whatever is flipped" taggedAs Slow in {
    val random = new Random(3)
    val log = Files.readAllBytes(MadeLog.write(folder.resolve("simulation.log"), few))
    (1 to 2000).foreach { _ =>
      val bytes = log.clone()
      (0 to random.nextInt(3)).foreach(_ => bytes(random.nextInt(bytes.length)) = random.nextInt(256).toByte)
      RunStatistics
        .read(Files.write(folder.resolve("simulation.log"), bytes), RunStatistics.of(Window(0, 3000)))
        .foreach(_.seconds)
    }
  }
}

class OccupancySpec extends AnyFlatSpec with Matchers {

  /** Log of ten users from the start, with consecutive requests of 2 s. The load is cut off after `ms`: requests in
    * flight have no record.
    */
  private def cutOff(ms: Int, leave: Boolean = false): Vector[LogRecord] = {
    val users = (0 until 10).toVector
    val requests = for {
      user <- users
      start <- (user * 200) until ms by 2000
      if start + 2000 <= ms
    } yield Request(Vector.empty, "GET /", start, start + 2000, ok = true, "")
    users.map(_ => User(judged, true, 0)) ++ requests ++ (if (leave) users.map(_ => User(judged, false, ms))
                                                          else Vector.empty)
  }

  private def seen(records: Vector[LogRecord], window: Window): Occupancy = {
    val collector = new Occupancy.Collector(window)
    records.foreach(collector.add)
    collector.occupancy
  }

  "A load that is cut off" should "leave out the end, in which requests without a record were in flight" in {
    val whole = seen(cutOff(20000), Window(4000, 20000))
    whole.seconds shouldBe 14.0
    whole.inFlight shouldBe 10.0 +- 1e-9
    whole.perSecond * whole.responseSeconds shouldBe whole.inFlight +- 0.2
    whole.users shouldBe 10.0 +- 1e-9
  }

  it should "be known up to the end where it went on for long enough" in {
    val whole = seen(cutOff(24000), Window(4000, 20000))
    whole.seconds shouldBe 16.0
    whole.inFlight shouldBe 10.0 +- 1e-9
  }

  it should "be unknown where a request took as long as the window" in {
    seen(
      cutOff(20000) :+ Request(Vector.empty, "GET /", 4000, 20000, ok = true, ""),
      Window(4000, 20000)
    ).seconds shouldBe 0
  }

  "A load whose users left" should "be known to its end: each request has a record" in {
    seen(cutOff(20000, leave = true), Window(4000, 20000)).seconds shouldBe 16.0
  }
}
