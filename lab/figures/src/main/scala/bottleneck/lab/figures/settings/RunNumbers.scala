package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem

/** Position of a run among the runs of its variant, each in fresh JVMs: `repetition` (from 1) of `repeats`; it is
  * `alone` if the caller runs its other repeats.
  */
final case class RunNumbers(repeats: Int = 1, repetition: Int = 1, alone: Boolean = false) {
  def properties: Vector[(String, String)] = Vector(Properties.repeat -> repeats, Properties.repetition -> repetition)
    .map { case (property, number) => property.name -> number.toString }
}

object RunNumbers {
  private[settings] def read(set: Map[String, String]): Either[Problem, RunNumbers] = for {
    repeats <- Properties.repeat.or(set)
    repetition <- Properties.repetition.or(set)
    _ <- Either.cond(
      repetition <= repeats,
      (),
      Properties.repetition.wrong(repetition.toString, s"is no number of runs: use 1 to $repeats.")
    )
  } yield RunNumbers(repeats, repetition, alone = Properties.repetition.is(set))
}
