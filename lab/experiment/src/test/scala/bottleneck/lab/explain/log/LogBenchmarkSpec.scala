package bottleneck.lab.explain.log

import bottleneck.lab.{ChildJvm, Slow}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class LogBenchmarkSpec extends AnyFlatSpec with Matchers with ChildJvm {
  private def benchmark(arguments: String*): (Int, String) =
    jvm("bottleneck.lab.explain.log.LogBenchmark" +: arguments: _*)

  "The benchmark of memory" should "read a log as each kind of load does" taggedAs Slow in {
    val (code, said) = benchmark("memory", "30000", "64")
    withClue(said)(code shouldBe 0)
    Vector("order of service: ", "open load: ", "burst: ", "staircase: ").foreach(said should include(_))
    said should include("of 40 names in 71 s")
  }

  it should "fail, with what the JVM said and a sentence, where the heap is too small" in {
    val (code, said) = benchmark("memory", "30000", "8")
    code shouldBe 1
    said should include("OutOfMemoryError")
    said.linesIterator.toVector.last should startWith("The benchmark failed: a JVM with 8 MiB of heap ended with")
  }

  "The benchmark of speed" should "compare the lab with Gatling" taggedAs Slow in {
    val (code, said) = benchmark("speed", "3000", "1")
    withClue(said)(code shouldBe 0)
    Vector("the lab: median ", "the lab, its classes to load too: median ", "Gatling: median ").foreach(
      said should include(_)
    )
  }

  "Arguments that are none" should "be refused" in {
    benchmark("memory", "many") shouldBe
      (
        1,
        "The benchmark failed: its arguments are memory REQUESTS [MIB OF HEAP] | speed REQUESTS ROUNDS, not memory many.\n"
      )
  }
}
