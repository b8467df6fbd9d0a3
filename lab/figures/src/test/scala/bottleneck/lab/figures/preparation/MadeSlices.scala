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

  /** The `second` of the paces, with so many answers after 20 ms and the cores that each part uses. */
  def paced(
      utilisation: Double,
      requests: Long,
      cpu: Map[String, Double],
      compilers: Map[String, Double] = Map.empty,
      second: Int = 0
  ): Slice = {
    val from = start + second * 1000L
    Slice(Phases.paced(utilisation), from, from + 1000, requests, requests * 20, cpu, compilers)
  }

  /** The same after four seconds in which requests came one by one, as at the lowest pace. */
  def prepared(compilers: Map[String, Double] = Map.empty)(cpu: (String, Double => Double)*): Vector[Slice] = {
    val paces = calibrating(compilers)(cpu: _*)
    paces.take(4).map(_.copy(phase = Phases.alone)) ++ paces
  }

  val paces: Vector[Double] = Vector(0.2, 0.4, 0.65)

  /** Four seconds at each of the three paces, with 100, 200 and 300 requests, of which `cpu` makes cores. */
  def calibrating(compilers: Map[String, Double] = Map.empty)(cpu: (String, Double => Double)*): Vector[Slice] = for {
    (utilisation, n) <- paces.zipWithIndex
    requests = (n + 1) * 100L
    second <- n * 4 until (n + 1) * 4
  } yield {
    val cores = cpu.toMap.map { case (part, by) => part -> by(requests.toDouble) }
    paced(utilisation, requests, cores, compilers, second)
  }
}
