package bottleneck.lab.explain.balancer

/** A line of the load balancer's log; times are in milliseconds since the epoch. */
sealed trait BalancerRecord {

  /** The instance, as the balancer calls it. */
  def server: String
}

object BalancerRecord {

  /** The name in place of an instance's where none was left for a request. */
  val noServer = "<NOSRV>"

  /** A request that has ended.
    *
    * @param receivedAt
    *   arrival of its first byte
    * @param status
    *   HTTP status of the answer; -1 without one
    * @param ended
    *   cause and phase of its end, in HAProxy's two letters (configuration manual 2.6, §8.5)
    */
  final case class Forwarded(server: String, receivedAt: Long, status: Int, ended: String) extends BalancerRecord {

    /** True if the balancer itself produced the 5xx: 504 for an instance that timed out, 503 without one, … */
    def isBalancersOwn: Boolean = status >= 500 && !ended.startsWith("-") && !Set('D', 'L')(ended.last)
  }

  /** An instance that failed its checks. */
  final case class MarkedDown(server: String, at: Long) extends BalancerRecord
}
