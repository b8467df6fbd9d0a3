package bottleneck.lab.parts.limit

import java.io.IOException
import java.lang.ProcessBuilder.Redirect
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardOpenOption.WRITE
import java.nio.file.{Files, Path}
import java.util.UUID
import java.util.concurrent.TimeUnit.SECONDS
import scala.util.Using

/** Control groups of a process, by `/proc/self/mountinfo` (proc(5)) and its `cgroup` (cgroups(7)). */
private[lab] final class ControlGroups(proc: Path, process: String = "self") {

  /** Its groups of the `cpu` hierarchy, or else of version 2: its own and those above it. */
  def holding: Vector[Path] = own1.orElse(own2).fold(Vector.empty[Path]) { case (mount, group) => upTo(mount, group) }

  /** Its own group of the `cpu` hierarchy of version 1: a group may have processes and groups there. */
  def v1: Option[Path] = own1.map(_._2)

  /** In version 2 a group has processes or groups: so the groups above its own, the nearest first, which let theirs
    * have the `cpu` controller. Those that do not are left as they are, for a change would outlive the run.
    */
  def v2: Vector[Path] = own2.fold(Vector.empty[Path]) { case (mount, group) => upTo(mount, group) }.filter(hasCpu)

  private def own1: Option[(Mount, Path)] = for {
    mount <- mounts.find(mount => mount.kind == "cgroup" && mount.options.contains("cpu"))
    group <- groups.collectFirst { case (controllers, group) if controllers.contains("cpu") => group }
  } yield mount -> mount.folder(group)

  private def own2: Option[(Mount, Path)] = for {
    mount <- mounts.find(_.kind == "cgroup2")
    group <- groups.collectFirst { case (Vector(""), group) => group }
  } yield mount -> mount.folder(group)

  private def upTo(mount: Mount, own: Path): Vector[Path] =
    Iterator
      .unfold(Option(own))(_.map(group => group -> Option(group.getParent)))
      .takeWhile(_.startsWith(mount.point))
      .toVector

  private def hasCpu(group: Path): Boolean =
    lines(group.resolve("cgroup.subtree_control")).exists(_.split(' ').contains("cpu"))

  private def mounts: Vector[Mount] = lines(proc.resolve("self/mountinfo")).flatMap { line =>
    line.split(" - ", 2).map(_.split(' ')) match {
      case Array(before, Array(kind, _, options)) if before.length > 4 =>
        Some(Mount(kind, Path.of(before(3)), Path.of(before(4)), options.split(',').toVector))
      case _ => None
    }
  }

  /** Controllers and path; of version 2 one controller without a name. */
  private def groups: Vector[(Vector[String], Path)] = lines(proc.resolve(process).resolve("cgroup")).flatMap { line =>
    line.split(":", 3) match {
      case Array(_, controllers, group) => Some(controllers.split(',').toVector -> Path.of(group))
      case _ => None
    }
  }

  private def lines(file: Path): Vector[String] =
    try Files.readString(file).linesIterator.toVector
    catch { case _: IOException => Vector.empty }
}

/** A hierarchy of control groups, of which the group `root` is seen at `point`: in a container another than `/`. */
private final case class Mount(kind: String, root: Path, point: Path, options: Vector[String]) {

  /** Folder of a group, by its path in the hierarchy; the mount itself if the group is not visible there. */
  def folder(group: Path): Path = {
    val seen = if (group.startsWith(root)) point.resolve(root.relativize(group)).normalize() else point
    if (seen.startsWith(point) && Files.isDirectory(seen)) seen else point
  }
}

/** Limits by the kernel's CFS bandwidth control: in each period a group may use so much CPU time on any core, and then
  * waits for the next. Its weight is the largest: like a server's own cores, nobody else takes what it may use. Each
  * process has a group in `parent`, with `settings` (file and value) by the number of cores.
  */
private[limit] final class CgroupQuota private (
    override val name: String,
    parent: Path,
    settings: Double => Vector[(String, String)]
) extends CpuLimiter {
  override def allows(cores: Double): Boolean = CgroupQuota.micros(cores) >= CgroupQuota.leastMicros

  override def limitOf(processes: Vector[LimitedProcess]): CpuLimit = new CpuLimit {
    private val run = s"bottleneck-${ProcessHandle.current().pid()}-${UUID.randomUUID().toString.take(8)}"
    private val groups = processes.map(process => parent.resolve(s"$run-${process.name}") -> process)
    private val remover = new GroupRemover(groups.map(_._1))

    override def putOn(): Unit = groups.foreach { case (group, process) =>
      val _ = Files.createDirectory(group)
      settings(process.cores).foreach { case (file, value) => write(group.resolve(file), value) }
      ProcessTree.each(process.pid)(pid => write(group.resolve("cgroup.procs"), pid.toString))
    }

    override def close(): Unit = remover.close()
  }

  /** The kernel makes these files: one that is not there cannot be created. */
  private def write(file: Path, value: String): Unit = {
    val _ = Files.writeString(file, value, WRITE)
  }
}

private[limit] object CgroupQuota {

  private val periodMicros = 100000L

  private val leastMicros = 1000L

  def v1(parent: Path): CgroupQuota = new CgroupQuota(
    "cgroup v1 quota",
    parent,
    cores =>
      Vector(
        "cpu.cfs_period_us" -> periodMicros.toString,
        "cpu.cfs_quota_us" -> micros(cores).toString,
        "cpu.shares" -> "262144"
      )
  )

  def v2(parent: Path): CgroupQuota = new CgroupQuota(
    "cgroup v2 quota",
    parent,
    cores => Vector("cpu.max" -> s"${micros(cores)} $periodMicros", "cpu.weight" -> "10000")
  )

  private def micros(cores: Double): Long = (cores * periodMicros).round
}

/** A shell that removes control groups when this is closed or this JVM ends in whatever way, as soon as the processes
  * in them have ended. It is there before they are.
  */
private[limit] final class GroupRemover(groups: Vector[Path]) extends AutoCloseable {
  private val shell = {
    val command = Vector("sh", "-c", GroupRemover.script, "remove-groups") ++ groups.map(_.toString)
    new ProcessBuilder(command: _*).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start()
  }

  /** Returns when the groups are gone; an `IOException` names those that are not. */
  override def close(): Unit = {
    shell.getOutputStream.close()
    try {
      val _ = shell.waitFor(GroupRemover.patienceSeconds, SECONDS)
    } finally {
      val _ = shell.destroyForcibly()
    }
    val left = groups.filter(Files.exists(_))
    if (left.nonEmpty) throw new IOException(s"control groups still have processes: ${left.mkString(", ")}")
  }
}

private object GroupRemover {

  /** A little longer than the shell's own. */
  private val patienceSeconds = 65L

  private lazy val script: String =
    Using.resource(getClass.getResourceAsStream("remove-groups.sh"))(in => new String(in.readAllBytes(), UTF_8))
}
