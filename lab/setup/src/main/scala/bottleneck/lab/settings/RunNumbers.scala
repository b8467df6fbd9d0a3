package bottleneck.lab.settings

/** Which of the runs of a variant a run is.
  *
  * @param repeats
  *   how often the variant is run, each time in fresh JVMs
  * @param repetition
  *   which of those this run is, from 1
  * @param attempt
  *   2 where the run replaces one that was disturbed
  * @param attempts
  *   how often it is tried at most where it is disturbed
  * @param alone
  *   whether its other repeats are run by whoever asked for this one
  */
final case class RunNumbers(
    repeats: Int = 1,
    repetition: Int = 1,
    attempt: Int = 1,
    attempts: Int = RunNumbers.mostAttempts,
    alone: Boolean = false
) {

  /** Whether a disturbed run is run once more. */
  def mayRunAgain: Boolean = attempt < attempts

  /** As the run's JVM gets them. */
  def properties: Vector[(String, String)] =
    RunNumbers.names.zip(Vector(repeats, repetition, attempt, attempts).map(_.toString))
}

object RunNumbers {

  /** How often each variant is run. */
  private[settings] val repeatName = "lab.repeat"

  /** Which of its repeats a run is, and which attempt at it: set by the lab itself. */
  private val repetitionName = "lab.repetition"
  private val attemptName = "lab.attempt"

  /** How often a disturbed run is tried at most. */
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

  private def number(
      properties: Map[String, String],
      name: String,
      most: Int,
      usually: Int = 1
  ): Either[Refused, Int] = {
    val text = properties.getOrElse(name, usually.toString)
    text.toIntOption
      .filter(n => 1 <= n && n <= most)
      .toRight(new Refused(s"-D$name=$text is no number of runs: use 1 to $most."))
  }
}
