package bottleneck.lab.log

import scala.collection.immutable.ArraySeq

/** Run record of a simulation.log, and the names of its scenarios. */
final case class LogHeader(
    gatlingVersion: String, // before 3.0 that of the log's format: 2.0
    simulation: String,
    start: Long, // ms since the epoch; every other time is in ms since then
    description: String,
    scenarios: Vector[String], // of a text log in the order of their first users
    assertions: Vector[ArraySeq[Byte]], // in Gatling's own serial form, carried over as they are
    format: LogFormat,
    id: String = "" // other names of the simulation, between tabs, which only text logs have
)

/** A record of a simulation.log after the first one. */
sealed trait LogRecord {

  /** End of the record's event, in ms; it was written then, so a log is almost in this order, but for those of Gatling
    *   2. No other time of the record is later.
    */
  def at: Int
}

object LogRecord {

  /** The scenario whose users are judged: the first one. */
  val judged = 0

  /** One request from its start to its end; `message` is empty unless it failed. */
  final case class Request(groups: Vector[String], name: String, start: Int, end: Int, ok: Boolean, message: String)
      extends LogRecord {
    def at: Int = end
  }

  /** A virtual user of the scenario with this index arrives or leaves. */
  final case class User(scenario: Int, arrives: Boolean, at: Int) extends LogRecord

  /** A group from its start to its end; `responseTime` is the sum over its requests. */
  final case class Group(groups: Vector[String], start: Int, end: Int, responseTime: Int, ok: Boolean)
      extends LogRecord {
    def at: Int = end
  }

  /** A request that could not even be built. */
  final case class Error(message: String, at: Int) extends LogRecord
}
