package bottleneck.lab.parts.sources

import bottleneck.lab.parts.sources.PoolKind._
import javax.management.ObjectName

/** Pools of a JVM, from its MBeans. */
private[lab] object PoolSource {

  /** MBeans of pools, named by the property `key`; the first of `inUse` that exists counts, `max` may be elsewhere. */
  private final case class Pools(
      kind: PoolKind,
      beans: String,
      key: String,
      inUse: Vector[String],
      max: String,
      waiting: Option[String] = None,
      configured: ObjectName => ObjectName = identity
  )

  private val known = Vector(
    Pools(RequestThreads, "Tomcat:type=ThreadPool,name=*", "name", Vector("currentThreadsBusy"), "maxThreads"),
    Pools(RequestThreads, "Catalina:type=ThreadPool,name=*", "name", Vector("currentThreadsBusy"), "maxThreads"),
    Pools(Connections, "Tomcat:type=ThreadPool,name=*", "name", Vector("connectionCount"), "maxConnections"),
    Pools(Connections, "Catalina:type=ThreadPool,name=*", "name", Vector("connectionCount"), "maxConnections"),
    Pools(
      RequestThreads,
      "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
      "id",
      // without those that only wait for connections
      Vector("utilizedThreads", "busyThreads"),
      "maxThreads",
      Some("queueSize")
    ),
    Pools(
      RequestThreads,
      "org.xnio:type=Xnio,provider=*,worker=*",
      "worker",
      Vector("BusyWorkerThreadCount"),
      "MaxWorkerPoolSize",
      Some("WorkerQueueSize")
    ),
    Pools(
      JdbcConnections,
      "com.zaxxer.hikari:type=Pool (*)",
      "type",
      Vector("ActiveConnections"),
      "MaximumPoolSize",
      Some("ThreadsAwaitingConnection"),
      pool => new ObjectName(pool.getCanonicalName.replace("type=Pool (", "type=PoolConfig ("))
    )
  )

  /** Pools of the service on this port. */
  def pools(beans: MBeans, port: Int): Vector[PoolUse] =
    ofPort(known.flatMap(pools => beans.named(pools.beans).flatMap(use(beans, pools, _))), port)

  /** Pools without those of other ports, where a server's are named by ports as Tomcat's. */
  def ofPort(pools: Vector[PoolUse], port: Int): Vector[PoolUse] = {
    val (servers, others) = pools.partition(pool => pool.kind == RequestThreads || pool.kind == Connections)
    val own = servers.filter(_.name.endsWith(s"-$port"))
    (if (own.isEmpty) servers else own) ++ others
  }

  /** Number of uses and their seconds, of which each lost half a millisecond on average when it was cut to whole ones;
    * none where they were so short that this is a guess.
    */
  def fromWholeMillis(held: (Long, Double)): Option[(Long, Double)] =
    Option.when(held._2 >= 0.01 * held._1)(held._1 -> (held._2 + 0.0005 * held._1))

  private def use(beans: MBeans, pools: Pools, bean: ObjectName): Option[PoolUse] = {
    val gauges = beans.numbers(bean, pools.inUse ++ pools.waiting :+ pools.max: _*)
    val configured = pools.configured(bean)
    val max = if (configured == bean) gauges.get(pools.max) else beans.numbers(configured, pools.max).get(pools.max)
    // Tomcat says -1 where each request has a virtual thread
    pools.inUse.flatMap(gauges.get).find(_ >= 0).map { inUse =>
      val name = bean.getKeyProperty(pools.key).stripPrefix("\"").stripSuffix("\"")
      PoolUse(
        pools.kind,
        name.stripPrefix("Pool (").stripSuffix(")"),
        max.filter(_ > 0).map(_.toInt),
        inUse.toInt,
        pools.waiting.flatMap(gauges.get).map(_.toInt),
        if (pools.kind == RequestThreads) handled(beans, bean) else None
      )
    }
  }

  /** Requests of a Tomcat connector and their seconds, each cut to whole milliseconds. */
  private def handled(beans: MBeans, bean: ObjectName): Option[(Long, Double)] =
    Option
      .when(bean.getKeyProperty("type") == "ThreadPool") {
        val name = s"${bean.getDomain}:type=GlobalRequestProcessor,name=${bean.getKeyProperty("name")}"
        beans.numbers(new ObjectName(name), "requestCount", "processingTime")
      }
      .collect {
        case counted if counted.size == 2 =>
          counted("requestCount").toLong -> counted("processingTime") / 1000
      }
      .flatMap(fromWholeMillis)
}
