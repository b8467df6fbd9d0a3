package bottleneck.lab.explain.preparation

/** Some seconds before the load, in which users sent requests that no report counts.
  *
  * @param phase
  *   see [[Phases]]
  * @param fromMs
  *   since the epoch, as is `toMs`
  * @param requests
  *   number of requests answered in it
  * @param responseMs
  *   sum of their response times
  * @param cpu
  *   cores that each part used on average, by its name: `service-1`, `database`, `generator` …
  * @param compilers
  *   cores of these that the compilers of JVMs used, where the system reports it
  * @param stolen
  *   cores that the hypervisor took, where the system reports it
  */
final case class Slice(
    phase: String,
    fromMs: Long,
    toMs: Long,
    requests: Long,
    responseMs: Long,
    cpu: Map[String, Double],
    compilers: Map[String, Double],
    stolen: Option[Double] = None
) {
  require(fromMs < toMs, s"a slice from $fromMs to $toMs must not be empty")

  def seconds: Double = (toMs - fromMs) / 1000.0

  def perSecond: Double = requests / seconds

  def meanMs: Option[Double] = Option.when(requests > 0)(responseMs.toDouble / requests)

  /** Cores of the parts whose name begins so, without their compilers. */
  def own(part: String): Option[Double] = {
    val cores = Slice.named(part, cpu)
    Option.when(cores.nonEmpty)(math.max(0, cores.sum - Slice.named(part, compilers).sum))
  }

  /** Cores of all parts, without the compilers. */
  def allOwn: Double = math.max(0, cpu.values.sum - compilers.values.sum)

  /** CPU time of a request in all parts without compilers, in ms; none without a request. */
  def allOwnMs: Option[Double] = Option.when(requests > 0)(allOwn * 1000 / perSecond)

  def compiling: Double = compilers.values.sum

  /** CPU time of a request without compilers, in ms; none without a request. */
  def requestMs(part: String): Option[Double] = own(part).filter(_ => requests > 0).map(_ * 1000 / perSecond)
}

object Slice {
  private def named(part: String, values: Map[String, Double]): Vector[Double] =
    values.toVector.collect { case (name, cores) if name == part || name.startsWith(s"$part-") => cores }
}
