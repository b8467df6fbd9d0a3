package bottleneck.lab.explain.record

import bottleneck.lab.explain.statistics.{Knee, LevelReading, Slo}

/** What a load staircase found.
  *
  * @param sustained
  *   the last level such that it and all before it meet the SLO; none where the first already misses it
  * @param saturation
  *   the level from which more users bring hardly more throughput; none where the staircase never got there
  */
final case class StaircaseReading(
    levels: Vector[LevelReading],
    slo: Slo,
    sustained: Option[LevelReading],
    saturation: Option[LevelReading]
)

object StaircaseReading {

  /** None without levels. */
  def of(levels: Vector[LevelReading], slo: Slo): Option[StaircaseReading] = Option.when(levels.nonEmpty) {
    val byUsers = levels.map(reading => reading.users.toDouble -> reading).toMap
    val knee = Knee.of(levels.map(_.level), slo)
    StaircaseReading(
      levels,
      slo,
      knee.sustained.flatMap(level => byUsers.get(level.load)),
      knee.saturation.flatMap(level => byUsers.get(level.load))
    )
  }
}
