package bottleneck.lab.engine.ask

import bottleneck.lab.engine.turns.{TurnPair, TurnTimes}
import bottleneck.lab.figures.settings.Properties
import bottleneck.lab.figures.statistics.TurnsRatio
import bottleneck.lab.figures.{Problem, Ratio}
import bottleneck.lab.parts.service.Program
import scala.concurrent.duration._

/** The service that another one is compared with, and how. It ends where the half-width of the throughput's interval is
  * `to`, a part of 1, or at the `limit` of the turns of all rounds; the new one may be slower by the part `most`, where
  * that is judged.
  */
private[ask] final case class Against(
    program: Program.Jar,
    arguments: Vector[String],
    to: Double,
    limit: FiniteDuration,
    most: Option[Double],
    rounds: Int,
    seed: Long
) {
  def name: String = (program.path.getFileName.toString +: arguments).mkString(" ")

  /** Looks at the turns of a round. */
  def looks: Int = math.max(1, (limit / rounds.toLong / TurnTimes.usual.look).toInt)

  /** True if a look at the only round is enough. */
  def isNarrow(pairs: Vector[TurnPair]): Boolean = rounds == 1 && throughput(pairs).exists(_.halfWidth <= to)

  /** The ratio that the pairs of a round show so far, for the console. */
  def soFar(pairs: Vector[TurnPair]): String =
    throughput(pairs).fold("")(of => s", new ÷ old ${Ratio.text(Ratio.of(of))}")

  private def throughput(pairs: Vector[TurnPair]): Option[TurnsRatio] =
    TurnPair.ratio(Vector(pairs), looks)(turn => Some(turn.perSecond))
}

private[ask] object Against {

  /** None where there is nothing to compare the new `program` with; a setting that would do nothing is refused. */
  def read(
      set: Map[String, String],
      program: Program,
      arguments: Vector[String],
      jar: String => Either[Problem, Program]
  ): Either[Problem, Option[Against]] =
    if (!Vector(Properties.oldJar, Properties.oldArguments).exists(_.is(set)))
      Properties.compare.all
        .find(_.is(set))
        .map(alone => Problem(s"-D${alone.name}= is for a comparison: add -Dagainst.jar=."))
        .toLeft(None)
    else
      for {
        old <- set.get(Properties.oldJar.name).fold[Either[Problem, Program]](Right(program))(jar)
        path <- (program, old) match {
          case (_: Program.Jar, old: Program.Jar) => Right(old)
          case _ => Left(Problem("Only jars are compared: name both, by -Dservice.jar= and -Dagainst.jar=."))
        }
        to <- Properties.halfWidth.or(set)
        most <- Properties.mostSlower.in(set)
        rounds <- Properties.rounds.or(set)
        limit <- Properties.longest.or(set)
        seed <- Properties.orderOfTurns.in(set)
      } yield Some(
        Against(
          path,
          if (Properties.oldArguments.is(set)) AskSettings.listed(set, Properties.oldArguments) else arguments,
          to,
          limit * rounds.toLong,
          most,
          rounds,
          seed.getOrElse((System.nanoTime() & 0xffffff).toInt).toLong
        )
      )
}

/** Turns of one start of both services; the paced ones at the same `rate` of requests per second. */
private[ask] final case class TurnsRound(
    closed: Vector[TurnPair],
    paced: Vector[TurnPair],
    rate: Double,
    sliceSeconds: Double
)
