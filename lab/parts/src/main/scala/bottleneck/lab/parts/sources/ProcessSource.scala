package bottleneck.lab.parts.sources

import bottleneck.lab.parts.host.Folders
import bottleneck.lab.parts.limit.{ControlGroups, ProcessTree, Taskset}
import bottleneck.lab.parts.metrics.{LinuxProcesses, MachineUsage, Processes}
import java.io.{IOException, UncheckedIOException}
import java.nio.file.{Files, Path}
import scala.concurrent.duration._
import scala.jdk.OptionConverters._

/** Cores that a process may run on, and CPU seconds per second of its control group; `isShared` with the lab. */
final case class Cores(allowed: Int, quota: Option[Double], isShared: Boolean = false)

/** Periods of the service's control group, and those in which its CPU quota was used up. */
final case class Throttling(periods: Long, throttled: Long)

/** A thread of the service; `name` has the kernel's 15 letters. */
final case class ServiceThread(id: Long, name: String)

/** How many threads compute, or wait for nothing but a core, and how many wait in epoll, as event loops without work.
  */
final case class ThreadStates(running: Int, polling: Int)

/** CPU times, control groups and sockets of processes. Outside Linux only CPU times are known. */
private[lab] final class ProcessSource(val proc: Path) {
  import ProcessSource._

  private val system = Processes.ofThisSystem

  /** Descendants: to find them all processes are looked at. */
  private val trees = new Recent[Long, Vector[Long]](2.seconds)
  private val machine = MachineUsage.ofThisSystem

  /** CPU seconds of a process and its descendants, with those of ended ones; none once it is gone. */
  def cpuSeconds(root: Long): Option[Double] = LinuxProcesses.times(folder(root)) match {
    case None => system.usageWithChildren(root).cpuSeconds
    case Some(own) =>
      val all = own +: tree(root).flatMap(pid => LinuxProcesses.times(folder(pid)))
      Some(LinuxProcesses.seconds(all.map(times => times.own + times.endedChildren).sum))
  }

  private def tree(root: Long): Vector[Long] = trees(root)(ProcessTree.descendants(root).toVector)

  def ofGenerator: Option[Double] = system.usage(ProcessHandle.current().pid()).cpuSeconds

  /** Busy, or taken away by the machine's host. */
  def ofMachine: Option[Double] = {
    val sample = machine.sample()
    sample.head.map(_ + sample(1).getOrElse(0.0))
  }

  /** CPU seconds of the threads of a process and its descendants, without those of the JVM itself. */
  def ofThreads(root: Long): Map[ServiceThread, Double] = {
    val all = for {
      pid <- root +: tree(root)
      thread <- files(folder(pid).resolve("task"))
      id <- thread.getFileName.toString.toLongOption
      times <- LinuxProcesses.times(thread)
      name <- LinuxProcesses.read(thread, "comm").map(_.stripLineEnd) if !ofJvm.exists(name.startsWith(_))
    } yield ServiceThread(id, name) -> LinuxProcesses.seconds(times.own)
    all.toMap
  }

  /** CPU seconds of a thread; none once it is gone. */
  def ofThread(thread: ServiceThread): Option[Double] =
    LinuxProcesses.times(folder(thread.id).resolve("task").resolve(thread.id.toString)).map { times =>
      LinuxProcesses.seconds(times.own)
    }

  /** The kernel's 15 letters of a process's name. */
  def nameOf(pid: Long): Option[String] = LinuxProcesses.read(folder(pid), "comm").map(_.trim)

  /** What the threads of a process and its descendants do; none of more threads than can be looked at often. */
  def states(root: Long): Option[ThreadStates] = {
    val threads = (root +: tree(root)).flatMap(pid => files(folder(pid).resolve("task")))
    def isPolling(thread: Path): Boolean = LinuxProcesses.read(thread, "wchan").exists(polls.contains)
    Option.when(threads.nonEmpty && threads.sizeIs <= manyThreads)(
      ThreadStates(threads.count(LinuxProcesses.isRunning), threads.count(isPolling))
    )
  }

  /** Processes of one name that the service has started to do its work, as many as there are of the most frequent name;
    * none of fewer than two.
    */
  def workers(root: Long): Option[Int] = {
    val all = tree(root)
    val parents = all.flatMap(parent).toSet
    val names = all.filterNot(parents).flatMap(pid => LinuxProcesses.read(folder(pid), "comm")).map(_.stripLineEnd)
    names.filterNot(databases).groupBy(identity).values.map(_.size).filter(_ > 1).maxOption
  }

  /** Name of an interpreter of which one thread at a time computes, where a process is one. */
  def globalLock(pid: Long): Option[String] =
    quietly(Files.readSymbolicLink(folder(pid).resolve("exe")).getFileName.toString).collect {
      case python(_) => "Python"
      case ruby(_) => "Ruby"
    }

  def cores(pid: Long): Cores = {
    val allowed = Taskset.allowed(folder(pid)).fold(Runtime.getRuntime.availableProcessors)(_.size)
    val bound = smallestQuota(pid)
    val isShared = bound.exists { case (group, _) => new ControlGroups(proc).holding.contains(group) }
    Cores(allowed, bound.map(_._2), isShared)
  }

  /** Of the group with the smallest quota that the process is in; none where no group has one. */
  def throttling(pid: Long): Option[Throttling] = smallestQuota(pid).flatMap { case (group, _) =>
    val counters = words(group, "cpu.stat")
    def counter(name: String): Option[Long] =
      counters.sliding(2).collectFirst { case Vector(`name`, n) => n.toLongOption }.flatten
    counter("nr_periods").zip(counter("nr_throttled")).map((Throttling.apply _).tupled)
  }

  private def smallestQuota(pid: Long): Option[(Path, Double)] =
    new ControlGroups(proc, pid.toString).holding.flatMap(group => quota(group).map(group -> _)).minByOption(_._2)

  def isDatabase(pid: Long): Boolean =
    LinuxProcesses.read(folder(pid), "comm").exists(name => databases(name.stripLineEnd))

  /** Inodes of the sockets that a process and its descendants have open. */
  def sockets(root: Long): Set[Long] = (ProcessTree.descendants(root) + root).flatMap(open)

  /** Process that has a listening socket open: of several the one that started the others. Where the system does not
    * tell, as to all but root of other users' processes, the only database of the socket's user.
    */
  def owner(inode: Long, user: Int): Option[Long] = {
    val all = files(proc).flatMap(_.getFileName.toString.toLongOption)
    def firstOf(pids: Vector[Long]): Vector[Long] = pids.filterNot(pid => parent(pid).exists(pids.contains))
    def ofUser(pid: Long): Boolean = Files.getAttribute(folder(pid), "unix:uid").equals(user)
    firstOf(all.filter(open(_).contains(inode))).headOption.orElse {
      val candidates = firstOf(all.filter(isDatabase)).filter(pid => quietly(ofUser(pid)).contains(true))
      candidates.headOption.filter(_ => candidates.sizeIs == 1)
    }
  }

  private def open(pid: Long): Vector[Long] = files(folder(pid).resolve("fd"))
    .flatMap(file => quietly(Files.readSymbolicLink(file).toString))
    .collect { case socket(inode) => inode.toLong }

  private def folder(pid: Long): Path = proc.resolve(pid.toString)
}

private[lab] object ProcessSource {
  lazy val ofThisSystem = new ProcessSource(Path.of("/proc"))

  // the build without the lock ends with a t
  private val python = """(?:python|pypy)([\d.]*)""".r
  private val ruby = """ruby([\d.]*)""".r
  private val databases = Set("postgres", "mysqld", "mariadbd", "mongod", "redis-server")

  private val manyThreads = 200

  /** Functions in which a thread waits for events: compilers of the kernel inline the first. */
  private val polls = Set("ep_poll", "do_epoll_wait", "do_epoll_pwait")

  /** Names of threads that compile and collect garbage. */
  private val ofJvm = Vector("C1 Comp", "C2 Comp", "G1 ", "GC Thread", "VM ")
  private val socket = """socket:\[(\d+)\]""".r

  private def parent(pid: Long): Option[Long] =
    ProcessHandle.of(pid).flatMap[ProcessHandle](_.parent()).toScala.map(_.pid())

  /** Cores by `cpu.max` of version 2 or the files of version 1. */
  private def quota(group: Path): Option[Double] = {
    val micros = Vector("cpu.max", "cpu.cfs_quota_us", "cpu.cfs_period_us").flatMap(words(group, _))
    micros.flatMap(_.toDoubleOption) match {
      case Vector(quota, period) if quota > 0 => Some(quota / period)
      case _ => None
    }
  }

  private def words(folder: Path, file: String): Vector[String] =
    LinuxProcesses.read(folder, file).toVector.flatMap(_.split("\\s+"))

  private def files(folder: Path): Vector[Path] =
    quietly(Folders.entries(folder)).getOrElse(Vector.empty)

  /** None where the process has ended, or belongs to another user. */
  private def quietly[A](read: => A): Option[A] =
    try Some(read)
    catch { case _: IOException | _: UncheckedIOException => None }
}
