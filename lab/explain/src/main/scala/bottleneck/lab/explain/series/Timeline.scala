package bottleneck.lab.explain.series

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.util.Try

/** One second of a run as its users saw it.
  *
  * @param second
  *   since the run record's start; its end is what `users` and `inFlight` are counted at
  * @param p50Ms
  *   of the OK responses that ended in it, as are p99 and max; none without any
  */
final case class Second(
    second: Int,
    users: Long,
    inFlight: Long,
    ok: Long,
    ko: Long,
    p50Ms: Option[Long],
    p99Ms: Option[Long],
    maxMs: Option[Long]
)

/** The seconds of a run as timeline.csv. */
object Timeline {
  val file = "timeline.csv"

  private val header = "second,users,in_flight,ok_responses,ko_responses,p50_ms,p99_ms,max_ms"

  def render(seconds: Vector[Second]): String = (header +: seconds.map(row)).mkString("", "\n", "\n")

  /** The seconds, or a sentence that says why the file cannot be read. */
  def read(path: Path): Either[String, Vector[Second]] =
    try {
      val lines = Files.readString(path).linesIterator.toVector
      if (lines.headOption.contains(header)) parse(path, lines.tail)
      else Left(s"$path has another header than $header")
    } catch { case error: IOException => Left(s"$path cannot be read: $error") }

  private def parse(path: Path, rows: Vector[String]): Either[String, Vector[Second]] = {
    val parsed = rows.map(second)
    parsed.indexWhere(_.isEmpty) match {
      case -1 => Right(parsed.flatten)
      case damaged => Left(s"line ${damaged + 2} of $path is no second of a run: ${rows(damaged)}")
    }
  }

  private def row(s: Second): String =
    (Vector(s.second.toLong, s.users, s.inFlight, s.ok, s.ko).map(_.toString) ++
      Vector(s.p50Ms, s.p99Ms, s.maxMs).map(_.fold("")(_.toString))).mkString(",")

  private def second(line: String): Option[Second] = line.split(",", -1) match {
    case Array(at, users, inFlight, ok, ko, p50, p99, max) =>
      def some(cell: String): Option[Long] = Option.when(cell.nonEmpty)(cell.toLong)
      Try(
        Second(at.toInt, users.toLong, inFlight.toLong, ok.toLong, ko.toLong, some(p50), some(p99), some(max))
      ).toOption
    case _ => None
  }
}
