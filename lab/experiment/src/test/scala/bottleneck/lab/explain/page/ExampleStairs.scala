package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.{Result, StaircaseReading}
import bottleneck.lab.explain.statistics.{LevelReading, Outcome, Slo}

/** Load staircases to show: doubling users of 20 ms each, of whom so many are answered per second at most. */
object ExampleStairs {
  private val users = Vector(1, 2, 4, 8, 16, 32, 64, 128)

  def run(variant: String, capacity: Double, minutes: Int = 0): Result = {
    val times = ExampleResults.latency(200, 700, 900)
    val plain = ExampleResults.result("knee", variant, Outcome(4000, 0, 130, Some(times), Map.empty), minutes)
    plain.copy(
      treatment = plain.treatment.copy(load = plain.load.copy(users = users.last, settleMs = 1000)),
      measured = plain.measured.copy(byLoad =
        plain.measured.byLoad.copy(staircase = StaircaseReading.of(levels(capacity), Slo(500)))
      )
    )
  }

  private def levels(capacity: Double): Vector[LevelReading] = users.zipWithIndex.map { case (users, n) =>
    val throughput = math.min(users * 50.0, capacity)
    val ms = (users * 1000 / throughput).round
    LevelReading(users, n * 4000, n * 4000 + 3000, (throughput * 3).round, throughput, Some(ms), Some(ms * 11 / 10), 0)
  }
}
