package bottleneck.lab.explain.record

/** One of the injectors that sent a load together.
  *
  * @param number
  *   from 1, of `of`
  * @param host
  *   name of its machine
  * @param clock
  *   beside that of the first, as measured before the load
  * @param kernel
  *   id of the kernel of its machine, which containers share; none where it has cores of its own
  * @param sent
  *   what it sent, known when the logs are merged
  */
final case class InjectorShare(
    number: Int,
    of: Int,
    host: String,
    clock: ClockOffset,
    kernel: Option[String] = None,
    sent: Option[SentShare] = None
) {
  def name: String = s"injector $number of $of"
}

/** By how many milliseconds a clock is ahead of another, within `errorMs`: half of the shortest round trip that it was
  * measured by (RFC 5905, §8).
  */
final case class ClockOffset(aheadMs: Double, errorMs: Double)

object ClockOffset {
  val none: ClockOffset = ClockOffset(0, 0)
}

/** @param beganMs
  *   when it sent its first request, in milliseconds since that of the first to send, by the first injector's clock;
  *   without its turn where users take turns
  * @param requests
  *   of the whole load, answered or failed
  * @param cpus
  *   cores of its machine
  * @param generatorCores
  *   that its Gatling used in the window; none where that could not be measured
  */
final case class SentShare(beganMs: Long, users: Int, requests: Long, cpus: Int, generatorCores: Option[Double])
