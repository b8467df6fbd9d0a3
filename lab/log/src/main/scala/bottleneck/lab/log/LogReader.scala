package bottleneck.lab.log

import java.nio.file.Path
import scala.util.Using

/** Content of a simulation.log: its complete records, the run record included. A partial one, or one that was merged
  * into it, ends within a record, as after a killed run. `backwards` counts requests whose end is before their start,
  * or before the run's; they are read as ending at their start.
  */
final case class Log(header: LogHeader, records: Long, isPartial: Boolean, backwards: Long = 0)

/** Reads any simulation.log of Gatling 2.1 to 3.15, in memory that does not grow with its length. */
object LogReader {

  val file = "simulation.log"

  /** Gives every complete record after the first to `consume`, in the order of the log. Equal names and equal paths of
    * groups are the same instance. `anyVersion` reads a log of a newer Gatling too, as far as it parses; `progress`
    * gets the number of bytes read so far, now and then.
    */
  def read(log: Path, anyVersion: Boolean = false, progress: Long => Unit = _ => ())(
      consume: LogRecord => Unit
  ): Either[LogError, Log] =
    OpenLog
      .of(log, anyVersion, progress)
      .flatMap(Using.resource(_) { records =>
        records.foreach(consume)
        records.outcome
      })

  /** What `look` finds at the beginning of a log, of which it reads only what it takes. */
  def peek[A](log: Path)(look: (LogHeader, Iterator[LogRecord]) => A): Either[LogError, A] =
    OpenLog.of(log).map(Using.resource(_)(records => look(records.header, records)))
}
