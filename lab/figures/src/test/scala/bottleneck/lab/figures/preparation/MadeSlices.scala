package bottleneck.lab.figures.preparation

/** Slices whose figures are known beforehand. */
object MadeSlices {

  /** Start of the first slice, in ms since the epoch. */
  val start = 1795224950914L

  /** The `n`th warm-up slice of 3 s, at 100 requests/s with this CPU time (ms) per part. */
  def warming(n: Int, requestMs: Map[String, Double], compilers: Map[String, Double] = Map.empty): Slice = {
    val cpu = requestMs.map { case (part, ms) => part -> (ms / 10 + compilers.getOrElse(part, 0.0)) }
    Slice(Phases.warmUp, start + n * 3000L, start + (n + 1) * 3000L, 300, 3000, cpu, compilers)
  }

  def warming(requestMs: Double*): Vector[Slice] =
    requestMs.zipWithIndex.map { case (ms, n) => warming(n, Map("service-1" -> ms)) }.toVector

  /** Consecutive slices of 1 s with 100 requests, by mean response time in ms. */
  def answering(meanMs: Double*): Vector[Slice] = meanMs.zipWithIndex.map { case (ms, n) =>
    Slice(Phases.warmUp, start + n * 1000L, start + (n + 1) * 1000L, 100, (ms * 100).round, Map.empty, Map.empty)
  }.toVector

  /** The `n`th light slice of 1 s, with so many answers after 20 ms and the cores that each part uses. */
  def light(
      requests: Long,
      cpu: Map[String, Double],
      compilers: Map[String, Double] = Map.empty,
      n: Int = 0
  ): Slice = {
    val from = start + n * 1000L
    Slice(Phases.light, from, from + 1000, requests, requests * 20, cpu, compilers)
  }

  /** Four seconds in which 100 requests came one by one, and two light slices, by what a request takes of each part. */
  def calibrating(requestMs: (String, Double)*): Vector[Slice] = {
    def second(n: Int, requests: Long): Slice =
      light(requests, requestMs.toMap.map { case (part, ms) => part -> requests * ms / 1000 }, n = n)
    Vector.tabulate(4)(second(_, 100).copy(phase = Phases.alone)) ++ Vector(4, 5).map(second(_, 300))
  }
}
