package bottleneck.lab.explain.record

/** One of the injectors that sent a load together.
  *
  * @param number
  *   from 1, of `of`
  * @param host
  *   name of its machine
  * @param sent
  *   requests that it sent, known when the logs are merged
  */
final case class InjectorShare(number: Int, of: Int, host: String, sent: Option[SentShare] = None) {
  def name: String = s"injector $number of $of"
}

/** @param beganMs
  *   time of its first request, in milliseconds since that of the first injector, each by its own clock; without its
  *   turn where users take turns
  * @param requests
  *   requests of the whole load, answered or failed
  * @param cpus
  *   cores of its machine
  * @param generatorCores
  *   cores used by its Gatling in the window; none if not measured
  */
final case class SentShare(beganMs: Long, users: Int, requests: Long, cpus: Int, generatorCores: Option[Double])
