package bottleneck.lab.explain.statistics

/** What was measured at one level of a load staircase, in the part of it that is judged.
  *
  * @param fromMs
  *   since the run record's start, as is `toMs`
  * @param throughput
  *   OK responses per second
  * @param p50Ms
  *   of OK responses, as is `p95Ms`; none without any
  * @param errors
  *   failed share of all requests, 0 to 1
  */
final case class LevelReading(
    users: Int,
    fromMs: Int,
    toMs: Int,
    ok: Long,
    throughput: Double,
    p50Ms: Option[Long],
    p95Ms: Option[Long],
    errors: Double
) {

  /** A level without an answer meets no latency. */
  def level: Level =
    Level(users.toDouble, throughput, p95Ms.fold(Double.PositiveInfinity)(_.toDouble), errors)
}
