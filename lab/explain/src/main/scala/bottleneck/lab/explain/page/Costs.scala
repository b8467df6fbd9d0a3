package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.Result

/** What a request of the window took of each resource, to size a service by: in a sentence. */
private[page] object Costs {

  /** None where no request was answered or nothing was measured. */
  def sentence(result: Result): Option[String] = {
    val (perSecond, server) = (result.total.throughput, result.server)
    def cpu(name: String, cores: Option[Double]): Option[String] =
      cores.filter(_ > 0).map(used => s"${Numbers.plain(used * 1000 / perSecond)} ms of CPU time in the $name")
    def held(name: String, ms: Option[Double]): Option[String] = ms.map(time => s"$name for ${Numbers.plain(time)} ms")
    val costs = Vector(
      cpu("service", server.cpu.service),
      cpu("database", server.cpu.database),
      held("a request thread", server.service.handler.map(_.meanMs)),
      held("a connection", server.service.hikari.flatMap(_.usageMeanMs))
    ).flatten
    Option.when(perSecond > 0 && costs.nonEmpty)(s"A request took ${costs.mkString(", ")}.")
  }
}
