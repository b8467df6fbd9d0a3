package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.parts.limit.ProcessTree
import bottleneck.lab.parts.metrics.Gauge
import bottleneck.lab.parts.postgres.WatchedPostgres
import bottleneck.lab.parts.sources.PoolKind._
import bottleneck.lab.parts.sources._
import java.net.URI
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import org.HdrHistogram.Recorder
import scala.collection.concurrent.TrieMap
import scala.concurrent.duration._

/** Resources of a running service, without its help, by its first process on this machine, the port of its requests and
  * the URL before `/actuator`; databases of this machine are found by its connections, and a PostgreSQL among them
  * `opened` where none is `known`. `profilers` keeps the library of a profiler. Each source may be absent; no method
  * throws. A snapshot takes two seconds at most, dumps six.
  */
final class Watch(
    pid: Option[Long],
    port: Int,
    management: URI,
    databasePid: Option[Long],
    profilers: Path,
    known: Option[WatchedPostgres] = None,
    opened: DatabasePeer => Either[String, WatchedPostgres] = _ => Left("")
) extends AutoCloseable {
  import Watch._

  private val processes = ProcessSource.ofThisSystem
  private val connections = Option.when(isLinux)(new SocketSource(pid, processes))

  /** The first process may be a shell. */
  private val program =
    pid.map(pid => SocketSource.listener(port).filter(ProcessTree.descendants(pid) + pid).getOrElse(pid))
  private val link: Either[String, JvmLink] =
    program.toRight("The service's process is not known.").flatMap(JvmLink.to(_, attachWithin))

  /** Also one that lets nobody attach. */
  private val isJvm = link.isRight || program.exists(processes.nameOf(_).contains("java"))

  private val compilers = Gauge.compilers(
    program.map(Part.Service.name -> _).toVector :+ (Part.Generator.name -> ProcessHandle.current.pid)
  )
  private val actuator = new ActuatorSource(management, port)
  private val noActuator = actuator.absence
  private val cheapLocks = new AtomicBoolean(true)
  private val looks, dumps = new Recorder(3)
  private val seen = new AtomicReference(Set.empty[PoolKind])

  /** CPU seconds that each database had used when it was found: counters begin there. */
  private val databases = TrieMap.from(databasePid.flatMap(pid => processes.cpuSeconds(pid).map(pid -> _)))

  private val foreign = TrieMap.empty[DatabasePeer, Either[String, WatchedPostgres]]

  /** The service's PostgreSQL, as far as it is known by now. */
  def postgres: Option[WatchedPostgres] = known.orElse(foreign.values.flatMap(_.toOption).headOption)

  val capacity: Capacity = {
    // worker processes have a lock each
    val alone = pid.filter(processes.workers(_).isEmpty).flatMap(_ => program)
    Capacity.of(pid.map(processes.cores), alone.flatMap(processes.globalLock))
  }

  def serviceSeconds: Option[Double] = pid.flatMap(processes.cpuSeconds)

  /** With the CPU time of each thread, maybe thousands, and counters as of now where a window begins and ends. */
  def snapshot(withThreads: Boolean = false): Snapshot = {
    val begun = System.nanoTime()
    val found = connections.map(_.look())
    for {
      peer <- found.toVector.flatMap(_.databases) if !databases.contains(peer.pid)
      seconds <- processes.cpuSeconds(peer.pid)
    } {
      databases.update(peer.pid, seconds)
      if (postgres.isEmpty) foreign.update(peer, opened(peer))
    }
    val nanos = System.nanoTime()
    val cpu = cpuSeconds
    val jvm = link.toOption.flatMap(_.look { beans =>
      (PoolSource.pools(beans, port), HeapSource.gcSeconds(beans), HeapSource.use(beans))
    })
    val pools = jvm.fold(Vector.empty[PoolUse])(_._1)
    val all = if (noActuator.isEmpty) actuator.completed(pools, isExact = withThreads) else pools
    val _ = seen.updateAndGet(_ ++ all.map(_.kind))
    val snapshot = Snapshot(
      nanos,
      cpu,
      jvm.map(_._2),
      jvm.flatMap(_._3),
      pid.flatMap(processes.throttling),
      all ++ found.toVector.flatMap(_.outbound),
      if (withThreads) pid.fold(Map.empty[ServiceThread, Double])(processes.ofThreads) else Map.empty,
      if (withThreads) pid.flatMap(processes.workers) else None,
      if (isJvm) None else pid.flatMap(processes.states)
    )
    looks.recordValue((System.nanoTime() - begun) / 1000)
    snapshot
  }

  /** CPU times alone, which cost the service nothing, with those of one of its threads as a part of it. Where its
    * process is not known, the machine is the only part.
    */
  def read(thread: Option[ServiceThread]): Gauge.Reading = {
    val at = System.currentTimeMillis()
    val used = cpuSeconds
    val ofThread = thread.flatMap(processes.ofThread)
    val parts = used.collect {
      case (Part.Service, seconds) => Part.Service.name -> (seconds - ofThread.getOrElse(0.0))
      case (part, seconds) if (part == Part.Machine) != used.contains(Part.Service) => part.name -> seconds
    }
    Gauge.Reading(at, parts ++ ofThread.map(Part.oneThread -> _), compilers(), None, used.get(Part.Machine))
  }

  private def cpuSeconds: Map[Part, Double] = {
    val ofDatabases = databases.toVector.flatMap { case (pid, before) => processes.cpuSeconds(pid).map(_ - before) }
    val parts = Vector[(Part, Option[Double])](
      Part.Service -> pid.flatMap(processes.cpuSeconds),
      Part.Database -> ofDatabases.reduceOption(_ + _),
      Part.Generator -> processes.ofGenerator
    ).collect { case (part, Some(seconds)) => part -> seconds }
    // a control group that holds all of them is their machine
    val machine = if (capacity.isGroup) Some(parts.map(_._2).sum) else processes.ofMachine
    (parts ++ machine.map(Part.Machine -> _)).toMap
  }

  /** Texts of a dump of the threads: as of `jcmd Thread.print`, and JSON of all threads where some may be virtual. The
    * former has the locks that threads own until that has once taken long: with 12 million objects the service stood
    * still for 0.1 to 0.3 s each time.
    */
  def dump(): Vector[String] = link.toOption.toVector.flatMap { jvm =>
    val begun = System.nanoTime()
    val locks = cheapLocks.get()
    val text = jvm.threadDump(locks)
    val spent = System.nanoTime() - begun
    dumps.recordValue(spent / 1000)
    if (locks && spent.nanos > cheap) cheapLocks.set(false)
    text.toVector ++ text.filter(text => virtualThreads.exists(text.contains)).flatMap(_ => jvm.virtualThreadDump())
  }

  /** What happens meanwhile, and a profile of the service's CPU time, or why there is none, as a sentence. */
  def profiling[A](happens: => A): (A, Either[String, CpuProfile]) = link match {
    case Right(jvm) => new Profiler(jvm, profilers).during(happens)
    case Left(why) => happens -> Left(why)
  }

  /** What looking took, as a sentence; the service stands still for a part of a dump. */
  def cost: String = {
    def mean(of: Recorder): String = Numbers.millis(of.getIntervalHistogram.getMean / 1000)
    s"A look at the service took ${mean(looks)} on average, a dump of its threads ${mean(dumps)}."
  }

  /** A sentence for each source that has shown nothing until now. */
  def absences: Vector[String] = Vector(
    Option.unless(isLinux)("No figures of sockets and control groups: this system has no /proc."),
    link.left.toOption.map(why => s"$why So nothing is known of its JVM: no pools by JMX, no thread dumps."),
    noActuator,
    Option.unless(seen.get()(RequestThreads))(
      "No figures of request threads: there is no MBean of Tomcat (server.tomcat.mbeanregistry.enabled=true), Jetty or " +
        "Undertow, and no metric of Actuator."
    ),
    Option.unless(seen.get()(JdbcConnections))(
      "No figures of JDBC connections: there is no MBean of HikariCP (spring.datasource.hikari.register-mbeans=true), " +
        "and no metric of Actuator."
    ),
    foreign.values.flatMap(_.left.toOption).find(_.nonEmpty).filter(_ => postgres.isEmpty),
    Option.when(databases.isEmpty)("No CPU time of a database: the service is connected to none on this machine.")
  ).flatten

  override def close(): Unit = {
    link.foreach(_.close())
    actuator.close()
  }
}

private object Watch {
  private val isLinux = Files.isReadable(ProcessSource.ofThisSystem.proc.resolve("net/tcp"))
  private val attachWithin = 5.seconds
  private val cheap = 50.millis

  /** In the names or frames of threads that carry virtual ones. */
  private val virtualThreads = Vector("VirtualThread", "ForkJoinPool-1-worker-")
}
