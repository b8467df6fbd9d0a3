package bottleneck.lab.settings

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

  def properties: Vector[(String, String)] =
    RunNumbers.names.zip(Vector(repeats, repetition, attempt, attempts).map(_.toString))
}

object RunNumbers {
  private[settings] val repeatName = "lab.repeat"

  /** Set by the lab itself, as the next. */
  private val repetitionName = "lab.repetition"
  private val attemptName = "lab.attempt"
  private[settings] val attemptsName = "lab.attempts"
  private[settings] val names = Vector(repeatName, repetitionName, attemptName, attemptsName)

  private val mostRepeats = 100

  /** A disturbed run is run once more, and no more often: a machine that is busy stays so. */
  private val mostAttempts = 2

  private[settings] def read(properties: Map[String, String]): Either[Refused, RunNumbers] = for {
    repeats <- number(properties, repeatName, mostRepeats)
    repetition <- number(properties, repetitionName, repeats)
    attempt <- number(properties, attemptName, mostAttempts)
    attempts <- number(properties, attemptsName, mostAttempts, usually = mostAttempts)
  } yield RunNumbers(repeats, repetition, attempt, attempts, alone = properties.contains(repetitionName))

  private def number(properties: Map[String, String], name: String, most: Int, usually: Int = 1) = {
    val text = properties.getOrElse(name, usually.toString)
    text.toIntOption
      .filter(n => 1 <= n && n <= most)
      .toRight(new Refused(s"-D$name=$text is no number of runs: use 1 to $most."))
  }
}
