package bottleneck.lab.figures.reading

import bottleneck.lab.figures.json.RunJson
import bottleneck.lab.figures._
import bottleneck.lab.figures.reading.MadeRun.request
import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{LogRecord, Slow}
import java.nio.charset.StandardCharsets.UTF_8
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class RunFiguresSpec extends AnyFlatSpec with Matchers {
  private def value(outcome: Outcome, metric: String): Double =
    outcome.values.get(metric).map(_.value).getOrElse(Double.NaN)

  private def check(run: Run, name: String): Check =
    run.checks.find(_.name == name).getOrElse(fail(s"no check of the $name"))

  /** 20 users, 10 s of arrival, responses of 50 to 150 ms, until 70 s. */
  private def steady(
      seed: Int,
      responseMs: (Random, Int) => Int = (random, _) => 50 + random.nextInt(101)
  ): Vector[LogRecord] =
    MadeRun.closed(20, 10000, 70000, new Random(seed))(responseMs)

  "Requests" should "be distinguished by group path and name, in the order of their first record" in {
    val shop = Vector("shop")
    val cart = Vector("shop", "cart")
    val run = MadeRun.of(
      request(0, 40),
      request(10, 60, groups = shop),
      // equal, but another instance
      request(20, 80, groups = Vector(new String("shop")), name = new String("GET /")),
      request(30, 100, "status.find.is(200), but actually found 500", groups = cart),
      request(100, 100, name = ""),
      Group(cart, 25, 400, 70, ok = false),
      Group(shop, 5, 500, 190, ok = true)
    )
    run.requests.map { case (path, outcome) => (path, outcome.ok, outcome.ko, value(outcome, "max")) } shouldBe
      Vector(("GET /", 1, 0, 40), ("shop / GET /", 2, 0, 60), ("shop / cart / GET /", 0, 1, 70), ("", 1, 0, 0))
    // a group's time is that of its requests
    run.groups.map { case (path, outcome) => (path, outcome.ok, value(outcome, "mean")) } shouldBe
      Vector(("shop", 1, 190), ("shop / cart", 0, 70))
    (run.total.ok, run.total.ko, run.firstMs, run.lastMs, value(run.total, "throughput.run")) shouldBe ((4, 1, 0, 500,
      4))
    (value(run.total, "mean"), value(run.total, "p75")) shouldBe ((44, 60))
    MadeRun.of(request(0, 5, name = "")).requests.map(_._2.count) shouldBe Vector(1)
  }

  it should "have a path of their own" in {
    val shop = Vector("shop")
    val run =
      MadeRun.of(request(0, 1, groups = shop), request(0, 2, name = "shop / GET /"), request(0, 3, groups = shop))
    run.requests.map { case (path, outcome) => path -> outcome.ok } shouldBe
      Vector("shop / GET /" -> 2, "shop / GET / (2)" -> 1)
    RunJson.parse(RunJson.write(run).getBytes(UTF_8), "it").map(_.requests) shouldBe Right(run.requests)
  }

  "The first failed request" should "be the one that ended first, whatever could not be sent before it" in {
    val statistics = new LogStatistics(0, Int.MaxValue)
    val shop = Vector("shop")
    Vector(
      User(judged, arrives = true, 0),
      Error("no such feeder", 50),
      request(0, 60),
      request(100, 300, "later in the log of Gatling 2"),
      User(judged, arrives = true, 100),
      request(100, 200, "timed out", groups = shop),
      request(150, 200, "at the same time")
    ).foreach(statistics.add)
    statistics.firstFailure shouldBe Some(FirstFailure(50, "", "no such feeder", Some(1)))
    statistics.firstFailedRequest shouldBe Some(FirstFailure(200, "shop / GET /", "timed out", Some(2)))
  }

  "Ever new names" should "be counted together beyond a bound, which is said" in {
    val run = MadeRun.of((1 to 6000).map(n => request(n, n + 5, name = s"GET /items/$n")))(identity)
    (run.requests.size, run.requests.last._1, run.requests.last._2.ok) shouldBe ((5001, "other requests", 1000))
    (run.total.ok, value(run.total, "max")) shouldBe ((6000, 5))
    check(run, "names").sentence shouldBe
      "There are too many different names: 1,000 responses are counted together as other requests."
    val long = MadeRun.of((1 to 10).flatMap(n => Vector.fill(2)(request(n, n + 5, name = s"$n" * 500000))))(identity)
    long.requests.last._2.ok should be > 2L
    long.requests.map(_._2.ok).sum shouldBe 20
  }

  "A log of a newer Gatling" should "be read as far as it is known" in {
    def complete(version: String): Check =
      check(MadeRun.of(Vector(request(0, 1)), version = version)(_.copy(isPartial = true)), "complete")
    complete("3.16.0").sentence should include("is not known")
    complete("3.15.1").sentence should include("Gatling was ended")
  }

  "Failures" should "be counted by message, with their kind, and errors without a request too" in {
    val messages = (1 to 400).map(n => request(n, n + 5, s"message $n"))
    val refused = Vector.fill(3)(request(0, 1000, "j.n.ConnectException: Connection refused"))
    val run = MadeRun.of(refused ++ messages :+ Error("No attribute named 'id' is defined", 3))(identity)
    run.failures.head shouldBe Failure("j.n.ConnectException: Connection refused", Some("connection refused"), 3)
    run.failures.last shouldBe Failure("other messages", None, 102)
    (run.failures.map(_.count).sum, run.total.ko) shouldBe ((404, 403))
    run.firstFailure shouldBe Some(FirstFailure(3, "", "No attribute named 'id' is defined"))
  }

  "A part of a run" should "count what ends in it, and users who were there before" in {
    val records = Vector(User(0, arrives = true, 0), User(0, arrives = true, 100), User(0, arrives = false, 1999)) ++
      Vector(
        request(500, 1999),
        request(900, 2000),
        request(2500, 2999),
        request(2000, 3000),
        User(0, arrives = true, 2500)
      )
    val run = MadeRun.of(records, 2000, 3000)(identity)
    (run.total.ok, run.users, run.firstMs, run.lastMs) shouldBe ((2, 2, 2000, 2999))
    (value(run.total, "max"), run.slots.map(_.fromMs).min, run.slots.map(_.users).max) shouldBe ((1100, 2000, 2))
  }

  "The measured window" should "have its throughput exactly, by request too, and be steady" in {
    val records = steady(1)
    val run = MadeRun.of(records)(identity)
    val window = run.measured.map(_.window).getOrElse(fail(check(run, "window").sentence))
    window.fromMs shouldBe 10000 +- 1000
    window.toMs shouldBe 70000
    val ended = records.collect { case request: Request if window.contains(request.end) => request }.size
    Vector(run.total, run.requests.head._2).foreach(outcome =>
      value(outcome, "throughput") shouldBe ended / window.seconds
    )
    check(run, "steady").passed shouldBe true
    Vector("p50", "p99", "mean").map(run.total.values).foreach { estimate =>
      val (low, high) = estimate.interval.getOrElse(fail())
      low should be < estimate.value
      high should be < estimate.value * 1.05
    }
  }

  it should "be there in a cut log too, which is said" in {
    val run = MadeRun.of(steady(2).filter(_.at < 40000))(_.copy(isPartial = true, backwards = 2))
    run.measured.map(_.window.toMs) shouldBe Some(39000)
    Vector("complete", "clock").map(check(run, _).passed) shouldBe Vector(false, false)
  }

  it should "drift where the service gets slower" in {
    val run = MadeRun.of(steady(3, (random, at) => 50 + at / 500 + random.nextInt(20)))(identity)
    check(run, "steady").sentence should startWith("The throughput of the measured window drifts by -")
  }

  it should "be none in a burst, without users or in ten seconds" in {
    def sentence(records: Vector[LogRecord]): String = {
      val run = MadeRun.of(records)(identity)
      (run.measured, run.total.values.get("throughput")) shouldBe ((None, None))
      check(run, "window").sentence
    }
    val burst = (0 until 50).toVector.flatMap(user =>
      Vector(User(0, arrives = true, user), request(user, 20000 + user), User(0, arrives = false, 20000 + user))
    )
    sentence(burst.sortBy(_.at)) should endWith("this is a burst.")
    sentence(steady(4).filterNot(_.isInstanceOf[User])) should startWith("The log has no users")
    sentence(MadeRun.closed(5, 100, 9000, new Random(5))((_, _) => 10)) should startWith("The run is shorter than 10.0")
    sentence(MadeRun.closed(5, 3000, 12000, new Random(5))((_, _) => 10)) should include(
      "seconds 3 to 12, is shorter than 10.0"
    )
    sentence(MadeRun.closed(30, 60000, 61000, new Random(6))((_, _) => 10)) should startWith("Not steady")
    sentence(Vector.empty) should startWith("The log has no users")
  }

  it should "not be called steady by a few responses" in {
    val few = (0 to 59).map(second => request(second * 1000, second * 1000 + 5))
    val run = MadeRun.of(User(0, arrives = true, 0) +: few :+ User(0, arrives = false, 60000))(identity)
    (run.measured.map(_.steady), value(run.total, "throughput")) shouldBe ((Some(None), 1.0))
  }

  "A run's time" should "be 64 to 128 slots that have every request" in {
    for (length <- Vector(8, 16, 71, 1000, 600000)) {
      val ends = (0 to length).map(_ * 1000)
      val run =
        MadeRun.of(ends.map(end => request(0 max (end - 200), end, if (end % 3000 == 0) "no" else "")))(identity)
      run.slots.size should (be >= 64 and be <= 128)
      run.slots.map(_.ok).sum shouldBe run.total.ok
      run.slots.map(_.ko).sum shouldBe run.total.ko
      run.slots.zip(run.slots.tail).foreach { case (one, next) => one.toMs shouldBe next.fromMs }
      run.slots.flatMap(_.percentiles.headOption).last shouldBe 200.0 +- 1.6
    }
  }

  "The percentile curve" should "end with the last percentile that a request lies beyond" in {
    val run = MadeRun.of((1 to 1000).map(ms => request(0, ms)))(identity)
    run.curve.takeRight(2) shouldBe Vector(99.8 -> 998.0, 99.9 -> 999.0)
    run.curve.take(2) shouldBe Vector(0.0 -> 1.0, 1.0 -> 10.0)
    run.curve shouldBe run.curve.sorted
  }

  "A newer version" should "be said" in {
    def isSaid(version: String): Boolean =
      MadeRun.of(Vector(request(0, 1)), version = version)(identity).checks.exists(_.name == "version")
    Vector("3.15.9", "2.0", "3.9.5", "3.12.1-SNAPSHOT").filter(isSaid) shouldBe empty
    Vector("3.16.0", "4.0").filterNot(isSaid) shouldBe empty
  }

  private val runs = 300
  private val median = 200.0
  private val spread = 0.6

  /** Log-normal response times whose logarithm strays by `cv` from second to second, with the correlation φ. */
  private def noisy(seconds: Int, perSecond: Int, phi: Double, cv: Double, random: Random): Outcome = {
    val levels = Iterator.iterate(random.nextGaussian())(phi * _ + math.sqrt(1 - phi * phi) * random.nextGaussian())
    val requests = levels.take(seconds).zipWithIndex.flatMap { case (level, second) =>
      val count = (perSecond + math.sqrt(perSecond.toDouble) * random.nextGaussian()).round.toInt
      Vector.fill(count) {
        val ms = (median * math.exp(cv * level + spread * random.nextGaussian())).round.toInt
        val end = math.max(second * 1000 + random.nextInt(1000), ms)
        request(end - ms, end)
      }
    }
    val users = (0 until 20).flatMap(_ => Vector(User(0, arrives = true, 0), User(0, arrives = false, seconds * 1000)))
    MadeRun.of(users ++ requests)(identity).total
  }

  // 300 intervals: the share that holds the true value has a standard error of 1.3 %
  "Intervals" should "hold the true values of a steady load 95 times of 100" taggedAs Slow in {
    val random = new Random(7)
    for ((seconds, perSecond, phi, cv) <- Vector((20, 20, 0.0, 0.0), (60, 40, 0.5, 0.2), (200, 20, 0.8, 0.2))) {
      val all = Vector.fill(runs)(noisy(seconds, perSecond, phi, cv, random))
      val sd = math.sqrt(cv * cv + spread * spread)
      val truth = Vector(
        "throughput" -> perSecond.toDouble,
        "mean" -> median * math.exp(sd * sd / 2),
        "p50" -> median,
        "p95" -> median * math.exp(1.6449 * sd)
      )
      for ((name, value) <- truth) withClue(s"$name of $seconds s, $perSecond/s, φ $phi: ") {
        val intervals = all.flatMap(outcome => Metrics.named(name).flatMap(_.of(outcome)).flatMap(_.interval))
        intervals.size should be > runs * 9 / 10
        intervals.count { case (low, high) =>
          low <= value && value <= high
        }.toDouble / intervals.size shouldBe 0.95 +- 0.07
      }
    }
  }

  "A percentile" should "have none where its slices have too few requests" in {
    val outcome = noisy(60, 10, 0, 0, new Random(8))
    Vector("p95", "p99", "p99.9").map(outcome.values(_).interval.isDefined) shouldBe Vector(true, false, false)
  }
}
