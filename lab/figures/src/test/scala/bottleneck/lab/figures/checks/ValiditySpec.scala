package bottleneck.lab.figures.checks

import bottleneck.lab.figures.Check
import bottleneck.lab.figures.preparation.{MadeSlices, Phases, Preparation, Slice}
import bottleneck.lab.figures.reading.RunStatistics
import bottleneck.lab.figures.record._
import bottleneck.lab.figures.series.{PartFigures, PartMetric, PartMetrics}
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.figures.target._
import bottleneck.lab.figures.theory.Limit
import bottleneck.lab.log.LogRecord.{Request, User}
import bottleneck.lab.log.{LogRecord, MadeLog, TemporaryFolder}
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

/** Runs that are made up, and which checks they fail. */
class ValiditySpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val window = Window(5000, 25000)
  private def log: Path = folder.resolve("simulation.log")

  private val idle = PartFigures.of(
    PartMetrics.compilers -> 0.02,
    PartMetrics.service -> 0.3,
    PartMetrics.generator -> 0.2,
    PartMetrics.machine -> 0.55,
    PartMetrics.stolen -> 0,
    PartMetrics.other -> 0.05
  )

  private def closed(
      warmUp: Option[WarmUp] = Some(WarmUp(users = 2)),
      thinkTime: FiniteDuration = Duration.Zero
  ): Load =
    ClosedLoad(20, 1.second, 4.seconds, 25.seconds, warmUp, thinkTime)

  /** Circumstances of a closed load on two cores. */
  private val quiet = Circumstances(MadeRecord.of(closed()), idle)

  private def recorded(circumstances: Circumstances = quiet)(change: RunRecord => RunRecord): Circumstances =
    circumstances.copy(record = change(circumstances.record))

  private def loaded(load: Load, circumstances: Circumstances = quiet): Circumstances =
    recorded(circumstances)(record => record.copy(setup = record.setup.copy(load = load)))

  private def measuring(changes: (PartMetric, Double)*): Circumstances =
    quiet.copy(figures = idle.updated(changes: _*))

  private def prepared(slices: Vector[Slice]): Circumstances =
    quiet.copy(preparation = Some(Preparation(slices, 60000, heldMs = None, cpus = 2)))

  private def read(records: Vector[LogRecord], by: RunStatistics.Collector): RunStatistics =
    RunStatistics.read(MadeLog.write(log, records), by).fold(error => fail(error.message), identity)

  private def of(records: Vector[LogRecord]): RunStatistics = read(records, RunStatistics.of(window))

  /** 20 users, answered in 1 s each, or by the start of a request. */
  private def answered(responseMs: Int => Int = _ => 1000, error: Int => String = _ => ""): RunStatistics =
    of(MadeLog.closed(users = 20, ms = 26000)(responseMs, error))

  private def steady: RunStatistics = answered()
  private def nobody: RunStatistics = of(Vector(User(0, arrives = true, 0)))

  private def check(name: String, statistics: RunStatistics, circumstances: Circumstances = quiet): Check =
    Validity.judge(statistics, circumstances).find(_.name == name).getOrElse(fail(s"there is no check $name"))

  private def objections(statistics: RunStatistics, circumstances: Circumstances = quiet): Vector[String] =
    Validity.judge(statistics, circumstances).filterNot(_.passed).map(_.name)

  /** Each of these circumstances of a steady run, and the check that fails, if any. */
  private def fails(rows: (Circumstances, String)*): Assertion = {
    rows.zipWithIndex.foreach { case ((circumstances, check), n) =>
      withClue(s"row $n: ")(objections(steady, circumstances) shouldBe Vector(check).filter(_.nonEmpty))
    }
    succeed
  }

  "A run without a flaw" should "be sound" in {
    fails(quiet -> "")
    Validity.judge(steady, quiet).map(_.name).distinct should have size 9
  }

  "A run that was not warm before its load" should "be disturbed, and say what still changed" in {
    def after(requestMs: Double*): Circumstances = prepared(MadeSlices.warming(requestMs: _*))
    fails(after(1, 1, 1, 1) -> "", after(1, 1, 1) -> "warm", after(2, 1.8, 1.6, 1.4) -> "warm")
    check("warm", steady, after(1, 1, 1, 1)) shouldBe Check("warm", passed = true, "warm after 12 s")
    check("warm", steady, after(2, 1.8, 1.6, 1.4)).sentence shouldBe
      "not warm after 12 s: the CPU time of a request in the service changed by -35 % within 12 s"
  }

  "A log that was cut, few responses and failures that nobody can name" should "make a run invalid" in {
    MadeLog.write(log, MadeLog.closed(20, 26000)(_ => 1000))
    Files.write(log, Files.readAllBytes(log).dropRight(3))
    objections(
      RunStatistics.read(log, RunStatistics.of(window)).fold(error => fail(error.message), identity)
    ) shouldBe Vector("log")
    objections(of(MadeLog.closed(users = 4, ms = 26000)(_ => 1000))) shouldBe Vector("responses")
    def failing(message: String): RunStatistics = answered(error = at => if (at % 10000 < 1000) message else "")
    objections(failing("boom")) shouldBe Vector("errors")
    objections(failing("j.i.IOException: Premature close")) shouldBe empty
  }

  "Lost metrics and a part that ended" should "make a run invalid" in {
    val bereft = recorded()(_.copy(ended = Vector("The database ended during the run.")))
    fails(quiet.copy(damage = Some("metrics.csv cannot be read")) -> "metrics", bereft -> "parts")
    check("parts", steady, bereft).sentence should include("The database ended")
  }

  "What could not be measured" should "be said, and neither hold nor fail" in {
    val checks = Validity.judge(steady, quiet.copy(figures = PartFigures.none))
    checks.filter(_.holds.isEmpty).map(_.name) shouldBe Vector("compilation", "generator", "machine")
    Soundness.of(checks) shouldBe Soundness.Sound
  }

  "Users who neither wait nor think" should "be shown as the generator's part, and be no fault" in {
    // a pause of 100 ms between the answers: 20 users, X·R = 18.2
    val pausing = of(MadeLog.closed(20, 26000)(_ => 1100).map {
      case request: Request => request.copy(end = request.end - 100)
      case other => other
    })
    objections(pausing) shouldBe empty
    check("little", pausing).sentence should (startWith(
      "18.2 requests in flight, throughput × response time = 18.2"
    ) and endWith("20.0 users = 18.2/s × (response 1000.0 ms + think time 0.0 ms + generator 100.2 ms)"))
    check("little", pausing, loaded(closed(thinkTime = 100.millis))).sentence should
      endWith("(response 1000.0 ms + think time 100.0 ms + generator 0.2 ms)")
  }

  "A window too short for its responses" should "leave it open whether Little's law holds" in {
    // of 20 requests of 30 s all are in flight all the time, and none ends in the window but one
    val one = User(0, arrives = true, 0) +: Vector.tabulate(20)(n => MadeLog.request(0, if (n == 0) 24000 else 30000))
    check("little", of(one)).undecided shouldBe true
  }

  "A burst" should "be judged by what it is: complete and simultaneous, and not by trends" in {
    // 20 users at once, answered one after the other within 2 s; the last is sent late
    def burst(late: Int = 0): RunStatistics = {
      val requests = (1 to 20).flatMap { n =>
        val (start, end) = (if (n == 20) 10000 + late else 10000, 10000 + n * 100)
        Vector(User(0, arrives = true, start), MadeLog.request(start, end), User(0, arrives = false, end))
      }
      read(requests.toVector.sortBy(_.at), RunStatistics.ofBurst(9000, 0))
    }
    def of(users: Int): Circumstances = loaded(Burst(users, patience = 5.seconds))
    objections(burst(), of(20)) shouldBe empty
    objections(burst(), of(21)) shouldBe Vector("complete")
    objections(burst(late = 101), of(20)) shouldBe Vector("simultaneous")
    objections(nobody, of(20)) should contain("complete")
  }

  /** Statistics of an open load: from 5 to 25 s a user every 20 ms, sent `late` ms late, with a request of `ms`. */
  private def open(late: Int => Int = _ => 0, ms: Int => Int = _ => 100, count: Int = 1000): RunStatistics = {
    val requests = Vector.tabulate(count) { n =>
      val start = 5000 + n * 20 + late(n)
      MadeLog.request(start, start + ms(n))
    }
    read(requests.sortBy(_.end), RunStatistics.ofOpen(Window(7000, 25000), 4000, perSecond = 50))
  }

  private def arriving(overload: Boolean): Circumstances =
    loaded(OpenLoad(perSecond = 50, settle = 2.seconds, hold = 20.seconds, patience = 5.seconds, overload = overload))

  "An open load" should "be sound where all came in time, within 100 ms and an interval" in {
    val planned = arriving(overload = false)
    objections(open(), planned) shouldBe empty
    check("schedule", open(), planned).sentence should
      include("1000 of 1000 requests were sent, 99 % of them at most 0 ms after")
    check("little", open(), planned).sentence should
      startWith("5.0 requests in flight, throughput × response time = 5.0")
    objections(open(late = n => n / 10), planned) shouldBe empty
    objections(open(late = n => n / 8), planned) shouldBe Vector("schedule")
    objections(open(count = 999), planned) shouldBe Vector("schedule")
    objections(nobody, planned) should contain("schedule")
  }

  it should "be disturbed where requests pile up, unless it was meant to overload" in {
    val growing = open(ms = n => 100 + n * 4)
    objections(growing, arriving(overload = false)) should contain allOf ("steady", "little")
    objections(growing, arriving(overload = true)) shouldBe empty
    Validity
      .judge(growing, arriving(overload = true))
      .filter(_.sentence.startsWith("not judged of an overload"))
      .map(_.name) shouldBe Vector("steady", "little")
  }

  it should "be disturbed where its response time drifts, though its throughput is steady" in {
    val slowing = check("steady", open(ms = n => 100 + n / 20), arriving(overload = false))
    Soundness.of(Vector(slowing)) shouldBe Soundness.Disturbed(Vector("steady"))
    slowing.sentence should (include("; response time +") and include("at most ±10 % is steady"))
  }

  it should "not be called steady or drifting in a window too short for its noise, or of less than ten seconds" in {
    // responses take 0.1 to 0.3 s, each second others
    val lumpy = check("steady", open(ms = n => 100 + n / 50 * 7 % 5 * 50), arriving(overload = false))
    lumpy.holds shouldBe None
    lumpy.sentence should include("too short to tell: with seconds that differ by")
    val short = read(MadeLog.closed(20, 26000)(_ => 1000), RunStatistics.ofOpen(Window(5000, 14000), 4000, 20))
    check("steady", short, arriving(overload = false)).holds shouldBe None
  }

  "A staircase" should "be judged by its levels, and not by trends" in {
    def stairs(users: Int): RunStatistics = {
      val steps = Vector(users -> Window(5000, 12000), users * 2 -> Window(15000, 22000))
      read(MadeLog.closed(users, ms = 26000)(start => 1000 - start / 40), RunStatistics.ofStaircase(steps))
    }
    val climbing = loaded(Staircase(Vector(20, 40), each = 10.seconds, settle = 3.seconds))
    objections(stairs(20), climbing) shouldBe empty
    Validity.judge(stairs(20), climbing).map(_.name) should contain("levels")
    objections(stairs(9), climbing) shouldBe Vector("levels")
    check("levels", stairs(9), climbing).sentence should include(" at 9 users")
  }

  "A load that an intervention changes" should "be judged by whether it saw the end of it" in {
    def changed(ends: Option[Int]*): Circumstances = recorded() { record =>
      val building = BuildIndex(1.second, IndexBuild.Plain, Index.Keyset, "idx")
      val steps = ends.map(to => Step("CREATE INDEX", MadeLog.start + 12000, to.map(MadeLog.start + _), Step.ok))
      record.copy(setup = record.setup.copy(intervention = Some(building)), steps = steps.toVector)
    }
    // from 15 s on answered in 100 ms
    val jumping = answered(at => if (at < 15000) 1000 else 100)
    objections(jumping, changed(Some(14900))) shouldBe empty
    Vector(changed(Some(14900), Some(25000)), changed(None), changed()).foreach(
      objections(jumping, _) shouldBe Vector("intervention")
    )
  }

  "A machine without cores for what theory allows" should "disturb the run, and say what took them" in {
    val figures = PartFigures.of(PartMetrics.service -> 1.8, PartMetrics.generator -> 0.17, PartMetrics.machine -> 1.99)
    def lacking(
        of: PartFigures = figures,
        limit: Limit = Limit.threads(200, 30, 1025.millis)
    ): Circumstances =
      recorded(quiet.copy(figures = of, prediction = Some(limit)))(record =>
        record.copy(setup = record.setup.copy(expectation = Expectation(tolerance = Some(0.05))))
      )
    fails(lacking() -> "carried")
    MachineChecks.shortfall(3560, lacking()).fold("")(_.sentence) shouldBe
      "3560.0/s were answered where threads allow 5853.7/s, with 1.99 of 2 cores busy: of CPU time a request took 0.51 ms in the service, 0.05 ms in the generator"
    MachineChecks.shortfall(5600, lacking()) shouldBe None
    Vector(
      lacking(figures.updated(PartMetrics.machine -> 1.85)),
      lacking(limit = Limit.cores(2, 0.4.millis)),
      lacking(limit = Limit.cores("service", 1, 1, 0.2.millis))
    ).foreach(MachineChecks.shortfall(3560, _) shouldBe None)
  }

  private def limited(service: Option[Double] = None, database: Option[Double] = None)(
      changes: (PartMetric, Double)*
  ): Circumstances = recorded(measuring(changes: _*))(MadeRecord.limited(_, CpuLimits(service, database)))

  "A JVM that compiles" should "disturb a run only where the cores are what limits it" in {
    import PartMetrics._
    def busy(used: Double): Circumstances = measuring(compilers -> 0.11, machine -> used)
    // a JVM that was to be cold, and a generator that was not
    val cold = loaded(closed(warmUp = None), busy(1.5))
    fails(
      busy(1.5) -> "compilation",
      busy(1.3) -> "",
      cold -> "",
      cold.copy(figures = cold.figures.updated(generatorCompilers -> 0.11)) -> "compilation"
    )
    // a limited service counts by what it may use, whatever the rest of the machine does
    def ofHalf(used: Double, compiling: Double): Circumstances =
      limited(service = Some(0.5))(compilers -> compiling, service -> used, machine -> 1.9)
    fails(ofHalf(0.36, 0.026) -> "compilation", ofHalf(0.36, 0.024) -> "", ofHalf(0.34, 0.1) -> "")
    // a database that has used up its quota is what limits the run
    def full(used: Double): Circumstances =
      limited(database = Some(0.5))(compilers -> 0.11, database -> used, machine -> 1.5)
    fails(full(0.48) -> "", full(0.47) -> "compilation")
  }

  it should "be the generator's too, where that is known and takes cores of the service" in {
    import PartMetrics._
    val both = Vector(compilers -> 0.06, machine -> 1.9, generatorCompilers -> 0.05)
    fails(
      limited()(both: _*) -> "compilation",
      limited()(both.init: _*) -> "",
      // 0.06 of 1.4 cores of its own are few enough, and the generator's are not taken from these
      limited(service = Some(1.4))(both :+ (service -> 1.3): _*) -> ""
    )
    check("compilation", steady, limited()(both: _*)).sentence should
      include("0.060 cores, the generator's 0.050, at most")
  }

  "A generator that is the bottleneck" should "disturb a run, by machine where several sent the load" in {
    def sent(used: (String, Option[Double])*): Circumstances = recorded() { record =>
      val shares = used.toVector.zipWithIndex.map { case ((host, cores), n) =>
        InjectorShare(n + 1, used.size, host, Some(SentShare(0, users = 10, requests = 100, cpus = 2, cores)))
      }
      record.copy(setup = record.setup.copy(injectors = shares))
    }
    fails(
      measuring(PartMetrics.generator -> 0.81) -> "generator",
      measuring(PartMetrics.generator -> 0.79) -> "",
      sent("a" -> Some(0.5), "b" -> Some(0.4)) -> "",
      sent("a" -> Some(0.5), "a" -> Some(0.4)) -> "generator"
    )
    check("generator", steady, sent("b" -> Some(0.1), "a" -> Some(0.9))).sentence shouldBe
      "the generators used 0.90 cores of a, at most 0.80; 0.10 cores of b, at most 0.80"
    check("generator", steady, sent("a" -> Some(0.9), "b" -> None)).holds shouldBe None
  }

  "A clock that was set" should "disturb a run and tell by how much, unless it was as little as NTP slews" in {
    def set(ms: Double): Circumstances = measuring(PartMetrics.clock -> ms)
    fails(set(100.0) -> "", set(100.5) -> "clock")
    check("clock", steady, set(10000)).sentence shouldBe
      "the machine's clock was set by 10000 ms while the parts were watched, at most 100: what was sampled and logged of them is of other seconds than the requests"
    // as of runs whose machine's clock was not watched
    Validity.judge(steady, quiet).map(_.name) should not contain "clock"
  }

  "Other processes" should "disturb a run, unless a part was not started by the lab" in {
    val shared = recorded(measuring(PartMetrics.other -> 2))(_.copy(external = Some("the target")))
    fails(
      measuring(PartMetrics.other -> 0.21) -> "machine",
      measuring(PartMetrics.stolen -> 0.11) -> "machine",
      shared -> ""
    )
    check("machine", steady, shared).holds shouldBe None
  }

  "Variants side by side" should "share the cores, as long as some are idle" in {
    def together(busy: Double): Circumstances =
      recorded(measuring(PartMetrics.other -> 1.2, PartMetrics.machine -> busy))(_.copy(shared = Some(SharedRun("a"))))
    fails(together(1.81) -> "machine", together(1.79) -> "")
  }

  /** Light slices in which a request takes so many ms beside full ones, after a warm-up. */
  private def sliced(warming: Double*)(ms: Double*): Circumstances = {
    val cycles = ms.toVector.flatMap { ms =>
      val light = MadeSlices.light(100, Map("service-1" -> ms / 10))
      Vector(light, light.copy(phase = Phases.full, busy = Some(ms / 10 + 0.25)))
    }
    loaded(SlicedLoad.of(20, None), prepared(MadeSlices.warming(warming: _*) ++ cycles))
  }

  "A load in slices" should "be no worse for what the machine does, and say it" in {
    val changing = sliced(1, 1, 1, 1)(4, 6, 5)
    val noisy = changing.copy(figures = idle.updated(PartMetrics.other -> 1, PartMetrics.compilers -> 0.5))
    objections(steady, noisy) shouldBe empty
    check("machine", steady, noisy).sentence should (include("up to 50 % between the 3 cycles") and include("0.25 to"))
    objections(steady, noisy.copy(figures = idle.updated(PartMetrics.generator -> 0.81))) shouldBe Vector("generator")
  }

  it should "be undecided where it became faster in its slices, too" in {
    def after(warming: Double*)(ms: Double*): Check = check("warm", steady, sliced(warming: _*)(ms: _*))
    after(2, 1.8, 1.6, 1.4)(4, 3.7, 3.3, 3, 2.8).holds shouldBe None
    after(2, 1.8, 1.6, 1.4)(4, 3.7, 3.3, 3, 2.8).sentence should startWith(
      "from the first cycle to the last the CPU time of a request changed by -31 % ("
    )
    // hardly a change, noise that does not show that, and too few cycles
    after(2, 1.8, 1.6, 1.4)(4, 4.04, 3.98, 4.02, 4).holds shouldBe Some(true)
    after(2, 1.8, 1.6, 1.4)(4, 4.3, 3.8, 4.2, 4).holds shouldBe None
    after(2, 1.8, 1.6, 1.4)(4, 4).holds shouldBe None
    after(1, 1, 1, 1)(4, 3.7, 3.3, 3, 2.8).sentence shouldBe "warm after 12 s"
  }

  it should "be undecided where its prediction is not known well" in {
    // of a service that was to be cold
    Validity.judge(steady, sliced()(4, 4)).map(_.name) should not contain "warm"
    def known(low: Double, high: Double): Option[Boolean] = {
      val limit = Limit.cores(2, 4.millis).copy(low = Some(low), high = Some(high))
      check("interval", steady, sliced(1, 1, 1, 1)(4, 4).copy(prediction = Some(limit))).holds
    }
    (known(480, 520), known(470, 530)) shouldBe ((Some(true), None))
  }
}
