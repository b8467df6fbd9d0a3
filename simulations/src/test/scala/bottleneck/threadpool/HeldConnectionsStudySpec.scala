package bottleneck.threadpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.{Sent, ServiceOrder}
import bottleneck.lab.explain.theory.Prediction
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

/** Users who hold their connections, of whom a service accepts some or all. */
class HeldConnectionsStudySpec extends AnyFlatSpec with Matchers {
  private val threadsAllow = Prediction(9.76, "threads", "100 / 1.025 s")

  private def holding(connections: Int, throughput: Double = 9.8)(errors: (String, Long)*): StoredResult =
    failing(changed(burst(HeldConnectionsStudy.trial(connections), 98, 10000)) { run =>
      run.copy(
        expected = run.expected.copy(prediction = Some(threadsAllow)),
        measured = run.measured.copy(total = run.total.copy(throughput = throughput))
      )
    })(errors: _*)

  "Many threads" should "answer what they allow, all 1000 of the source at quick scale too" in {
    val setup = Simulations.found.map(_.setup).find(_.trial == HeldConnectionsStudy.many(1))
    setup.map(_.target.properties(ServiceProperties.threads)) shouldBe Some("1000")
    def many(throughput: Double, limit: Option[Prediction]): StoredResult =
      changed(burst(HeldConnectionsStudy.many(1), 9756, 10000))(run =>
        run.copy(
          expected = run.expected.copy(prediction = limit),
          measured = run.measured.copy(total = run.total.copy(throughput = throughput))
        )
      )
    def judged(throughput: Double): Verdict = verdict("tuning/threads#throughput")(
      many(throughput, Some(Prediction(975.6, "threads", "1000 / 1.025 s")))
    )
    judged(927) shouldBe Verdict.Reproduced
    judged(926) shouldBe Verdict.Refuted
    judged(700) shouldBe Verdict.Refuted
    judged(1025) shouldBe Verdict.Refuted
    // as published
    judged(1000) shouldBe Verdict.Reproduced
    verdict("tuning/threads#throughput")(many(975, limit = None)) shouldBe Verdict.Undecided
    verdict("tuning/threads#throughput")(holding(819)(), holding(1200)()) shouldBe Verdict.NotRun
  }

  private def sent(second: Int, ko: Long, error: String): Sent =
    Sent(second, 100 - ko, ko, None, None, None, Map(error -> ko).filter(_._2 > 0))

  /** Of users who arrive within 10 s: so many of 100 requests failed that were sent at 0, 3, 6, 9 and 12 s. */
  private def sending(stored: StoredResult, error: String, failed: Long*): StoredResult = changed(stored) { run =>
    val all = failed.toVector.zipWithIndex.map { case (ko, n) => sent(n * 3, ko, error) }
    val order = ServiceOrder(0.38, Some(0.41), 17700, 11225, all)
    run.copy(
      measured = run.measured.copy(byLoad = run.measured.byLoad.copy(order = Some(order))),
      treatment = run.treatment.copy(load = run.load.copy(arrivalMs = 10000))
    )
  }

  "The first requests" should "be those that time out more often than later ones" in {
    def judged(throughput: Double, failed: Long*): Verdict = judgedBy(requestTimeout)(throughput, failed: _*)
    def judgedBy(error: String)(throughput: Double, failed: Long*): Verdict =
      verdict("tuning/threads#first-requests-time-out")(
        sending(holding(819, throughput)(requestTimeout -> 12L), error, failed: _*)
      )
    judged(9.8, 30, 30, 29, 30, 100) shouldBe Verdict.Reproduced
    judged(9.8, 30, 30, 30, 30, 0) shouldBe Verdict.Refuted
    judged(9.8, 0, 0, 0, 1, 0) shouldBe Verdict.Refuted
    judged(9.8, 0, 0, 0, 0, 9) shouldBe Verdict.Undecided
    judged(5, 30, 30, 0, 0, 0) shouldBe Verdict.Undecided
    judgedBy(connectTimeout)(9.8, 30, 30, 29, 30, 0) shouldBe Verdict.Reproduced
    judgedBy(connectTimeout)(9.8, 0, 0, 30, 30, 0) shouldBe Verdict.Refuted
    // no time-outs
    judgedBy(connectRefused)(9.8, 30, 30, 0, 0, 0) shouldBe Verdict.Undecided
    verdict("tuning/threads#first-requests-time-out")(holding(819)(requestTimeout -> 12L)) shouldBe Verdict.Undecided
  }

  "Five servers" should "cut the slowest response to 13 s, and half of the way to the published 13 of 60 s" in {
    def judgedOf(users: Int, atOnce: Option[Double] = None)(one: Long, five: Long*): Verdict = {
      val order = ServiceOrder(0.3, atOnce, 14000, 12100, Vector.empty)
      verdict("tuning/five-instances#slowest")(
        timed(holding(819)(), one) +: five.map(ms =>
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
    verdict("tuning/five-instances#slowest")(timed(holding(819)(), 60000)) shouldBe Verdict.NotRun
  }

  private def timed(stored: StoredResult, slowest: Long): StoredResult = changed(stored) { run =>
    val total = run.total.copy(latencyMs = run.total.latencyMs.map(_.copy(max = slowest)))
    run.copy(measured = run.measured.copy(total = total, wholeRun = total))
  }

  "Starving requests" should "be late though they have a connection and threads answer others" in {
    def judged(all: StoredResult): Verdict = verdict("tuning/threads#starvation")(all)
    def late(failed: Long*): StoredResult =
      sending(holding(1200)(requestTimeout -> failed.sum), requestTimeout, failed: _*)
    judged(late(5, 0, 0, 0, 0)) shouldBe Verdict.Reproduced
    judged(holding(1200)()) shouldBe Verdict.Refuted
    judged(holding(1200)(connectTimeout -> 1L)) shouldBe Verdict.Refuted
    judged(holding(1200, throughput = 5)(requestTimeout -> 1L)) shouldBe Verdict.Undecided
    judged(holding(819)(requestTimeout -> 1L)) shouldBe Verdict.NotRun
  }

  they should "be the first ones, not any that are overtaken for so long" in {
    def judged(failed: Long*): Verdict =
      verdict("tuning/threads#starvation")(
        sending(holding(1200)(requestTimeout -> failed.sum), requestTimeout, failed: _*)
      )
    judged(20, 20, 10, 10, 0) shouldBe Verdict.Reproduced
    judged(20, 19, 10, 10, 0) shouldBe Verdict.Undecided
    // by chance with a probability of 6 % and of 3 %
    judged(4, 0, 0, 0, 0) shouldBe Verdict.Undecided
    judged(5, 0, 0, 0, 0) shouldBe Verdict.Reproduced
    judged(1, 0, 0, 0, 0) shouldBe Verdict.Undecided
    judged(0, 0, 5, 5, 0) shouldBe Verdict.Undecided
    judged(0, 0, 0, 0, 1) shouldBe Verdict.Undecided
    verdict("tuning/threads#starvation")(holding(1200)(requestTimeout -> 1L)) shouldBe Verdict.Undecided
    // who had no connection did not starve
    verdict("tuning/threads#starvation")(
      sending(holding(1200)(requestTimeout -> 1L), connectTimeout, 20, 20, 0, 0, 0)
    ) shouldBe Verdict.Undecided
  }

  they should "be told apart from those that newer ones overtake" in {
    val order = ServiceOrder(0.38, Some(0.41), 17700, 11225, Vector.empty)
    val same = changed(burst(SameUsersStudy.trial(1), 98, 10000))(run =>
      run.copy(measured = run.measured.copy(byLoad = run.measured.byLoad.copy(order = Some(order))))
    )
    judgement("tuning/threads#starvation")(holding(819)(), holding(1200)(), same).evidence should
      include("41.0\u202f% were served at once while others waited), and 0 failed there")
  }

  /** A machine as fast as the reference. */
  private val reference = {
    val speed = WorkSpeed(Some(1), Some(1), Some(1), Some(0))
    Speed(speed, speed, Vector.empty)
  }

  private def switching(stored: StoredResult, machine: Double, perRequest: Double, cpuMs: Double): StoredResult =
    changed(stored)(run =>
      run.copy(
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
    // what is no sooner needs no reason, and what costs less is none where cores are idle
    alike(other(five = 8.9, slowest = 9001)) shouldBe Verdict.Undecided
    alike(other(five = 10, cpuMs = 1, slowest = 9001)) shouldBe Verdict.Undecided
    alike(other(five = 8.9), machine = 1.59) shouldBe Verdict.Untestable
    alike(other(five = 10, cpuMs = 1), machine = 0.1) shouldBe Verdict.Refuted
    def mixed(runs: Int): Verdict =
      judged(other(five = 9.1) +: Vector.fill(runs - 1)(other(five = 8.9)): _*)(1.6).verdict
    (mixed(4), mixed(7)) shouldBe ((Verdict.Undecided, Verdict.Reproduced))
    judged(Vector.fill(3)(other(five = 8.9)): _*)(1.6).verdict shouldBe Verdict.Undecided
    judged(other(five = 8.9))(0.1).evidence should
      (include("on one server the slowest took 10.0\u202fs, a request 1\u202fms of CPU time") and
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

  "The answer and the advice" should "come from sound runs" in {
    val connections = Vector(connected(holding(819)(connectTimeout -> 170L), 819, 10)(819, 11), holding(1200)())
    HeldConnectionsStudy.study.answer(Evidence.of(connections)).getOrElse("") should
      include("170 of them for want of a connection")
    HeldConnectionsStudy.study.advice(Evidence.of(connections)).head should include("which says 10 for the 98 users")
  }
}
