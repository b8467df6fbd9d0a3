package bottleneck.lab.files

import java.io.IOException
import java.nio.file.LinkOption.NOFOLLOW_LINKS
import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters._
import scala.util.Using

/** Folders that others may have made, as those of runs that were fetched: nothing in them may lead elsewhere. */
object Enclosed {

  /** What leads out of `folder` or its parent, or is neither file nor folder, and what to do: a clause. It looks two
    * levels deep, which is where the files of a run are.
    */
  def wrong(folder: Path): Option[String] = {
    val top = entries(folder)
    val inside = (top ++ top.flatMap(entries)).iterator.flatMap(wrong(_, within = folder))
    wrong(folder, within = folder.toAbsolutePath.getParent).orElse(inside.nextOption())
  }

  private def wrong(path: Path, within: Path): Option[String] =
    if (Files.isSymbolicLink(path))
      Option.unless(isBelow(path, within))(s"$path is a link that leads out of $within, so remove it")
    else if (Files.isRegularFile(path) || Files.isDirectory(path)) None
    else Some(s"$path is neither file nor folder, so remove it")

  private def isBelow(link: Path, folder: Path): Boolean =
    try link.toRealPath().startsWith(folder.toRealPath())
    catch { case _: IOException => false }

  private def entries(folder: Path): Vector[Path] =
    if (Files.isDirectory(folder, NOFOLLOW_LINKS) && Files.isReadable(folder))
      Using.resource(Files.list(folder))(_.toScala(Vector)).sorted
    else Vector.empty
}
