package bottleneck.lab.report.chart

import bottleneck.lab.report.chart.FlameGraph.Box
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FlameGraphSpec extends AnyFlatSpec with Matchers {
  private def stack(count: Long, names: String*): (Vector[Box], Long) =
    names.map(name => Box(name, s"in $name", isOwn = name.startsWith("Own"))).toVector -> count

  private val graph = FlameGraph(
    "flame",
    "Who calls whom",
    Vector(stack(60, "server", "Own.list"), stack(30, "server", "Own.price"), stack(9998, "idle"), stack(2, "rare"))
  )

  "A flame graph" should "have a box as wide as its share below its caller, the widest first" in {
    val drawn = graph.copy(stacks = graph.stacks.take(2)).draw.render
    drawn should include("viewBox=\"0 0 1000 42\"")
    // 60 of 90 samples, and the other 30 to its right
    drawn should include("""<rect class="flame own" x="0" y="21" width="666.2" height="19"""")
    drawn should include("""<rect class="flame own" x="666.7" y="21" width="332.8" height="19"""")
    drawn should include("Own.list, 66.7\u202f%: in Own.list")
    drawn should include("Own.list: 66.7\u202f%, Own.price: 33.3\u202f%.")
  }

  it should "have libraries that call only each other in one box" in {
    val drawn = FlameGraph("f", "t", Vector(stack(9, "a", "b", "Own.c", "d", "e"), stack(1, "a", "b", "f"))).draw.render
    drawn should (include("a › b, 100.0\u202f%: in b") and include("d › e, 90.0\u202f%: in e") and include(
      "Own.c, 90.0"
    ))
    drawn should include("viewBox=\"0 0 1000 62\"")
  }

  it should "leave out what cannot be seen, and cut names that do not fit from the left" in {
    val drawn = graph.draw.render
    drawn should not include "rare"
    val narrow = FlameGraph("f", "t", Vector(stack(95, "rest"), stack(5, "Own.averylongname"))).draw.render
    narrow should include("…gname")
  }

  it should "be nothing without samples" in {
    FlameGraph("f", "t", Vector.empty).draw.render shouldBe ""
  }
}
