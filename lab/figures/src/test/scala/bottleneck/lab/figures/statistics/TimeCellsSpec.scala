package bottleneck.lab.figures.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class TimeCellsSpec extends AnyFlatSpec with Matchers {
  private val random = new Random(3)

  "Cells" should "double their width and keep what was counted" in {
    val cells = new TimeCells(1000, firstWidthMs = 125, most = 8)
    val (counts, times) = (cells.sums(), cells.distributions())
    val added = Vector.fill(300)(1000 + random.nextInt(9000)).sorted
    added.foreach { ms =>
      counts.add(cells.of(ms), 1)
      times.add(cells.of(ms), ms % 100)
    }
    cells.widthMs shouldBe 2000
    val byCell = added.groupBy(ms => (ms - 1000) / 2000)
    for (cell <- 0 until 8) {
      val here = byCell.getOrElse(cell, Vector.empty)
      counts(cell) shouldBe here.size
      times.of(cell until cell + 1).count shouldBe here.size
      if (here.nonEmpty) times.of(cell until cell + 1).percentiles(Vector(100)) shouldBe Vector(here.map(_ % 100).max)
    }
    cells.within(cells.window(1 until 3)) shouldBe (1 until 3)
  }

  "Active users" should "be means over time, in whatever order and width" in {
    val stays = Vector.fill(60)(random.nextInt(5000)).map(from => (from, from + 1 + random.nextInt(4000)))
    val events = stays.flatMap { case (from, to) => Vector(from -> 1, to -> -1) }
    val cells = new TimeCells(500, firstWidthMs = 100, most = 16)
    val users = new ActiveUsers(cells)
    random.shuffle(events).foreach { case (ms, change) =>
      if (ms < 500) users.addBefore(change) else users.add(change, ms)
    }
    cells.widthMs shouldBe 800
    users.means(10).zipWithIndex.foreach { case (mean, cell) =>
      val (start, end) = (500 + cell * 800, 500 + (cell + 1) * 800)
      val userMs = stays.map { case (from, to) => math.max(0, math.min(to, end) - math.max(from, start)) }.sum
      mean shouldBe userMs / 800.0 +- 1e-9
    }
  }

  it should "have their greatest number in each cell" in {
    val cells = new TimeCells(0, firstWidthMs = 100, most = 4)
    val users = new ActiveUsers(cells)
    Vector(10 -> 1, 20 -> 1, 30 -> -1, 250 -> 1, 260 -> -1).foreach { case (ms, change) => users.add(change, ms) }
    users.greatest(4) shouldBe Vector(2, 1, 2, 1)
    cells.of(450) shouldBe 2
    users.greatest(3) shouldBe Vector(2, 2, 1)
  }

  it should "have been there before where more leave than came" in {
    val cells = new TimeCells(0, firstWidthMs = 100, most = 4)
    val users = new ActiveUsers(cells)
    Vector(200 -> -1, 300 -> -1).foreach { case (ms, change) => users.add(change, ms) }
    users.means(4) shouldBe Vector(2.0, 2.0, 1.0, 0.0)
  }
}
