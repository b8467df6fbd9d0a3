package bottleneck.lab.explain.series

import bottleneck.lab.files.{Csv, CsvError, CsvRow}
import java.nio.file.Path
import scala.util.Try

/** One second of a run as its users saw it.
  *
  * @param second
  *   since the run record's start; its end is what `users` and `inFlight` are counted at
  * @param p50Ms
  *   median of the OK responses that ended in it, as p99 and max are theirs; none without any
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

  private val columns =
    Vector("second", "users", "in_flight", "ok_responses", "ko_responses", "p50_ms", "p99_ms", "max_ms")

  def render(seconds: Vector[Second]): String = Csv.render(columns +: seconds.map { s =>
    Vector[Any](s.second, s.users, s.inFlight, s.ok, s.ko) ++ Vector(s.p50Ms, s.p99Ms, s.maxMs).map(
      _.fold("")(_.toString)
    )
  })

  /** The seconds, or a sentence that says why the file cannot be read. */
  def read(path: Path): Either[String, Vector[Second]] =
    Csv.read(path, columns).flatMap(Csv.each(_)(second)).left.map(_.message)

  private def second(row: CsvRow): Either[CsvError, Second] = {
    def count(column: String): Long = row(column).toLong
    def ms(column: String): Option[Long] = Some(row(column)).filter(_.nonEmpty).map(_.toLong)
    Try(
      Second(
        row("second").toInt,
        count("users"),
        count("in_flight"),
        count("ok_responses"),
        count("ko_responses"),
        ms("p50_ms"),
        ms("p99_ms"),
        ms("max_ms")
      )
    ).toOption.toRight(row.wrong("it is no second of a run"))
  }
}
