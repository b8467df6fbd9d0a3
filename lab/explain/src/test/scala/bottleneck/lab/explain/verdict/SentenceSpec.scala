package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record.Result
import bottleneck.lab.model.Numbers
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SentenceSpec extends AnyFlatSpec with Matchers {
  private def said(sentence: Sentence, runs: Result*): Option[String] = {
    val evidence = Evidence.of(stored(runs: _*))
    sentence.in("random-latency", study => if (study == "random-latency") evidence else Evidence.none)
  }

  "A sentence" should "have its numbers, each in its unit" in {
    said(
      "{throughput[5 instances]}, {throughput[5 instances] ÷ throughput[1 instance]} times.",
      oneInstance,
      fiveInstances
    ) shouldBe
      Some("977.0/s, 5.05 times.")
    said("By {max[1 instance]}, {failed[1 instance] ÷ ok[1 instance] as %}.", oneInstance) shouldBe
      Some("By 7.10\u202fs, 0.0\u202f%.")
    said("{throughput[1 instance] × mean[1 instance] as whole} users {and more}", oneInstance) shouldBe None
  }

  it should "compute by Little's law" in {
    val mean = oneInstance.total.latencyMs.fold(0.0)(_.mean)
    val users = math.ceil(oneInstance.total.throughput * mean / 1000).toInt
    said("{users[1 instance] + 0.4 as whole}, {users[1 instance] + 0.4 as count}", oneInstance) shouldBe
      Some(s"${Numbers.count(oneInstance.load.users + 1L)}, ${Numbers.count(oneInstance.load.users.toLong)}")
    said("{throughput[1 instance] × mean[1 instance] as whole}", oneInstance) shouldBe Some(Numbers.count(users.toLong))
  }

  it should "not be said without one of its numbers, or where its condition is not shown" in {
    said("{throughput[5 instances]}", oneInstance) shouldBe None
    said("{build[1 instance]}", oneInstance) shouldBe None
    said(Sentence("Yes.", when = "throughput[1 instance] > 100/s"), oneInstance) shouldBe Some("Yes.")
    said(Sentence("Yes.", when = "throughput[1 instance] > 300/s"), oneInstance) shouldBe None
    said(Sentence("Yes.", when = "throughput[5 instances] > 100/s"), oneInstance) shouldBe None
  }

  it should "say what is wrong in it, and what it names" in {
    val wrong = Sentence("{througput[1 instance]}", when = "p99[1 instance]")
    wrong.problems("random-latency").mkString should (include("throughput") and include("is no condition"))
    Sentence("{p99[a | PUT /b/{id}]} {p99[c: d]}", when = "ok[e] > 1").places("f") shouldBe
      Vector("f" -> "a", "c" -> "d", "f" -> "e")
  }
}
