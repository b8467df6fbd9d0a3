package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem
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
  private val most = 100

  /** None where a run sends the whole load. */
  private[settings] def read(
      set: Map[String, String],
      running: RunningParts,
      runs: RunNumbers,
      now: Instant
  ): Either[Problem, Option[Injector]] = {
    val text = set.get(Properties.injector.name)
    def needs(reason: String): Problem = Problem(s"-D${Properties.injector.name}=${text.mkString}: $reason")
    (text, set.get(Properties.start.name)) match {
      case (None, None) => Right(None)
      case (None, Some(at)) =>
        Left(Properties.start.wrong(at, "is for injectors only: also say which, -Dlab.injector=1/2."))
      case (Some(text), at) =>
        for {
          numbers <- numbers(text).toRight(needs(s"use 1/4 to 4/4 for four injectors; there may be $most."))
          _ <- running.targetUrls.headOption.toRight(needs("injectors share a target: name it, -Dtarget.url=."))
          _ <- Either.cond(runs.repeats == 1, (), needs(s"${Properties.repeat.name} is 1 then: start all again."))
          start <- at.toRight(needs("say when the load begins, -Dlab.start=.")).flatMap(start(_, now))
        } yield Some(Injector(numbers._1, numbers._2, start))
    }
  }

  private def numbers(text: String): Option[(Int, Int)] = text.split("/", -1).toVector.map(_.toIntOption) match {
    case Vector(Some(number), Some(of)) if 1 <= number && number <= of && of <= most => Some(number -> of)
    case _ => None
  }

  private def start(text: String, now: Instant): Either[Problem, Instant] = {
    val soon = now.plus(10, MINUTES).truncatedTo(MINUTES)
    Try(Instant.parse(text)).toOption
      .filter(at => at.isAfter(now) && at.isBefore(now.plus(60, MINUTES)))
      .toRight(Properties.start.wrong(text, s"is no instant within the next hour: use one like $soon."))
  }
}
