package bottleneck.lab.explain.log

import java.nio.file.Path

/** Why a simulation.log cannot be used. */
sealed abstract class LogError(val message: String)

object LogError {

  final case class Unreadable(log: Path, reason: String) extends LogError(s"$log cannot be read: $reason.")

  final case class NotALog(log: Path, reason: String)
      extends LogError(s"$log is no simulation.log of Gatling: $reason.")

  final case class OtherVersion(log: Path, found: String, supported: String)
      extends LogError(s"$log was written by Gatling $found but only $supported is understood.")

  /** @param afterRecord complete records before the damage */
  final case class Corrupt(log: Path, afterRecord: Long, reason: String)
      extends LogError(s"$log is damaged after record $afterRecord: $reason.")
}
