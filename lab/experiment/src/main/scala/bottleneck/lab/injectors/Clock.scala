package bottleneck.lab.injectors

import bottleneck.lab.explain.record.ClockOffset
import java.time.Instant
import java.time.temporal.ChronoUnit.MICROS

/** The clock of this machine, which Gatling's log has its times from. */
private[injectors] object Clock {

  /** In microseconds since 1970. */
  def now: Long = MICROS.between(Instant.EPOCH, Instant.now())

  /** Asks another for its time, several times: that with the shortest round trip tells most (RFC 5905, §10). Nothing if
    * it did not answer.
    */
  def besides(ask: () => Option[Long]): Option[ClockOffset] =
    Vector
      .fill(questions) {
        val asked = now
        ask().map { other =>
          val answered = now
          ClockOffset((asked + (answered - asked) / 2.0 - other) / 1000, (answered - asked) / 2.0 / 1000)
        }
      }
      .flatten
      .minByOption(_.errorMs)

  private val questions = 8
}
