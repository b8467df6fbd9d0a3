package bottleneck.lab.run.postgres

import java.nio.charset.StandardCharsets.UTF_8
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class PlanLogSpec extends AnyFlatSpec with Matchers {

  /** Written by PostgreSQL 18.6 while its settings were reloaded, two roles sent statements, and one of them failed. */
  private lazy val golden = new String(getClass.getResourceAsStream("plans.golden").readAllBytes(), UTF_8)
  private lazy val statements = PlanLog.statements(golden)

  private val page = "SELECT id FROM journal\nWHERE deleted_at IS NULL AND title <> $1 ORDER BY posted_at DESC LIMIT $2"

  "The log" should "give every statement once, whatever is between them" in {
    statements.map(_.role) shouldBe "bottleneck_owner" +: Vector.fill(5)("bottleneck_service")
    statements.map(_.milliseconds.toString) shouldBe Vector("0.154", "137.213", "34.609", "0.004", "0.079", "32.368")
  }

  it should "keep the lines of a query" in {
    statements.map(_.query) shouldBe Vector(
      "SELECT count(*) FROM pg_stat_activity",
      page,
      page,
      "SELECT 1",
      "SELECT id,\n       '저널' AS name\n\n  -- Query Parameters: not these\nFROM journal WHERE id = 1",
      page
    )
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

  "The text" should "have each query once, by its slowest run" in {
    val text = PlanText.of(Vector("GET /page: 200"), statements)
    text should startWith(
      "What PostgreSQL did for these requests: 6 statements, 4 of them different.\n  GET /page: 200\n\n\n" +
        "Statement 1 of 4: sent once: 0.154 ms\n\nSELECT count(*) FROM pg_stat_activity\n\nAggregate  (cost=1.25..1.26"
    )
    text should include(
      s"\n\n\nStatement 2 of 4: sent 3 times, here the slowest: 137.213 ms\n\n$page\n\n" +
        "Parameters: $1 = 'it''s\nnone', $2 = '20'\n\nLimit  (cost=7518.96"
    )
    "Limit  ".r.findAllIn(text).size shouldBe 1
    text should endWith("  Buffers: shared hit=3 read=3\n")
  }

  it should "say so when nothing was sent" in {
    PlanText.of(Vector("GET /hold: 200"), Vector.empty) shouldBe
      "What PostgreSQL did for these requests: 0 statements, 0 of them different.\n  GET /hold: 200\n"
  }
}
