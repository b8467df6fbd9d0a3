package bottleneck.lab.log

import java.nio.file.Path
import scala.util.Using

/** Content of a simulation.log.
  *
  * @param records
  *   complete ones, the run record included
  * @param isPartial
  *   true if the log, or one that was merged into it, ends within a record, as after a killed run
  */
final case class Log(run: Run, records: Long, isPartial: Boolean)

/** Reads the binary simulation.log of Gatling, in memory that does not grow with its length. */
object LogReader {

  /** Its name in the folder of a run. */
  val file = "simulation.log"

  /** The version whose format this is. */
  val supported = "3.15"

  /** Gives every complete record after the first to `consume`, in the order of the log. */
  def read(log: Path)(consume: LogRecord => Unit): Either[LogError, Log] =
    OpenLog
      .of(log)
      .flatMap(Using.resource(_) { records =>
        records.foreach(consume)
        records.outcome
      })
}
