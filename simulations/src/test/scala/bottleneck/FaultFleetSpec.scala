package bottleneck

import bottleneck.lab.target._
import scala.concurrent.duration._
import scala.util.Using

/** Faults that the lab injects into the real service, PostgreSQL, network and HAProxy. */
class FaultFleetSpec extends FaultTest {
  private def millis(action: => Any): Long = {
    val began = System.nanoTime()
    val _ = action
    (System.nanoTime() - began).nanos.toMillis
  }

  "A database and the way to it" should "fail as they are made to, and be used again" in {
    val timeouts = Map(
      ServiceProperties.connectionTimeout -> "1000",
      "spring.datasource.hikari.validation-timeout" -> "250",
      "spring.datasource.hikari.data-source-properties.socketTimeout" -> "1"
    )
    val distant = Some(Database(maxConnections = 5, Index.Keyset, roundTrip = 2.millis))
    val fleet = started(this.fleet("database", Target(instances = 1, pool ++ timeouts, distant)))
    def read: Option[Int] = status(fleet, "/workload/db?millis=5")
    Using.resource(fleet) { fleet =>
      read shouldBe Some(200)
      afterwards(fleet, Fault.Restart(Part.Database, inOrder = true, down = 2.seconds))(
        eventually(read shouldBe Some(503))
      )
      eventually(read shouldBe Some(200))
      afterwards(fleet, Fault.Restart(Part.Database, inOrder = false, down = 500.millis))(())
      eventually(read shouldBe Some(200))
      afterwards(fleet, Fault.Restart(Part.Relay, inOrder = false, down = 2.seconds))(
        eventually(read shouldBe Some(503))
      )
      eventually(read shouldBe Some(200))
      afterwards(fleet, Fault.Stall(Part.Relay, 3.seconds))(eventually(read shouldBe Some(503)))
      eventually(read shouldBe Some(200))
      afterwards(fleet, Fault.Slow(400.millis, 2.seconds))(eventually(millis(read) should be >= 400L))
      eventually(millis(read) should be < 400L)
      afterwards(fleet, Fault.LoseConnections)(())
      eventually(read should not be Some(200))
      eventually(read shouldBe Some(200))
      // those of the pool stay
      afterwards(fleet, Fault.TakeConnections(1.second))(read shouldBe Some(200))
      afterwards(fleet, Fault.TakeCores(500.millis))(read shouldBe Some(200))
    }
    fleet.endedEarly shouldBe empty
    children shouldBe 0
  }

  private val check = HealthCheck("/health", interval = 300.millis, timeout = 300.millis, fall = 2, rise = 1)

  private def balanced(instances: Int): Target = Target(
    instances,
    ServiceProperties.withoutDatabase + ("management.endpoints.web.exposure.include" -> "health,prometheus,readiness"),
    database = None,
    balancer = Some(Balancer(Policy.RoundRobin, check, serverTimeout = 10.seconds, retries = 0))
  )

  "Instances" should "be restarted one after the other while no request fails" in {
    val fleet = started(this.fleet("rolling", balanced(2)))
    Using.resource(fleet) { fleet =>
      def answers: Vector[Option[Int]] = Vector.fill(4)(status(fleet, "/test?millis=20"))
      fleet.intervene(RollingRestart(Duration.Zero, readiness = true, drained = true), 10.millis)
      val seen = Iterator.continually(answers).takeWhile(_ => fleet.steps.size < 2).flatten.toVector
      seen.distinct shouldBe Vector(Some(200))
      fleet.steps.map(step => step.name -> step.outcome) shouldBe
        Vector("restart service-1" -> Step.ok, "restart service-2" -> Step.ok)
      eventually(metrics("rolling").rate("service-1.cpu_seconds_total") should not be empty)
    }
    fleet.endedEarly shouldBe empty
    children shouldBe 0
  }

  they should "be killed or stand still while another answers, and so should the balancer fail" in {
    val fleet = started(this.fleet("killed", balanced(2)))
    Using.resource(fleet) { fleet =>
      def answers: Vector[Option[Int]] = Vector.fill(4)(status(fleet, "/test?millis=5"))
      afterwards(fleet, Fault.Kill(Part.Instance(1)))(())
      eventually(answers.distinct shouldBe Vector(Some(200)))
      afterwards(fleet, Fault.Stall(Part.Instance(2), 5.seconds))(
        eventually(statusNow(fleet, "/test?millis=5") shouldBe Some(503))
      )
      eventually(answers.distinct shouldBe Vector(Some(200)))
      afterwards(fleet, Fault.Kill(Part.Balancer))(eventually(answers.distinct shouldBe Vector(None)))
      fleet.intervene(MakeFail(Duration.Zero, Fault.Kill(Part.Redis)), 10.millis)
      eventually(fleet.steps should have size 4)
      fleet.steps.last.outcome should include("the lab has started no Redis")
    }
    fleet.endedEarly shouldBe empty
    children shouldBe 0
  }

  they should "be lost two at once, of five, while the others answer" in {
    val fleet = started(this.fleet("lost", balanced(5)))
    Using.resource(fleet) { fleet =>
      def answers: Vector[Option[Int]] = Vector.fill(10)(statusNow(fleet, "/test?millis=5"))
      val stall = Fault.Stall(Part.Instance(2), 8.seconds)
      fleet.intervene(MakeFail(Duration.Zero, Fault.Kill(Part.Instance(1)), Vector(stall)), 10.millis)
      eventually(fleet.steps.map(_.name) shouldBe Vector("kill service-1"))
      eventually(answers should contain(None))
      eventually(answers.distinct shouldBe Vector(Some(200)))
      withClue("it stands still no longer: ")(fleet.steps should have size 1)
      eventually(fleet.steps.map(_.outcome) shouldBe Vector(Step.ok, Step.ok))
      fleet.steps.last.from - fleet.steps.head.from should be < 1000L
      eventually(answers.distinct shouldBe Vector(Some(200)))
    }
    fleet.endedEarly shouldBe empty
    children shouldBe 0
  }
}
