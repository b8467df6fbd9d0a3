package bottleneck.lab.ask

import bottleneck.lab.model.{Numbers, Problem}
import bottleneck.lab.run.turns.{TurnPair, TurnTimes}
import bottleneck.lab.statistics.{TurnsEstimate, TurnsRatio}
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
    throughput(pairs).fold("")(of => s", new ÷ old ${Against.text(of)}")

  private def throughput(pairs: Vector[TurnPair]): Option[TurnsRatio] =
    TurnsEstimate.of(pairs.flatMap(_.throughputRatio), looks)
}

private[ask] object Against {
  val names: Vector[String] = Vector("against.jar", "against.args", "to", "for", "most", "rounds", "seed")
  private val shortest = 40.seconds
  private val longest = 1.hour
  private val time = """(\d{1,5})(s|m)""".r

  /** None where there is nothing to compare the new `program` with; a setting that would do nothing is refused. */
  def read(
      set: Map[String, String],
      program: Program,
      arguments: Vector[String],
      jar: String => Either[Problem, Program]
  ): Either[Problem, Option[Against]] =
    if (!names.take(2).exists(set.contains))
      names.find(set.contains).map(alone => Problem(s"-D$alone= is for a comparison: add -Dagainst.jar=.")).toLeft(None)
    else
      for {
        old <- set.get("against.jar").fold[Either[Problem, Program]](Right(program))(jar)
        path <- (program, old) match {
          case (_: Program.Jar, old: Program.Jar) => Right(old)
          case _ => Left(Problem("Only jars are compared: name both, by -Dservice.jar= and -Dagainst.jar=."))
        }
        to <- percent(set, "to").map(_.getOrElse(0.02))
        most <- percent(set, "most")
        rounds <- number(set, "rounds", 1, 20).map(_.getOrElse(1))
        limit <- AskSettings.value(set, "for", "no time for the turns: give 40s to 60m") { text =>
          val asked = Some(text).collect {
            case time(n, "s") => n.toInt.seconds
            case time(n, _) => n.toInt.minutes
          }
          asked.filter(of => shortest <= of && of <= longest)
        }
        seed <- number(set, "seed", 0, Int.MaxValue)
      } yield Some(
        Against(
          path,
          set.get("against.args").fold(arguments)(AskSettings.words),
          to,
          limit.getOrElse(2.minutes) * rounds.toLong,
          most,
          rounds,
          seed.getOrElse((System.nanoTime() & 0xffffff).toInt).toLong
        )
      )

  def text(of: TurnsRatio): String =
    s"${Numbers.fixed(of.value, 3)} (${Numbers.fixed(of.low, 3)} to ${Numbers.fixed(of.high, 3)})"

  private def percent(set: Map[String, String], name: String): Either[Problem, Option[Double]] =
    AskSettings.value(set, name, "not a part: give 0.5% to 50%, such as 3%") {
      _.stripSuffix("%").trim.toDoubleOption.filter(of => 0.5 <= of && of <= 50).map(_ / 100)
    }

  private def number(set: Map[String, String], name: String, least: Int, most: Int): Either[Problem, Option[Int]] =
    AskSettings.value(set, name, s"not a number from $least to ${Numbers.count(most.toDouble)}") {
      _.toIntOption.filter(of => least <= of && of <= most)
    }
}

/** Turns of one start of both services; the paced ones at the same `rate` of requests per second. */
private[ask] final case class TurnsRound(
    closed: Vector[TurnPair],
    paced: Vector[TurnPair],
    rate: Double,
    sliceSeconds: Double
)
