package bottleneck.lab.explain.log

import bottleneck.lab.explain.log.LogInput.{Damaged, Ended}
import bottleneck.lab.explain.log.LogRecord._
import java.io.IOException
import java.nio.file.{Files, Path}
import scala.annotation.tailrec
import scala.util.Using

/** What a simulation.log held.
  *
  * @param records
  *   complete ones, the run record included
  * @param isPartial
  *   whether the log ends within a record, as that of a killed run does
  */
final case class Log(run: Run, records: Long, isPartial: Boolean)

/** Reads the binary simulation.log of Gatling, in memory that does not grow with its length. */
object LogReader {

  /** The version whose format this is. */
  val supported = "3.15"

  private val maxNames = 10000
  private val maxDepth = 1000

  /** Gives every complete record after the first to `consume`, in the order of the log. */
  def read(log: Path)(consume: LogRecord => Unit): Either[LogError, Log] =
    try Using.resource(Files.newInputStream(log))(input => new Reading(log, new LogInput(input), consume).all())
    catch { case error: IOException => Left(LogError.Unreadable(log, error.toString)) }

  private final class Reading(log: Path, input: LogInput, consume: LogRecord => Unit) {
    private var records = 0L

    def all(): Either[LogError, Log] = header().flatMap { run =>
      records = 1
      try {
        rest(run)
        Right(Log(run, records, isPartial = false))
      } catch {
        case Ended => Right(Log(run, records, isPartial = true))
        case Damaged(reason) => Left(LogError.Corrupt(log, records, reason))
      }
    }

    private def header(): Either[LogError, Run] =
      try
        if (input.byte() != Header.run) Left(LogError.NotALog(log, "it does not begin with a run record"))
        else {
          val version = input.string()
          if (version.startsWith(s"$supported.")) Right(run(version))
          else if (version.headOption.exists(_.isDigit)) Left(LogError.OtherVersion(log, version, s"$supported.x"))
          else Left(LogError.NotALog(log, "its run record names no version"))
        }
      catch {
        case Ended => Left(LogError.NotALog(log, "it ends within the run record"))
        case Damaged(reason) => Left(LogError.NotALog(log, reason))
      }

    private def run(version: String): Run = Run(
      version,
      input.string(),
      input.long(),
      input.string(),
      Vector.fill(input.count(maxNames))(input.string()),
      Vector.fill(input.count(maxNames))(input.bytes().toVector)
    )

    @tailrec private def rest(run: Run): Unit = if (!input.isAtEnd) {
      consume(record(run))
      records += 1
      rest(run)
    }

    private def record(run: Run): LogRecord = input.byte() match {
      case Header.request => request()
      case Header.user => User(scenario(run), input.boolean(), input.int())
      case Header.group => group()
      case Header.error => Error(input.cachedString(), input.int())
      case other => throw Damaged(s"no record begins with $other")
    }

    private def request(): Request = {
      val request =
        Request(groups(), input.cachedString(), input.int(), input.int(), input.boolean(), input.cachedString())
      checkOrder(request.start, request.end)
      request
    }

    private def group(): Group = {
      val group = Group(groups(), input.int(), input.int(), input.int(), input.boolean())
      checkOrder(group.start, group.end)
      group
    }

    private def groups(): Vector[String] = input.count(maxDepth) match {
      case 0 => Vector.empty
      case depth => Vector.fill(depth)(input.cachedString())
    }

    private def scenario(run: Run): Int = {
      val index = input.int()
      if (!run.scenarios.indices.contains(index)) throw Damaged(s"scenario $index of ${run.scenarios.size}")
      index
    }

    private def checkOrder(start: Int, end: Int): Unit =
      if (end < start) throw Damaged(s"something ends at $end ms but starts at $start ms")
  }

  private object Header {
    val run = 0
    val request = 1
    val user = 2
    val group = 3
    val error = 4
  }
}
