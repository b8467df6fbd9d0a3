package bottleneck.lab.parts.postgres

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class StatementPlanSpec extends AnyFlatSpec with Matchers {
  private val tables = Map("visit" -> PlannedTable("visit", 100000, Vector("id", "visitor", "at", "status", "\"Who\"")))

  private def plan(filter: String, keys: String*): StatementPlan = {
    val scan =
      ujson.Obj("Node Type" -> "Seq Scan", "Relation Name" -> "visit", "Total Cost" -> 90.0, "Plan Rows" -> 10.0)
    if (filter.nonEmpty) scan("Filter") = filter
    val sort = ujson.Obj("Node Type" -> "Sort", "Sort Key" -> keys, "Total Cost" -> 95.0, "Plans" -> ujson.Arr(scan))
    val below =
      if (keys.isEmpty) ujson.Obj("Node Type" -> "Aggregate", "Total Cost" -> 91.0, "Plans" -> ujson.Arr(scan))
      else sort
    val limit = ujson.Obj("Node Type" -> "Limit", "Total Cost" -> 96.0, "Plan Rows" -> 3.0, "Plans" -> ujson.Arr(below))
    StatementPlan.of(ujson.write(ujson.Arr(ujson.Obj("Plan" -> limit))), tables).getOrElse(fail("no plan"))
  }

  private def index(filter: String, keys: String*): Option[String] = plan(filter, keys: _*).scan.flatMap(_.createIndex)

  "A plan" should "show the scan of a whole table, and what it returns" in {
    val seen = plan("(visitor = $1)", "at DESC")
    seen.cost shouldBe 96
    seen.scan.map(of => (of.table, of.rows)) shouldBe Some(("visit", 100000.0))
  }

  "An index" should "have the columns of an equality, then those of the order or one that is compared" in {
    index("(visitor = $1)", "at DESC", "id DESC") shouldBe Some("CREATE INDEX ON visit (visitor, at, id)")
    index("", "at", "id DESC") shouldBe Some("CREATE INDEX ON visit (at, id DESC)")
    index("((at > $1) AND ((status)::text = $2))") shouldBe Some("CREATE INDEX ON visit (status, at)")
    index("((at > $1) AND (id < $2))") shouldBe Some("CREATE INDEX ON visit (at)")
  }

  it should "not be of an expression, an alternative, or what is no column" in {
    index("(lower((status)::text) = $1)") shouldBe None
    index("((visitor = $1) OR (id = $2))") shouldBe None
    index("", "lower((status)::text)") shouldBe None
    index("(other = $1)") shouldBe None
  }

  it should "have names as SQL wants them" in {
    index("(\"Who\" = $1)") shouldBe Some("CREATE INDEX ON visit (\"Who\")")
  }

  "A scan that a limit ends early" should "not be one of the whole table" in {
    val scan =
      ujson.Obj("Node Type" -> "Seq Scan", "Relation Name" -> "visit", "Total Cost" -> 90.0, "Plan Rows" -> 10.0)
    val limit = ujson.Obj("Node Type" -> "Limit", "Total Cost" -> 1.0, "Plan Rows" -> 3.0, "Plans" -> ujson.Arr(scan))
    StatementPlan.of(ujson.write(ujson.Arr(ujson.Obj("Plan" -> limit))), tables).map(_.scan) shouldBe Some(None)
  }

  "What is no plan" should "be none" in {
    StatementPlan.of("no JSON", tables) shouldBe None
    StatementPlan.of("[]", tables) shouldBe None
  }
}
