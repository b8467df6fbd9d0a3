package bottleneck.lab.parts.postgres

import java.nio.charset.StandardCharsets.UTF_8
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class PlanLogSpec extends AnyFlatSpec with Matchers {

  /** Written by PostgreSQL 18.6 while its settings were reloaded, two roles sent statements, and one of them failed. */
  private lazy val golden =
    Using.resource(getClass.getResourceAsStream("plans.golden"))(in => new String(in.readAllBytes(), UTF_8))
  private lazy val statements = PlanLog.statements(golden)

  "The log" should "give every statement once, whatever is between them" in {
    statements.map(_.role) shouldBe "bottleneck_owner" +: Vector.fill(5)("bottleneck_service")
    statements.map(_.milliseconds.toString) shouldBe Vector("0.154", "137.213", "34.609", "0.004", "0.079", "32.368")
  }

  it should "tell a query from its parameters" in {
    statements.map(_.parameters) shouldBe
      Vector(
        "",
        "$1 = 'it''s\nnone', $2 = '20'",
        "$1 = 'it''s\nnone', $2 = '40'",
        "",
        "",
        "$1 = 'it''s\nnone', $2 = '20'"
      )
  }

  it should "keep the whole plan as it is indented" in {
    statements(4).plan shouldBe
      """Index Only Scan using pk_journal on journal  (cost=0.29..4.31 rows=1 width=40) (actual time=0.077..0.077 rows=1.00 loops=1)
        |  Index Cond: (id = 1)
        |  Heap Fetches: 0
        |  Index Searches: 1
        |  Buffers: shared hit=3 read=3""".stripMargin
    val parallel = statements(1).plan.linesIterator.toVector
    parallel should have size 17
    parallel.last.trim shouldBe "Buffers: shared read=5000"
    parallel should contain("none'::text))")
  }

  it should "give nothing where there is no whole plan" in {
    PlanLog.statements("") shouldBe empty
    PlanLog.statements(golden.replace("  plan:", "")) shouldBe empty
    val beforeThePlan = golden.take(golden.indexOf("\tAggregate"))
    beforeThePlan should include("plan:\n\tQuery Text")
    PlanLog.statements(beforeThePlan) shouldBe empty
  }
}
