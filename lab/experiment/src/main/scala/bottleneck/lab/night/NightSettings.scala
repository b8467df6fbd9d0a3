package bottleneck.lab.night

import bottleneck.lab.settings.{Refused, Settings}
import scala.concurrent.duration._
import scala.util.Try

/** Settings of a night: its time budget and its runs.
  *
  * @param seed
  *   seed of the random order
  * @param part
  *   only studies with this text in their id
  */
private[night] final case class NightSettings(budget: FiniteDuration, seed: Long, part: String)

private[night] object NightSettings {
  import Settings.{budgetName, seedName}

  /** Below the eight hours that the Jenkinsfile gives it. */
  private val usual = 7.hours
  private val most = 7.days

  def read(properties: Map[String, String], part: String, seed: => Long): Either[Refused, NightSettings] = for {
    budget <- budget(properties)
    chosen <- properties
      .get(seedName)
      .filter(_.nonEmpty)
      .fold[Either[Refused, Long]](Right(seed))(text =>
        text.toLongOption.toRight(new Refused(s"-D$seedName=$text is no seed: use a whole number."))
      )
  } yield NightSettings(budget, chosen, part)

  /** True if a property of the night is passed to its runs. */
  def passed(name: String): Boolean =
    name == "scale" || name == "target.url" || (Settings.names -- Settings.nightNames)(name)

  private def budget(properties: Map[String, String]): Either[Refused, FiniteDuration] =
    properties.get(budgetName).filter(_.nonEmpty) match {
      case None => Right(usual)
      case Some(text) =>
        Try(Duration(text)).toOption
          .collect { case finite: FiniteDuration if finite >= 1.minute && finite <= most => finite }
          .toRight(
            new Refused(s"-D$budgetName=$text is no time for a night: use 1m to ${most.toDays}d, such as 90m or 6h.")
          )
    }
}
