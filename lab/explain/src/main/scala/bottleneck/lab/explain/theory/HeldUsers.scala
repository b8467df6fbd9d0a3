package bottleneck.lab.explain.theory

/** How many users, each with a connection of their own, a service on Linux can hold before the next cannot connect.
  *
  * @param accepted
  *   by the service
  * @param queued
  *   connected by the kernel, which keeps them in the listen queue until the service accepts them
  */
final case class HeldUsers(accepted: Long, queued: Long) {
  def users: Long = accepted + queued
}

object HeldUsers {

  /** What Java asks the kernel for instead of a backlog below 1 (ServerSocket.bind). */
  private val javaDefault = 50

  /** Each of `instances` serves `maxConnections` and leaves the next ones to the kernel (Tomcat's HTTP connector:
    * maxConnections, acceptCount). That cuts the backlog to `somaxconn` (listen(2)) and calls the queue full only when
    * it holds more than that, so one more (Linux, include/net/sock.h, sk_acceptq_is_full).
    */
  def of(maxConnections: Int, acceptCount: Int, somaxconn: Int, instances: Int): HeldUsers = {
    require(instances > 0, s"instances ($instances) must be > 0")
    require(
      maxConnections > 0 && acceptCount >= 0 && somaxconn > 0,
      s"max-connections ($maxConnections), accept-count ($acceptCount) and somaxconn ($somaxconn) must be positive"
    )
    val backlog = math.min(if (acceptCount < 1) javaDefault else acceptCount, somaxconn) + 1
    HeldUsers(maxConnections.toLong * instances, backlog.toLong * instances)
  }
}
