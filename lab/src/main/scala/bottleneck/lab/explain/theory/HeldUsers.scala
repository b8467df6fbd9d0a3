package bottleneck.lab.explain.theory

/** How many users, each with a connection of their own, a service can hold before the next ones cannot connect. */
final case class HeldUsers(users: Long, formula: String)

object HeldUsers {

  /** Each of `instances` serves `maxConnections` and leaves `acceptCount` more to the kernel (Tomcat's HTTP connector:
    * maxConnections, acceptCount), which cuts that backlog to `somaxconn` (listen(2)).
    */
  def of(maxConnections: Int, acceptCount: Int, somaxconn: Int, instances: Int): HeldUsers = {
    require(instances > 0, s"instances ($instances) must be > 0")
    require(
      maxConnections > 0 && acceptCount >= 0 && somaxconn > 0,
      s"max-connections ($maxConnections), accept-count ($acceptCount) and somaxconn ($somaxconn) must be positive"
    )
    val backlog = math.min(acceptCount, somaxconn)
    val each = s"$maxConnections + $backlog"
    HeldUsers(
      (maxConnections.toLong + backlog) * instances,
      if (instances == 1) each else s"($each) × $instances"
    )
  }
}
