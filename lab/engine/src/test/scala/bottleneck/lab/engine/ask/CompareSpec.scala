package bottleneck.lab.engine.ask

import bottleneck.lab.log.Slow
import org.scalatest.flatspec.AnyFlatSpec

/** Two JVMs of the zoo by turns. */
class CompareSpec extends AnyFlatSpec with AskedZoo {

  /** Exit code and the ratio of throughput, of one that takes so many times as much CPU time as the other. */
  private def compared(slower: Double): (Int, ujson.Value) = {
    remove(folder)
    val (exit, said, found) = ask(
      "service.jar" -> zoo.toString,
      "ask" -> "GET /cpu?ms=5",
      "service.args" -> s"--zoo.slower=$slower",
      "against.args" -> "--zoo.slower=1",
      "for" -> "80s",
      "most" -> "3%"
    )
    info(said.linesIterator.filter(_.contains("times as many")).mkString)
    exit -> found.getOrElse(fail(said))("figures").arr.head("ratio")
  }

  "A comparison" should "show what takes a tenth more, and fail the build" taggedAs Slow in {
    val (exit, ratio) = compared(1.1)
    exit shouldBe 1
    ratio("high").num should be < 1.0
    ratio("value").num shouldBe 1 / 1.1 +- 0.04
  }

  it should "not find one where there is none" taggedAs Slow in {
    val (exit, ratio) = compared(1)
    Vector(0, 3) should contain(exit)
    ratio("low").num should be <= 1.0
    ratio("high").num should be >= 1.0
  }
}
