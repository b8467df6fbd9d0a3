package bottleneck.lab.explain.statistics

import bottleneck.lab.explain.log.LogRecord.{judged, Request, User}
import bottleneck.lab.explain.log.LogRecord

/** The first request of a run that failed: when that was, in milliseconds since the run record's start, and how many
  * users there were.
  */
final case class FirstFailure(atMs: Int, users: Int)

object FirstFailure {

  /** Collects the records of a log one by one; `users` counts those that had arrived when the record was written. */
  final class Collector {
    private var users = 0
    private var first = Option.empty[FirstFailure]

    def add(record: LogRecord): Unit = record match {
      case User(`judged`, arrives, _) => users += (if (arrives) 1 else -1)
      case Request(_, _, _, end, false, _) if first.forall(end < _.atMs) => first = Some(FirstFailure(end, users))
      case _ => ()
    }

    def firstFailure: Option[FirstFailure] = first
  }
}
