package bottleneck.lab.run.limit

import java.io.IOException
import java.nio.file.{Files, Path}

/** Where this process may have control groups made, by `/proc/self/mountinfo` (proc(5)) and `/proc/self/cgroup`
  * (cgroups(7)).
  */
private[limit] final class ControlGroups(proc: Path) {

  /** Its own group of the `cpu` hierarchy of version 1: a group may have processes and groups there. */
  def v1: Option[Path] = for {
    mount <- mounts.find(mount => mount.kind == "cgroup" && mount.options.contains("cpu"))
    group <- groups.collectFirst { case (controllers, group) if controllers.contains("cpu") => group }
  } yield mount.folder(group)

  /** In version 2 a group has processes or groups: so the groups above its own, the nearest first, which let theirs
    * have the `cpu` controller. Those that do not are left as they are, for a change would outlive the run.
    */
  def v2: Vector[Path] = (for {
    mount <- mounts.find(_.kind == "cgroup2").toVector
    (_, group) <- groups.find { case (controllers, _) => controllers == Vector("") }.toVector
    own = mount.folder(group)
    above <- Iterator.unfold(Option(own))(_.map(group => group -> Option(group.getParent)))
    if above.startsWith(mount.point)
  } yield above).filter(hasCpu)

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
  private def groups: Vector[(Vector[String], Path)] = lines(proc.resolve("self/cgroup")).flatMap { line =>
    line.split(":", 3) match {
      case Array(_, controllers, group) => Some(controllers.split(',').toVector -> Path.of(group))
      case _ => None
    }
  }

  private def lines(file: Path): Vector[String] =
    try Files.readString(file).linesIterator.toVector
    catch { case _: IOException => Vector.empty }
}

/** A hierarchy of control groups.
  *
  * @param root
  *   the group that is seen at `point`: in a container another than `/`
  */
private final case class Mount(kind: String, root: Path, point: Path, options: Vector[String]) {

  /** Of a group by its path in the hierarchy; the mount itself for one that cannot be seen there. */
  def folder(group: Path): Path = {
    val seen = if (group.startsWith(root)) point.resolve(root.relativize(group)).normalize() else point
    if (seen.startsWith(point) && Files.isDirectory(seen)) seen else point
  }
}
