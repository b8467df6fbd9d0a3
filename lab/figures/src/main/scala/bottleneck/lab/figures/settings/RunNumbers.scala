package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem

/** Position of a run among the runs of its variant, each in fresh JVMs: `repetition` (from 1) of `repeats`. `attempt`
  * is 2 where the run replaces one that was disturbed; it is `alone` if the caller runs its other repeats.
  */
final case class RunNumbers(
    repeats: Int = 1,
    repetition: Int = 1,
    attempt: Int = 1,
    attempts: Int = RunNumbers.mostAttempts,
    alone: Boolean = false
) {

  def mayRunAgain: Boolean = attempt < attempts

  def properties: Vector[(String, String)] = Vector(
    Properties.repeat -> repeats,
    Properties.repetition -> repetition,
    Properties.attempt -> attempt,
    Properties.attempts -> attempts
  ).map { case (property, number) => property.name -> number.toString }
}

object RunNumbers {

  /** A disturbed run is run once more, and no more often: a machine that is busy stays so. */
  private val mostAttempts = 2

  private[settings] def read(set: Map[String, String]): Either[Problem, RunNumbers] = for {
    repeats <- Properties.repeat.or(set)
    repetition <- Properties.repetition.or(set)
    _ <- Either.cond(
      repetition <= repeats,
      (),
      Properties.repetition.wrong(repetition.toString, s"is no number of runs: use 1 to $repeats.")
    )
    attempt <- Properties.attempt.or(set)
    attempts <- Properties.attempts.or(set)
  } yield RunNumbers(repeats, repetition, attempt, attempts, alone = Properties.repetition.is(set))
}
