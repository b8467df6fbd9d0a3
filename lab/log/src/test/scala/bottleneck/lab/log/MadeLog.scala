package bottleneck.lab.log

import bottleneck.lab.log.LogRecord._
import java.nio.file.{Files, Path}
import scala.util.Using

/** Logs whose statistics are known beforehand. */
object MadeLog {
  val start = 1795224950914L
  private val run =
    LogHeader("3.15.1", "bottleneck.Made", start, "", Vector("made", "other"), Vector.empty, LogFormat.Binary)

  /** The end of reading a log. */
  val read: Log = Log(run, records = 1, isPartial = false)

  def write(log: Path, records: Iterable[LogRecord], run: LogHeader = run): Path = {
    Using.resource(new LogWriter(Files.newOutputStream(log), run))(writer => records.foreach(writer.write))
    log
  }

  def request(start: Int, end: Int, error: String = "", name: String = "GET /"): Request =
    Request(Vector.empty, name, start, end, error.isEmpty, error)

  /** `users` who are there from 0 to `ms`, each sending the next request when the last was answered: what it takes and
    * whether it fails (with a message) depends on its start.
    */
  def closed(users: Int, ms: Int)(responseMs: Int => Int, error: Int => String = _ => ""): Vector[LogRecord] = {
    val arrivals = Vector.fill(users)(User(0, arrives = true, 0))
    val requests = (0 until users).toVector.flatMap { user =>
      // users start evenly over the first response time, so that they do not march in step
      val first = responseMs(0) * user / users
      Iterator
        .iterate(first)(start => start + responseMs(start))
        .takeWhile(start => start + responseMs(start) <= ms)
        .map(start => request(start, start + responseMs(start), error(start)))
    }
    arrivals ++ requests.sortBy(_.end) ++ Vector.fill(users)(User(0, arrives = false, ms))
  }
}
