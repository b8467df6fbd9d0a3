package bottleneck.lab.parts.metrics

import bottleneck.lab.figures.settings.DatabaseAccess
import bottleneck.lab.figures.target.Scraping
import java.net.URI

/** An instance of the service to watch, with the port of its requests and the URL of its metrics. */
final case class WatchedInstance(name: String, pid: Long, port: Int, prometheus: URI)

/** A database by the lab's login, the first processes of it and of its replicas by name, and that of its relay. */
final case class WatchedDatabase(
    access: DatabaseAccess,
    pid: Option[Long],
    readers: Vector[(String, Long)] = Vector.empty,
    relay: Option[Long] = None
)

/** Parts that are sampled, beside the generator (this JVM) and the machine: their processes, where they have some. */
final case class WatchedParts(
    instances: Vector[WatchedInstance],
    balancer: Option[Long] = None,
    database: Option[WatchedDatabase] = None,
    cache: Option[Long] = None,
    scraping: Option[Scraping] = None
) {

  /** Name and process of each JVM. */
  private[metrics] def jvms: Vector[(String, Long)] = services :+ generator

  private[metrics] def usage: ProcessUsage = new ProcessUsage(
    services ++ balancer.map("balancer" -> _) ++ cache
      .map("cache" -> _) ++ database.flatMap(_.relay).map("relay" -> _) :+
      generator,
    database.flatMap(_.pid).map("database" -> _).toVector ++ database.toVector.flatMap(_.readers)
  )

  private def services: Vector[(String, Long)] = instances.map(instance => instance.name -> instance.pid)

  private def generator: (String, Long) = "generator" -> ProcessHandle.current().pid()
}
