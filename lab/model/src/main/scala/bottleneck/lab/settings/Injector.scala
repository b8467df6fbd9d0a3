package bottleneck.lab.settings

import java.time.Instant
import java.time.temporal.ChronoUnit.MINUTES
import scala.util.Try

/** Injector `number` (from 1) `of` several that send a load together, each its share, from `start` on by the clock of
  * each machine. The first warms the target up.
  */
final case class Injector(number: Int, of: Int, start: Instant) {
  def isFirst: Boolean = number == 1

  def name: String = s"$number of $of"

  /** Share of `all` users, who are dealt out in turn: the shares of all injectors are all of them. */
  def share(all: Int): Int = (all + of - number) / of
}

object Injector {
  private[settings] val injectorName = "lab.injector"
  private[settings] val startName = "lab.start"
  private[settings] val names = Vector(injectorName, startName)

  private val most = 100

  /** None where a run sends the whole load. */
  private[settings] def read(
      properties: Map[String, String],
      running: RunningParts,
      runs: RunNumbers,
      now: Instant = Instant.now()
  ): Either[Refused, Option[Injector]] = (properties.get(injectorName), properties.get(startName)) match {
    case (None, None) => Right(None)
    case (None, Some(at)) =>
      Left(new Refused(s"-D$startName=$at is for injectors only: also say which, -D$injectorName=1/2."))
    case (Some(text), at) =>
      for {
        numbers <- numbers(text)
        _ <- running.targetUrls.headOption.toRight(refused(text, "injectors share a target: name it, -Dtarget.url=."))
        _ <- Either.cond(runs.repeats == 1, (), refused(text, s"${RunNumbers.repeatName} is 1 then: start all again."))
        start <- at.toRight(refused(text, s"say when the load begins, -D$startName=.")).flatMap(start(_, now))
      } yield Some(Injector(numbers._1, numbers._2, start))
  }

  private def numbers(text: String): Either[Refused, (Int, Int)] =
    (text.split("/", -1).toVector.map(_.toIntOption) match {
      case Vector(Some(number), Some(of)) if 1 <= number && number <= of && of <= most => Some(number -> of)
      case _ => None
    }).toRight(refused(text, s"use 1/4 to 4/4 for four injectors; there may be $most."))

  private def start(text: String, now: Instant): Either[Refused, Instant] = {
    val soon = now.plus(10, MINUTES).truncatedTo(MINUTES)
    Try(Instant.parse(text)).toOption
      .filter(at => at.isAfter(now) && at.isBefore(now.plus(60, MINUTES)))
      .toRight(new Refused(s"-D$startName=$text is no instant within the next hour: use one like $soon."))
  }

  private def refused(text: String, reason: String): Refused = new Refused(s"-D$injectorName=$text: $reason")
}
