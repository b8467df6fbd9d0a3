package bottleneck.lab.run.metrics

import bottleneck.lab.settings.DatabaseAccess
import bottleneck.lab.target.Scraping
import java.net.URI

/** An instance of the service to watch, with the port of its requests and the URL of its metrics. */
final case class WatchedInstance(name: String, pid: Long, port: Int, prometheus: URI)

/** A database to watch by the lab's own login; its first process, where it is the lab's; name and first process of each
  * of its replicas; and the relay that the service reaches it through, where there is one.
  */
final case class WatchedDatabase(
    access: DatabaseAccess,
    pid: Option[Long],
    readers: Vector[(String, Long)] = Vector.empty,
    relay: Option[Long] = None
)

/** Parts of a run that are sampled, beside the generator (this JVM) and the machine. Balancer and cache are processes,
  * where they have one of their own.
  */
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
