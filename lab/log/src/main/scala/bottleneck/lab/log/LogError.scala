package bottleneck.lab.log

import java.io.IOException
import java.nio.file.{AccessDeniedException, FileAlreadyExistsException, FileSystemException, NoSuchFileException, Path}

/** Reason why a simulation.log cannot be used, or several cannot be merged. */
sealed abstract class LogError(val message: String)

object LogError {

  /** Newest version whose format is known. */
  private val newest = (3, 15)
  val newestText: String = s"${newest._1}.${newest._2}"

  /** Whether the format of this version may be another. */
  def isNewer(version: String): Boolean =
    version.split("[^0-9]+").toVector.take(2).flatMap(_.toIntOption) match {
      case Vector(major, minor) => Ordering[(Int, Int)].gt((major, minor), newest)
      case Vector(major) => major > newest._1
      case _ => false
    }

  final case class Unreadable(log: Path, reason: String) extends LogError(s"$log cannot be read: $reason.")

  final case class Folder(log: Path) extends LogError(s"$log is a folder: give the ${LogReader.file} in it.")

  final case class Empty(log: Path) extends LogError(s"$log is empty: Gatling was ended before it wrote anything.")

  final case class NotALog(log: Path, reason: String)
      extends LogError(s"$log is no simulation.log of Gatling: $reason.")

  final case class NewerVersion(log: Path, found: String)
      extends LogError(s"$log was written by Gatling ${found.take(40)}; formats up to $newestText are known.")

  /** `place` is after which record, or in which line. */
  final case class Corrupt(log: Path, place: String, reason: String)
      extends LogError(s"$log is damaged $place: $reason.")

  final case class TooManyNames(log: Path, maxBytes: Long)
      extends LogError(s"$log has more than ${maxBytes >> 20} MiB of different names and messages.")

  final case class ConcurrentChange(log: Path)
      extends LogError(s"$log, or a log beside it, changed while it was read: try again.")

  case object NothingToMerge extends LogError("There is no simulation.log to merge.")

  final case class SameLogTwice(log: Path) extends LogError(s"$log is given twice.")

  final case class OtherSimulation(log: Path, found: String, first: String)
      extends LogError(s"$log is of simulation $found but the first log is of $first: merge logs of one simulation.")

  final case class MixedVersions(log: Path, found: String, first: String)
      extends LogError(s"$log was written by Gatling $found but the first log by $first: no report can be of both.")

  final case class NotOverlapping(log: Path, other: Path)
      extends LogError(s"$log begins after $other ended, so they are of different runs.")

  final case class NothingLeft(log: Path, fromMs: Int, toMs: Int, lastMs: Int)
      extends LogError(
        s"Nothing in $log ends from $fromMs ms to before $toMs ms after its start: its last record ends at $lastMs ms."
      )

  /** A log holds times as milliseconds since its start, in an Int. */
  final case class TooFarApart(log: Path)
      extends LogError(s"$log holds times of more than a week after the earliest log began, too late for one log.")

  final case class Unwritable(target: Path, reason: String) extends LogError(s"$target cannot be written: $reason.")

  def reason(error: IOException): String = error match {
    case _: NoSuchFileException => "there is no such file"
    case _: AccessDeniedException => "access is denied"
    case _: FileAlreadyExistsException => "a file is where a folder is needed"
    case failure: FileSystemException => Option(failure.getReason).getOrElse(failure.toString)
    case other => Option(other.getMessage).getOrElse(other.toString)
  }
}
