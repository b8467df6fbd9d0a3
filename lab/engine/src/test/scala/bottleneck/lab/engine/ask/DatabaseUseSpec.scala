package bottleneck.lab.engine.ask

import bottleneck.lab.parts.postgres.DatabaseSession
import org.HdrHistogram.Histogram
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class DatabaseUseSpec extends AnyFlatSpec with Matchers {
  private val item = DatabaseSession("SELECT name FROM item WHERE id = $1", None, None)
  private val order = DatabaseSession("SELECT id FROM orders", None, None)
  private val idle = DatabaseSession("SELECT 1", Some("Client: ClientRead"), None)

  /** Of a database that counts no statements: two sessions at each of four looks, at 100 requests/s. */
  private val sampled = DatabaseUse.sampled(
    Vector(Vector(item, idle), Vector(item, order), Vector(item, item), Vector(order, item)),
    perSecond = 100
  )

  "Statements that nothing counts" should "have their time, by how many are under way" in {
    sampled.map(of => (of.query, of.perRequest, of.seconds)) shouldBe
      Vector((item.query, None, 0.0125), (order.query, None, 0.005))
  }

  they should "be replaced by the number of transactions, where a request makes many" in {
    def said(transactions: Option[Double]) = DatabaseUse(sampled, transactions = transactions).manyOfOneForm
    said(Some(51.2)).getOrElse("") should startWith(
      "A request makes 51 transactions, where one could do the work of all; most of their time is in “SELECT name"
    )
    said(Some(2)) shouldBe None
    said(None) shouldBe None
    DatabaseUse(sampled.take(0), transactions = Some(51)).manyOfOneForm shouldBe None
  }

  they should "leave out transactions that are there without requests" in {
    val good = new Histogram(3)
    good.recordValueWithCount(10000, 100)
    def level(commits: Option[Double]) =
      Level(8, 10, good, new Histogram(3), Vector.empty, statements = sampled, commits = commits)
    def transactions(idle: Option[Double]) = DatabaseUse.of(level(Some(110)), level(idle), None).flatMap(_.transactions)
    transactions(Some(100)) shouldBe Some(1.0)
    transactions(Some(0)) shouldBe Some(11.0)
    transactions(None) shouldBe None
  }
}
