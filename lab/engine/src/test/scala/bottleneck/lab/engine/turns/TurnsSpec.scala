package bottleneck.lab.engine.turns

import bottleneck.lab.engine.users.{Answers, Users}
import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.parts.metrics.Gauge.Reading
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class TurnsSpec extends AnyFlatSpec with Matchers {
  private val short = TurnTimes(8.millis, 40.millis, look = 80.millis, warmMost = 5.seconds)

  /** Users of whom ten are answered in each turn, after `response`; a request costs what `cost` says of the turn's
    * number, from 0.
    */
  private final class TenAnswers(response: FiniteDuration, cost: Int => Double, failing: Boolean = false)
      extends Users {
    var services = Vector.empty[Int]
    var recordedTurns = 0
    private var used = Vector(0.0, 0.0)
    private var costs = 0.0

    override def turnTo(service: Int): Unit = {
      services = services :+ service
      if (isOpen) recordedTurns += 1
    }

    override def count(since: Long): Answers = {
      val answers = new Answers(since)
      for (_ <- 1 to 10) {
        val sent = System.nanoTime() - response.toNanos
        if (failing) answers.fail(sent, "answer 503") else answers.succeed(sent)
      }
      costs = 10 * cost(services.size - 1)
      answers
    }

    /** Asked twice in a turn, before and after these answers. */
    def cpuSeconds(service: Int): Option[Double] = {
      val before = used(service)
      used = used.updated(service, before + costs)
      costs = 0
      Some(before)
    }
  }

  private def turns(users: TenAnswers, times: TurnTimes = short, say: String => Unit = _ => ()): Turns =
    new Turns(users, service => Reading.of(users.cpuSeconds(service)), 1, looks = 2, new Random(1), () => (), times)(
      say
    )

  /** Pairs that a warm-up took. */
  private def warmUp(cost: Int => Double, times: TurnTimes = short): Int = {
    val users = new TenAnswers(500.micros, cost)
    turns(users, times).warmUp()
    users.services.size / 2
  }

  "A warm-up" should "end when four slices of three pairs cost the same" in {
    warmUp(_ => 1) shouldBe 12
    // half the cost from the 9th pair on: the first four slices of that cost begin with the 10th
    warmUp(turn => if (turn < 16) 1 else 0.5) shouldBe 21
  }

  it should "go on where one of the two becomes cheaper, and end after some time all the same" in {
    warmUp(turn => math.pow(0.99, turn.toDouble), short.copy(warmMost = 1.second)) should (be > 12 and be < 70)
  }

  "Pairs" should "be one turn of each, in random order, of which the first is not recorded" in {
    val users = new TenAnswers(500.micros, _ => 1)
    val pairs = turns(users).closed(_ => false)
    pairs.size shouldBe 10
    users.recordedTurns shouldBe 20
    val order = users.services.grouped(2).toVector
    order.map(_.sorted).distinct shouldBe Vector(Vector(0, 1))
    order.distinct.size shouldBe 2
    pairs.map(_.ratio(_.cpuSeconds)).distinct shouldBe Vector(Some(1.0))
  }

  they should "end at a look that has enough" in {
    turns(new TenAnswers(500.micros, _ => 1)).closed(_ => true).size shouldBe 5
  }

  "The console" should "say at the beginning of each phase, and now and then in it, what is seen and how long it takes" in {
    var lines = Vector.empty[String]
    val times = TurnTimes(50.millis, 50.millis, look = 400.millis, warmMost = 2.seconds, line = 300.millis)
    val all =
      turns(new TenAnswers(500.micros, _ => 1), times, line => lines = lines :+ line.replaceAll("\\d+\\.\\d+", "#"))
    all.warmUp()
    lines.head shouldBe "warming up both by turns: at most 2 s"
    lines.tail.map(_.replaceAll("\\d+", "#")).distinct shouldBe
      Vector("warming up for # s, for about # s more at most: it has just begun", "warm after # s")
    lines = Vector.empty
    all.closed(_ => false, pairs => s", so far ${pairs.size}")
    lines shouldBe Vector(
      "by turns: 1 s at most",
      "2 pairs: new #/s, old #/s, so far 2, for about 1 s more",
      "4 pairs: new #/s, old #/s, so far 4, for about 0 s more",
      "6 pairs: new #/s, old #/s, so far 6, for about 0 s more",
      "8 pairs: new #/s, old #/s, so far 8"
    )
    lines = Vector.empty
    all.paced(100, 1)
    lines.head shouldBe "by turns: 0 s"
    lines.last shouldBe "4 pairs: new #/s, old #/s"
  }

  "A slice" should "be eight times the median answer, within bounds" in {
    def seconds(response: FiniteDuration): Double = {
      val all = turns(new TenAnswers(response, _ => 1), short.copy(shortest = 24.millis))
      val _ = all.closed(_ => true)
      all.sliceSeconds
    }
    seconds(1.milli) shouldBe 0.024
    seconds(4.millis) should (be >= 0.032 and be < 0.040)
    seconds(5500.micros) shouldBe 0.040
  }

  "A service without good answers" should "be refused, with why" in {
    val all = turns(new TenAnswers(500.micros, _ => 1, failing = true))
    the[Refused] thrownBy all.closed(_ => true) should have message
      "A service answered no request well in its turn: answer 503."
  }
}
