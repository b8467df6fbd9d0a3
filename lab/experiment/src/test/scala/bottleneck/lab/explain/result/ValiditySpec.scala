package bottleneck.lab.explain.result

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.log.LogRecord
import bottleneck.lab.explain.preparation.{MadeSlices, Phases, Preparation}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.stats.{MadeLog, RunStatistics, Window}
import bottleneck.lab.files.{SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class ValiditySpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val window = Window(5000, 25000)
  private def log: Path = folder.resolve("simulation.log")
  private val idle = Server.unknown.copy(
    service = Server.unknown.service.copy(jvm = Some(Jvm(Some(0.02)))),
    cpu = Cpu(Some(0.3), None, Some(0.2), MachineCpu(Some(0.55), Some(0), Some(0.05)))
  )
  private val quiet =
    Circumstances(
      idle,
      metrics = None,
      ended = Vector.empty,
      external = None,
      AskedLoad(Duration.Zero),
      Capacity(cpus = 2)
    )

  private def of(records: Vector[LogRecord]): RunStatistics =
    RunStatistics.read(MadeLog.write(log, records), window).fold(error => fail(error.message), identity)

  /** 20 users, answered in 1 s each. */
  private def steady: RunStatistics = of(MadeLog.closed(users = 20, ms = 26000)(_ => 1000))

  private def check(name: String, statistics: RunStatistics, circumstances: Circumstances): Check =
    Validity.judge(statistics, circumstances).find(_.check == name).getOrElse(fail(s"there is no check $name"))

  private def objections(statistics: RunStatistics, circumstances: Circumstances = quiet): Vector[String] =
    Validity.judge(statistics, circumstances).filterNot(_.ok).map(_.check)

  private def using(cpu: Cpu => Cpu): Circumstances = quiet.copy(server = idle.copy(cpu = cpu(idle.cpu)))

  "A run without a flaw" should "be sound" in {
    objections(steady) shouldBe empty
    Validity.judge(steady, quiet).map(_.check).distinct should have size 10
  }

  "A run that was not warm before its load" should "be invalid, and say what still changed" in {
    def after(requestMs: Double*): Circumstances =
      quiet.copy(preparation = Some(Preparation(MadeSlices.warming(requestMs: _*), 60000, heldMs = None, cpus = 2)))
    objections(steady, after(1, 1, 1, 1)) shouldBe empty
    objections(steady, after(1, 1, 1)) shouldBe Vector("warm")
    objections(steady, after(2, 1.8, 1.6, 1.4)) shouldBe Vector("warm")
    Validity.judge(steady, after(1, 1, 1, 1)).filter(_.check == "warm") shouldBe
      Vector(Check("warm", ok = true, "warm after 12 s"))
    Validity.judge(steady, after(2, 1.8, 1.6, 1.4)).filter(_.check == "warm").map(_.detail) shouldBe
      Vector("not warm after 12 s: the CPU time of a request in the service changed by -35 % within 12 s")
  }

  "A machine that changed its speed around the load" should "disturb a run, by the same requests before and after" in {
    val measured = for {
      work <- SpeedWork.all; moment <- SpeedMoment.all; cores <- SpeedCores.all
    } yield SpeedRate(moment, work, cores, 100)
    val same = Speed.of(measured, ReferenceSpeed.of(measured).fold(fail(_), identity))
    def after(ms: Double*): Check = {
      val slices = MadeSlices.calibrating()("service-1" -> (_ * 0.004)) ++
        ms.map(ms => MadeSlices.paced(0.65, 100, Map("service-1" -> ms / 10)).copy(phase = Phases.afterLoad))
      val preparation = Preparation(MadeSlices.warming(1, 1, 1, 1) ++ slices, 60000, heldMs = None, cpus = 2)
      check(
        "speed",
        steady,
        quiet.copy(preparation = Some(preparation), capacity = quiet.capacity.copy(speed = Some(same)))
      )
    }
    after(4.0, 4.3).ok shouldBe true
    after(3.7).ok shouldBe true
    after(4.45).ok shouldBe false
    after(3.55).ok shouldBe false
    after(4.8).detail shouldBe
      "before the load a request took 4.000 ms of CPU time and after it, at the same pace, 4.800 ms (+20 %); at most 10 % more or less"
    // by the probe alone where no requests came after the load
    after().detail should startWith("from before the load to after it the machine's speed changed by jvm work 0 %")
  }

  "A machine without cores for what theory allows" should "make the run invalid, and say what took them" in {
    val cpu = Cpu(Some(1.8), None, Some(0.17), MachineCpu(Some(1.99), None, None))
    val threads = Prediction.threads(200, 30, 1025.millis)
    def shortfall(throughput: Double, cpu: Cpu = cpu, limit: Prediction = threads): Option[Shortfall] =
      Shortfall.of(limit, 0.05, throughput, cpu, cpus = 2)
    val missing = shortfall(3560)
    objections(steady, quiet.copy(capacity = quiet.capacity.copy(shortfall = missing))) shouldBe Vector("carried")
    missing.fold("")(_.sentence) shouldBe
      "3560.0/s were answered where threads allow 5853.7/s, with 1.99 of 2 cores busy: of CPU time a request took 0.51 ms in the service, 0.05 ms in the generator"
    shortfall(5600) shouldBe None
    shortfall(3560, cpu.copy(whole = cpu.whole.copy(machine = Some(1.85)))) shouldBe None
    shortfall(3560, limit = Prediction.cores(2, 0.4.millis)) shouldBe None
    shortfall(3560, limit = Prediction.cores("service", 1, 1, 0.2.millis)) shouldBe None
  }

  /** 20 users at once, answered one after the other in `ms`; the last is sent `late`. */
  private def burst(ms: Int = 2000, late: Int = 0): RunStatistics = {
    val requests = (1 to 20).flatMap { n =>
      val start = if (n == 20) 10000 + late else 10000
      val end = 10000 + ms * n / 20
      Vector(LogRecord.User(0, arrives = true, start), MadeLog.request(start, end), LogRecord.User(0, false, end))
    }
    RunStatistics.readBurst(MadeLog.write(log, requests.sortBy(_.at)), 9000, 0).fold(e => fail(e.message), identity)
  }

  private def asked(users: Int): Circumstances =
    quiet.copy(asked = quiet.asked.copy(burst = Some(Asked(users, withinMs = 0))))

  "A burst" should "be judged by what it is: complete and simultaneous, and not by trends" in {
    objections(burst(), asked(20)) shouldBe empty
    objections(burst(), asked(21)) shouldBe Vector("complete")
    objections(burst(late = 101), asked(20)) shouldBe Vector("simultaneous")
    objections(of(Vector(LogRecord.User(0, arrives = true, 0))), asked(20)) should contain("complete")
  }

  /** For 20 s from 5 s on a user every 20 ms, each `late` ms after its time, whose request takes `ms`. */
  private def open(late: Int => Int = _ => 0, ms: Int => Int = _ => 100, count: Int = 1000): RunStatistics = {
    val requests = Vector.tabulate(count) { n =>
      val start = 5000 + n * 20 + late(n)
      MadeLog.request(start, start + ms(n))
    }
    RunStatistics
      .readOpen(MadeLog.write(log, requests.sortBy(_.end)), Window(7000, 25000), 4000, perSecond = 50)
      .fold(error => fail(error.message), identity)
  }

  private def asked(overload: Boolean): Circumstances =
    quiet.copy(asked = quiet.asked.copy(arrivals = Some(Arrivals(50, 1000, overload))))

  "An open load" should "be sound where it kept its schedule, and its requests in flight obey Little's law" in {
    objections(open(), asked(overload = false)) shouldBe empty
    val details = Validity.judge(open(), asked(overload = false)).map(check => check.check -> check.detail).toMap
    details("schedule") should include("1000 of 1000 requests were sent, 99 % of them at most 0 ms after")
    details("little") should startWith("5.0 requests in flight, throughput × response time = 5.0")
  }

  it should "be disturbed where it fell behind its schedule by more than 100 ms and an interval" in {
    objections(open(late = n => n / 10), asked(overload = false)) shouldBe empty
    objections(open(late = n => n / 8), asked(overload = false)) shouldBe Vector("schedule")
  }

  it should "be disturbed where not all came" in {
    objections(open(count = 999), asked(overload = false)) shouldBe Vector("schedule")
    objections(of(Vector(LogRecord.User(0, arrives = true, 0))), asked(overload = false)) should contain("schedule")
  }

  it should "be disturbed where requests pile up, unless it was meant to overload" in {
    val growing = open(ms = n => 100 + n * 4)
    objections(growing, asked(overload = false)) should contain allOf ("steady", "little")
    objections(growing, asked(overload = true)) shouldBe empty
    val details =
      Validity.judge(growing, asked(overload = true)).filter(_.detail.startsWith("not judged of an overload"))
    details.map(_.check) shouldBe Vector("steady", "little")
  }

  "A staircase" should "be judged by its levels, and not by trends" in {
    def stairs(users: Int): RunStatistics = RunStatistics
      .readStaircase(
        MadeLog.write(log, MadeLog.closed(users, ms = 26000)(start => 1000 - start / 40)),
        Vector(users -> Window(5000, 12000), users * 2 -> Window(15000, 22000))
      )
      .fold(error => fail(error.message), identity)
    objections(stairs(20)) shouldBe empty
    Validity.judge(stairs(20), quiet).map(_.check) should contain allOf ("levels", "steady")
    objections(stairs(9)) shouldBe Vector("levels")
    Validity.judge(stairs(9), quiet).map(_.detail).mkString should include(" at 9 users")
  }

  private def changed(steps: InterventionStep*): Circumstances =
    quiet.copy(asked = quiet.asked.copy(intervention = Some(steps.toVector)))

  /** Answered in 1 s each, and from 15 s on in 100 ms. */
  private def jumping: RunStatistics = of(MadeLog.closed(users = 20, ms = 26000)(at => if (at < 15000) 1000 else 100))

  "A load that an intervention changes" should "not be judged by its trend, but by whether it saw the end of it" in {
    check("steady", jumping, quiet).outcome should not be Check.Outcome.Holds
    val done = InterventionStep("CREATE INDEX", 12000, Some(14900), "ok")
    val checks = Validity.judge(jumping, changed(done))
    checks.filterNot(_.ok) shouldBe empty
    checks.find(_.check == "steady").map(_.detail).getOrElse("") should include("by design")
    objections(jumping, changed(done, done.copy(toMs = Some(25000)))) shouldBe Vector("intervention")
    objections(jumping, changed(done.copy(toMs = None))) shouldBe Vector("intervention")
    objections(jumping, changed()) shouldBe Vector("intervention")
  }

  "A log that was cut" should "make a run invalid" in {
    MadeLog.write(log, MadeLog.closed(20, 26000)(_ => 1000))
    Files.write(log, Files.readAllBytes(log).dropRight(3))
    objections(RunStatistics.read(log, window).fold(error => fail(error.message), identity)) shouldBe Vector("log")
  }

  "Few responses" should "make a run invalid" in {
    objections(of(MadeLog.closed(users = 4, ms = 26000)(_ => 1000))) shouldBe Vector("responses")
  }

  "Failures that nobody can name" should "make a run invalid, and others not" in {
    def failing(message: String): RunStatistics =
      of(MadeLog.closed(20, 26000)(_ => 1000, start => if (start % 10000 < 1000) message else ""))
    objections(failing("boom")) shouldBe Vector("errors")
    objections(failing("j.i.IOException: Premature close")) shouldBe empty
  }

  "Users who neither wait nor think" should "be shown as the generator's part, and be no fault" in {
    // a pause of 100 ms between the answers: 20 users, X·R = 18.2
    val pausing = of(MadeLog.closed(20, 26000)(_ => 1100).map {
      case request: LogRecord.Request => request.copy(end = request.end - 100)
      case other => other
    })
    objections(pausing) shouldBe empty
    check("little", pausing, quiet).detail should (startWith(
      "18.2 requests in flight, throughput × response time = 18.2"
    ) and
      endWith("20.0 users = 18.2/s × (response 1000.0 ms + think time 0.0 ms + generator 100.2 ms)"))
    check("little", pausing, quiet.copy(asked = quiet.asked.copy(thinkTime = 100.millis))).detail should endWith(
      "(response 1000.0 ms + think time 100.0 ms + generator 0.2 ms)"
    )
  }

  "A window too short for its responses" should "leave it open whether Little's law holds" in {
    // of 20 requests of 30 s all are in flight all the time, and none ends in the window but one
    val one = LogRecord.User(0, arrives = true, 0) +: Vector.tabulate(20) { n =>
      MadeLog.request(0, if (n == 0) 24000 else 30000)
    }
    check("little", of(one), quiet).undecided shouldBe true
  }

  "A window in which the system changes" should "disturb a run" in {
    val drifting = of(MadeLog.closed(20, 26000)(start => 1000 - start / 40))
    objections(drifting) shouldBe Vector("steady")
    check("steady", drifting, quiet).detail should (include("throughput +") and include("at most ±10 % is steady"))
  }

  "A window too short for its noise" should "be one that cannot tell" in {
    // responses take 0.7 to 1.3 s, in no order
    val lumpy = of(MadeLog.closed(users = 20, ms = 26000)(start => 700 + start * 7919 % 601))
    val steady = check("steady", lumpy, quiet)
    steady.outcome shouldBe Check.Outcome.CannotTell
    steady.detail should include("the window is too short to tell: with seconds that differ by")
    objections(lumpy) shouldBe empty
  }

  it should "be so with less than ten whole seconds" in {
    val log = MadeLog.write(this.log, MadeLog.closed(20, 26000)(_ => 1000))
    val short = RunStatistics.read(log, Window(5000, 14000)).fold(error => fail(error.message), identity)
    check("steady", short, quiet).outcome shouldBe Check.Outcome.CannotTell
  }

  "An open load whose response time drifts" should "be disturbed though its throughput is steady" in {
    val slowing = open(ms = n => 100 + n / 20)
    val steady = check("steady", slowing, asked(overload = false))
    steady.outcome shouldBe Check.Outcome.Fails(Soundness.Disturbed(Vector("steady")))
    steady.detail should include("; response time +")
    // of a closed load the throughput alone is asked
    check("steady", slowing, quiet).ok shouldBe true
  }

  "A JVM that compiles" should "disturb a run only where the cores are what limits it" in {
    def compiling(machine: Double): Circumstances =
      quiet.copy(server =
        idle.copy(
          service = idle.service.copy(jvm = Some(Jvm(Some(0.11)))),
          cpu = idle.cpu.copy(whole = idle.cpu.whole.copy(machine = Some(machine)))
        )
      )
    objections(steady, compiling(machine = 1.5)) shouldBe Vector("compilation")
    objections(steady, compiling(machine = 1.3)) shouldBe empty
  }

  it should "disturb a run of a limited service by what that may use, whatever the rest of the machine does" in {
    def limited(service: Double, compiling: Double): Circumstances = quiet.copy(
      capacity = quiet.capacity.copy(serviceCores = Some(0.5)),
      server = idle.copy(
        service = idle.service.copy(jvm = Some(Jvm(Some(compiling)))),
        cpu = idle.cpu.copy(service = Some(service), whole = idle.cpu.whole.copy(machine = Some(1.9)))
      )
    )
    objections(steady, limited(service = 0.36, compiling = 0.026)) shouldBe Vector("compilation")
    objections(steady, limited(service = 0.36, compiling = 0.024)) shouldBe empty
    objections(steady, limited(service = 0.34, compiling = 0.1)) shouldBe empty
  }

  it should "say how much faster the run would be without" in {
    val compiling = quiet.copy(server =
      idle.copy(
        service = idle.service.copy(jvm = Some(Jvm(Some(0.2)))),
        cpu = idle.cpu.copy(whole = idle.cpu.whole.copy(machine = Some(1.8)))
      )
    )
    // 0.2 of 1.8 cores: 1.8 instead of 1.6 cores work
    check("compilation", steady, compiling).detail should
      endWith("used 0.200 cores, at most 0.100; the run would be at most 12.5 % faster without")
  }

  it should "be the generator's too, where that is known and takes cores of the service" in {
    def compiling(cpu: Cpu, limit: Option[Double] = None): Circumstances = quiet.copy(
      capacity = quiet.capacity.copy(serviceCores = limit),
      server = idle.copy(
        service = idle.service.copy(jvm = Some(Jvm(Some(0.06)))),
        cpu = cpu.copy(whole = cpu.whole.copy(machine = Some(1.9)))
      )
    )
    val known = idle.cpu.copy(generatorCompilation = Some(0.05))
    objections(steady, compiling(known)) shouldBe Vector("compilation")
    check("compilation", steady, compiling(known)).detail should include("0.060 cores, the generator's 0.050, at most")
    objections(steady, compiling(idle.cpu)) shouldBe empty
    // 0.06 of 1.4 cores of its own are few enough, and the generator's are not taken from these
    objections(steady, compiling(known.copy(service = Some(1.3)), Some(1.4))) shouldBe empty
  }

  it should "not matter to a database that uses up cores of its own" in {
    def compiling(database: Double, machine: Double): Circumstances = quiet.copy(
      capacity = quiet.capacity.copy(databaseCores = Some(1)),
      server = idle.copy(
        service = idle.service.copy(jvm = Some(Jvm(Some(0.17)))),
        cpu = idle.cpu.copy(database = Some(database), whole = idle.cpu.whole.copy(machine = Some(machine)))
      )
    )
    objections(steady, compiling(database = 0.96, machine = 1.6)) shouldBe empty
    objections(steady, compiling(database = 0.94, machine = 1.6)) shouldBe Vector("compilation")
    objections(steady, compiling(database = 0.96, machine = 1.91)) shouldBe Vector("compilation")
  }

  "A run without metrics" should "be invalid, since nobody can say what else went on" in {
    objections(steady, quiet.copy(metrics = Some("metrics.csv cannot be read"))) shouldBe Vector("metrics")
  }

  "A generator that is the bottleneck" should "disturb a run" in {
    objections(steady, using(_.copy(generator = Some(0.81)))) shouldBe Vector("generator")
    objections(steady, using(_.copy(generator = Some(0.79)))) shouldBe empty
  }

  "Other processes" should "disturb a run" in {
    objections(steady, using(cpu => cpu.copy(whole = cpu.whole.copy(other = Some(0.21))))) shouldBe Vector("machine")
    objections(steady, using(cpu => cpu.copy(whole = cpu.whole.copy(stolen = Some(0.11))))) shouldBe Vector("machine")
    val shared = using(cpu => cpu.copy(whole = cpu.whole.copy(other = Some(2)))).copy(external = Some("the target"))
    objections(steady, shared) shouldBe empty
    check("machine", steady, shared).outcome shouldBe Check.Outcome.CannotTell
  }

  "A part that ended" should "make a run invalid and be named" in {
    val bereft = quiet.copy(ended = Vector("The database ended during the run."))
    objections(steady, bereft) shouldBe Vector("parts")
    Validity.judge(steady, bereft).map(_.detail).mkString should include("The database ended")
  }

  "What could not be measured" should "be said, and neither hold nor fail" in {
    val checks = Validity.judge(steady, quiet.copy(server = Server.unknown))
    checks.filter(_.outcome == Check.Outcome.CannotTell).map(_.check) shouldBe
      Vector("compilation", "generator", "machine")
    Soundness.of(checks) shouldBe Soundness.Sound
  }
}
