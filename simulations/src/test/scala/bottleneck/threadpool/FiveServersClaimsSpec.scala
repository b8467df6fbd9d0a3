package bottleneck.threadpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.ServiceOrder
import bottleneck.lab.explain.verdict._
import bottleneck.lab.{Setup, Simulations}
import bottleneck.lab.settings.Scale
import bottleneck.ServiceProperties
import bottleneck.StudyRuns.{judgement, verdict}
import bottleneck.lab.target.ClosedLoad
import bottleneck.latency.{LatencyStudy, SameUsersStudy}
import bottleneck.threadpool.TomcatRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FiveServersClaimsSpec extends AnyFlatSpec with Matchers {

  "Five servers" should "cut the slowest response to 13 s, and half of the way to the published 13 of 60 s" in {
    def judgedOf(users: Int, atOnce: Option[Double] = None)(one: Long, five: Long*): Verdict = {
      val order = ServiceOrder(0.3, atOnce, 14000, 12100, Vector.empty)
      verdict("tuning/five-instances#slowest")(
        timed(burst(HeldConnectionsStudy.trial(HeldConnections.default), 98, 10000), one) +: five.map(ms =>
          changed(timed(burst(SameUsersStudy.crowd(5), 98, 10000), ms))(run =>
            run.copy(
              treatment = run.treatment.copy(load = run.load.copy(users = users)),
              measured = run.measured.copy(byLoad = run.measured.byLoad.copy(order = Some(order)))
            )
          )
        ): _*
      )
    }
    def judged(one: Long, five: Long*): Verdict = judgedOf(10000)(one, five: _*)
    def thrice(one: Long, five: Long): Verdict = judged(one, five, five, five)
    thrice(60000, 13000) shouldBe Verdict.Reproduced
    thrice(60000, 13001) shouldBe Verdict.Undecided
    thrice(60000, 13500) shouldBe Verdict.Undecided
    thrice(60000, 13501) shouldBe Verdict.Refuted
    judged(60000, 12000, 13000, 20000) shouldBe Verdict.Reproduced
    judged(60000, 13000, 13501, 13501) shouldBe Verdict.Refuted
    judged(60000, 13000, 13000) shouldBe Verdict.Undecided
    // √(13 / 60) = 0.465
    thrice(26000, 12110) shouldBe Verdict.Undecided
    thrice(26000, 12090) shouldBe Verdict.Reproduced
    thrice(12000, 11999) shouldBe Verdict.Undecided
    thrice(12000, 12000) shouldBe Verdict.Refuted
    // the slowest of fewer users strays more, the more so where newer ones overtake
    def ofThousand(five: Long, atOnce: Option[Double] = None): Verdict =
      judgedOf(1000, atOnce)(30000, five, five, five)
    Vector(13500L, 13900L, 14300L).map(ofThousand(_)) shouldBe
      Vector(Verdict.Reproduced, Verdict.Undecided, Verdict.Refuted)
    Vector(13500L, 14300L, 14400L).map(ofThousand(_, Some(0.15))) shouldBe
      Vector(Verdict.Reproduced, Verdict.Undecided, Verdict.Refuted)
    verdict("tuning/five-instances#slowest")(
      timed(burst(HeldConnectionsStudy.trial(HeldConnections.default), 98, 10000), 60000)
    ) shouldBe Verdict.NotRun
  }

  private def timed(stored: StoredResult, slowest: Long): StoredResult = changed(stored) { run =>
    val total = run.total.copy(latencyMs = run.total.latencyMs.map(_.copy(max = slowest)))
    run.copy(measured = run.measured.copy(total = total, wholeRun = total))
  }

  /** A machine as fast as the reference. */
  private val reference = {
    val speed = WorkSpeed(Some(1), Some(1), Some(1), Some(0))
    Speed(speed, speed, Vector.empty)
  }

  /** By theory the slowest sleeps, and waits for a thread, for 2.4 s. */
  private def switching(stored: StoredResult, machine: Double, perRequest: Double, cpuMs: Double): StoredResult =
    changed(stored)(run =>
      run.copy(
        measured = run.measured.copy(byLoad =
          run.measured.byLoad.copy(order = Some(ServiceOrder(0.02, Some(0.1), 2400, 2380, Vector.empty)))
        ),
        machine = run.machine.copy(speed = Some(reference)),
        server = run.server.copy(
          cpu = run.server.cpu.copy(
            service = Some(cpuMs * run.total.throughput / 1000),
            whole = MachineCpu(Some(machine), None, None)
          ),
          service = run.server.service
            .copy(jvm = Some(Jvm(None, contextSwitchesPerSecond = Some(perRequest * run.total.throughput))))
        )
      )
    )

  "Five servers" should "respond sooner and need less CPU time and fewer context switches than one" in {
    val id = "tuning/five-instances#scheduling"
    def one(machine: Double): StoredResult =
      timed(switching(burst(HeldConnectionsStudy.many(1), 98, 10000), machine, 10, cpuMs = 1), 10000)
    def other(five: Double, cpuMs: Double = 0.89, slowest: Long = 9000): StoredResult =
      timed(switching(burst(HeldConnectionsStudy.many(5), 98, 10000), 0.3, five, cpuMs), slowest)
    def judged(others: StoredResult*)(machine: Double): Judgement =
      judgement(id)(Vector.fill(others.size)(one(machine)) ++ others: _*)
    def alike(other: StoredResult, machine: Double = 1.6): Verdict =
      judged(Vector.fill(4)(other): _*)(machine).verdict
    alike(other(five = 8.9)) shouldBe Verdict.Reproduced
    alike(other(five = 10, cpuMs = 1)) shouldBe Verdict.Refuted
    alike(other(five = 10)) shouldBe Verdict.Undecided
    alike(other(five = 9.9, cpuMs = 1)) shouldBe Verdict.Undecided
    // fewer, but hardly
    alike(other(five = 9.1)) shouldBe Verdict.Undecided
    alike(other(five = 8.9, cpuMs = 0.91)) shouldBe Verdict.Undecided
    // where cores are busy five should be sooner, and where they are idle nothing can tell
    alike(other(five = 8.9, slowest = 10000)) shouldBe Verdict.Refuted
    alike(other(five = 8.9, slowest = 9999)) shouldBe Verdict.Undecided
    alike(other(five = 10, cpuMs = 1, slowest = 9001)) shouldBe Verdict.Refuted
    alike(other(five = 9.1, slowest = 10000)) shouldBe Verdict.Undecided
    alike(other(five = 8.9, slowest = 9001), machine = 1.59) shouldBe Verdict.Untestable
    judged(other(five = 8.9) +: Vector.fill(3)(other(five = 8.9, slowest = 10000)): _*)(1.6).verdict shouldBe
      Verdict.Undecided
    alike(other(five = 8.9), machine = 1.59) shouldBe Verdict.Untestable
    judged(Vector.fill(4)(other(five = 8.9)): _*)(1.59).evidence should
      (include("so little beside sleep and wait for a thread") and
        include("the slowest took 9.00\u202fs, 9.00\u202fs, 9.00\u202fs, 9.00\u202fs (theory, of sleep and wait"))
    alike(other(five = 10, cpuMs = 1), machine = 0.1) shouldBe Verdict.Refuted
    def mixed(runs: Int): Verdict =
      judged(other(five = 9.1) +: Vector.fill(runs - 1)(other(five = 8.9)): _*)(1.6).verdict
    (mixed(4), mixed(7)) shouldBe ((Verdict.Undecided, Verdict.Reproduced))
    judged(Vector.fill(3)(other(five = 8.9)): _*)(1.6).verdict shouldBe Verdict.Undecided
    judged(other(five = 8.9))(0.1).evidence should
      (include("of sleep and wait for a thread: 2.40\u202fs), a request 1\u202fms of CPU time") and
        include("and 5.0\u202f% of the cores were in use; on five"))
    judged(Vector.fill(3)(other(five = 8.9)): _*)(1.59).verdict shouldBe Verdict.Undecided
    val unknown = burst(HeldConnectionsStudy.many(5), 98, 10000)
    judged(Vector.fill(4)(unknown): _*)(0.1).verdict shouldBe Verdict.Undecided
    judged(unknown +: Vector.fill(4)(other(five = 9.1)): _*)(0.1).verdict shouldBe Verdict.Undecided
    // more runs might still refute it
    judged(Vector.fill(3)(other(five = 10, cpuMs = 1)): _*)(0.1).verdict shouldBe Verdict.Undecided
    val unwatched = Vector(1, 5).flatMap(n => Vector.fill(4)(burst(HeldConnectionsStudy.many(n), 98, 10000)))
    verdict(id)(unwatched: _*) shouldBe Verdict.Undecided
    verdict(id)(burst(HeldConnectionsStudy.many(1), 98, 10000)) shouldBe Verdict.NotRun
  }

  they should "tell nothing where sleep and wait for a thread leave too little to save" in {
    def judged(slowestOfOne: Long, five: Double, slowest: Long): Verdict = verdict("tuning/five-instances#scheduling")(
      Vector.fill(4)(
        timed(switching(burst(HeldConnectionsStudy.many(1), 98, 10000), 1.9, 10, cpuMs = 1), slowestOfOne)
      ) ++ Vector.fill(4)(
        timed(switching(burst(HeldConnectionsStudy.many(5), 98, 10000), 0.3, five, cpuMs = five / 10), slowest)
      ): _*
    )
    // of which 90 % is as much as the 2.4 s of theory
    judged(2667, five = 8, 2667) shouldBe Verdict.Refuted
    judged(2666, five = 8, 2666) shouldBe Verdict.Untestable
    judged(2667, five = 10, 2500) shouldBe Verdict.Refuted
    judged(2666, five = 10, 2500) shouldBe Verdict.Untestable
    judged(2667, five = 8, 2400) shouldBe Verdict.Reproduced
  }

  they should "be told by CPU time as it would be on one machine" in {
    def run(instances: Int, cpuMs: Double, speed: Double): StoredResult =
      changed(
        timed(
          switching(burst(HeldConnectionsStudy.many(instances), 98, 10000), 1.9, 10.0 / instances, cpuMs),
          9000L / instances
        )
      )(run =>
        run.copy(machine =
          run.machine.copy(speed = run.machine.speed.map(all => all.copy(jvm = all.jvm.copy(mean = Some(speed)))))
        )
      )
    def judged(speedOfFive: Double): Verdict = verdict("tuning/five-instances#scheduling")(
      Vector.fill(4)(run(1, cpuMs = 1, speed = 0.5)) ++ Vector.fill(4)(run(5, cpuMs = 0.5, speed = speedOfFive)): _*
    )
    judged(speedOfFive = 0.5) shouldBe Verdict.Reproduced
    // as much work, on a machine twice as fast
    judged(speedOfFive = 1) shouldBe Verdict.Undecided
  }

  private def of(trial: Trial): Setup = Simulations.found.map(_.setup).find(_.trial == trial).get

  /** But for the users of the warm-up, who are one for each instance. */
  private def loadOf(trial: Trial, scale: Scale): Option[ClosedLoad] =
    of(trial).load(scale).load(_ => None).toOption.collect { case closed: ClosedLoad =>
      closed.copy(warmUp = closed.warmUp.map(_.copy(users = 1)))
    }

  they should "be compared with one whose users come and stay alike, for the slowest response" in
    Vector(Scale.Quick, Scale.Full).foreach { scale =>
      val one = loadOf(HeldConnectionsStudy.trial(HeldConnections.default), scale)
      one should not be empty
      one shouldBe loadOf(SameUsersStudy.crowd(5), scale)
    }

  they should "be compared with one under the same load, as warm and with as little in it" in {
    def alike(scale: Scale)(setup: Setup): Any = {
      val load = loadOf(setup.trial, scale)
      val threads = setup.target.properties.get(ServiceProperties.threads).map(_.toInt * setup.target.instances)
      (setup.target.properties - ServiceProperties.threads, threads, setup.target.jvm, setup.target.training, load)
    }
    Vector(Scale.Quick, Scale.Full).foreach { scale =>
      val (one, five) = (of(HeldConnectionsStudy.many(1)), of(HeldConnectionsStudy.many(5)))
      alike(scale)(one) shouldBe alike(scale)(five)
      alike(scale)(one) should not be alike(scale)(of(LatencyStudy.trial(1)))
    }
  }
}
