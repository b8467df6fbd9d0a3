package bottleneck.lab

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ClassPatternsSpec extends AnyFlatSpec with Matchers {

  private def patterns(classes: String*)(others: String*): Vector[String] =
    ClassPatterns.of(classes.toVector, others.toVector)

  "The patterns of some classes" should "be what all names begin with, to whole words" in {
    patterns("a.Pool05", "a.Pool10")("a.Threads05") shouldBe Vector("a.Pool*")
    patterns("a.PoolOne", "a.PoolOnce")("a.Pools") shouldBe Vector("a.PoolOne", "a.PoolOnce")
  }

  they should "be what all end with or contain, where others begin alike" in {
    patterns("a.Pool05At50ms", "a.Pool10At50ms")("a.Pool05At300ms") shouldBe Vector("a.*At50ms")
    patterns("a.OneNestedWide", "a.TwoNestedSmall")("a.OneWide", "a.TwoSmall") shouldBe Vector("a.*Nested*")
  }

  they should "be one for each group of names, and by package" in {
    patterns("a.Crowd05", "a.Crowd30", "a.Same1", "b.Same1")("a.Other", "b.Other1") shouldBe
      Vector("a.Crowd*", "a.Same*", "b.Same1")
  }

  they should "be whole names where others begin with them" in {
    patterns("a.Five", "a.One05", "a.One10")("a.FiveMore") shouldBe Vector("a.Five", "a.One*")
  }

  they should "be a name where there is one class" in {
    patterns("a.ZombieWork")() shouldBe Vector("a.ZombieWork")
    patterns()("a.Other") shouldBe empty
  }
}
