package bottleneck.lab.explain.record

import scala.concurrent.duration._
import upickle.implicits.flatten

/** Metrics of the parts during the window; none where a part did not report them or did not exist.
  *
  * @param clockStepMs
  *   range (maximum − minimum) of the clock's offset over the samples of the run, in ms
  */
final case class Server(
    @flatten service: ServiceUse,
    cpu: Cpu,
    database: Option[DatabaseUse] = None,
    scrapes: Option[Scrapes] = None,
    network: Option[Network] = None,
    replication: Option[Replication] = None,
    scraper: Option[Scraper] = None,
    clockStepMs: Option[Double] = None
)

object Server {
  val unknown: Server = Server(ServiceUse(), Cpu(None, None, None, MachineCpu(None, None, None)))
}

/** Metrics of all instances of the service together. */
final case class ServiceUse(
    hikari: Option[Hikari] = None,
    tomcat: Option[Tomcat] = None,
    jvm: Option[Jvm] = None,
    handler: Option[Handler] = None,
    threads: Option[ThreadStates] = None,
    cache: Option[CacheUse] = None
)

/** Connection pools, over all instances: the most connections in use and requests waiting at once, failed acquisitions,
  * and how long a connection was waited for (those included who got none) and held.
  *
  * @param sizeMax
  *   the most connections that existed at once, in use or idle
  * @param acquired
  *   number of acquired connections, each for one transaction
  */
final case class Hikari(
    activeMax: Double,
    pendingMax: Double,
    timeouts: Double,
    acquireP99Ms: Option[Double],
    usageMeanMs: Option[Double],
    sizeMax: Option[Double] = None,
    acquireMeanMs: Option[Double] = None,
    acquired: Option[Double] = None
)

/** Request threads and connections, over all instances. */
final case class Tomcat(busyMax: Double, threadsMax: Double, connectionsMax: Double)

/** The service's JVMs together: cores that compile (where the system reports it), share of the window in GC pauses and
  * most heap in use (where they answered), and how often their threads left a core (where the system reports it).
  */
final case class Jvm(
    compilationCores: Option[Double],
    gcPauseShare: Option[Double] = None,
    heapUsedMaxBytes: Option[Double] = None,
    contextSwitchesPerSecond: Option[Double] = None
)

object Jvm {
  val unknown: Jvm = Jvm(None)
}

/** Requests whose handlers ended, and the mean time that a request thread spent on one. */
final case class Handler(requests: Double, meanMs: Double)

/** Connections by the kernel's own counts: the most that waited at once in the listen queues of all instances until
  * they were accepted, and the most that were established, these included; and of the whole machine, or container, what
  * came to a full listen queue, what was dropped there for any reason, and SYNs that had to be sent again.
  *
  * @param somaxconn
  *   kernel's upper limit of a listen queue, in connections
  */
final case class Network(
    backlogMax: Double,
    establishedMax: Double,
    listenOverflows: Double,
    listenDrops: Double,
    synRetransmits: Double,
    somaxconn: Option[Double]
)

/** Thread counts of all instances together by JVM state; a thread that reads from a socket is runnable too. */
final case class ThreadStates(
    runnable: Span,
    blocked: Span,
    waiting: Span,
    timedWaiting: Span,
    live: Option[LiveThreads] = None
)

/** Live threads in any state, daemon threads among them, and at each moment the rest without daemons and timed-waiting
  * threads.
  */
final case class LiveThreads(all: Span, daemon: Span, rest: Span)

/** The least and the most of the window. */
final case class Span(least: Double, most: Double)

/** Mean number of cores in use; `readers` by all replicas of the database, which is the primary alone, `relay` by what
  * stands for the network in front of it.
  */
final case class Cpu(
    service: Option[Double],
    database: Option[Double],
    generator: Option[Double],
    @flatten whole: MachineCpu,
    balancer: Option[Double] = None,
    readers: Option[Double] = None,
    cache: Option[Double] = None,
    relay: Option[Double] = None
) {

  /** CPU use of the parts that a request uses, in cores, by name. */
  def parts: Vector[(String, Double)] = Vector(
    "service" -> service,
    "database" -> database,
    "readers" -> readers,
    "relay" -> relay,
    "load balancer" -> balancer,
    "cache" -> cache,
    "generator" -> generator
  ).collect { case (part, Some(cores)) if cores > 0 => part -> cores }
}

/** Mean number of cores of the machine in use; `stolen` by the hypervisor, `other` by processes that are not of the
  * run, `generatorCompilation` by the compilers of Gatling's JVM.
  */
final case class MachineCpu(
    machine: Option[Double],
    stolen: Option[Double],
    other: Option[Double],
    generatorCompilation: Option[Double] = None
)

/** The service's connections, by PostgreSQL's own view.
  *
  * @param openingMs
  *   from the first that was opened to the last
  */
final case class DatabaseUse(connectionsMax: Double, transactionsPerSecond: Double, openingMs: Option[Double] = None)

/** Replication as seen by the primary, sampled once a second: minimum number of streaming replicas, lag of the slowest
  * one (maximum and mean of the samples), and WAL written for each replica.
  */
final case class Replication(
    readers: Double,
    lagMaxMs: Double,
    lagMeanMs: Double,
    lagMaxBytes: Double,
    walBytesPerSecond: Option[Double],
    replayed: Option[Replayed] = None
)

/** At the end of the window: how many replicas followed, and how many bytes the last of them had not replayed of the
  * WAL that the primary had written [[Replayed.within]] before.
  */
final case class Replayed(readers: Double, missingBytes: Double)

object Replayed {

  /** Age from which WAL counts as due: newer WAL may still be on its way. */
  val within: FiniteDuration = 5.seconds
}

/** Lookups in the service's caches, over all instances, as these tell: what was found and what was not. */
final case class CacheUse(hits: Double, misses: Double, hitRate: Option[Double])

/** Number of scrapes of the instances, and of those answered in time. */
final case class Scrapes(asked: Double, answered: Double)

/** Scrapes of a scraper beside the lab: those that ended, by an answer or because it gave up, those that were answered,
  * and how long one took on average.
  */
final case class Scraper(ended: Double, answered: Double, meanMs: Option[Double])
