package bottleneck.lab

import bottleneck.lab.settings.{RunNumbers, Settings}

/** Runs of one variant after another, each in a JVM of its own: a JVM's luck in compiling is part of the spread. So is
  * the one that replaces a disturbed run.
  */
private object Repeats {

  /** Runs all repeats but the last, which is the JVM that calls: a sentence for each that failed. */
  def runEarlier(simulation: String, settings: Settings)(say: String => Unit): Vector[String] =
    if (settings.runs.alone || settings.runs.repeats == 1 || settings.runs.attempt > 1) Vector.empty
    else
      (2 to settings.runs.repeats).toVector.flatMap { n =>
        say(s"repeat $n of ${settings.runs.repeats} runs first, in a JVM of its own")
        val code = run(simulation, settings, settings.runs.copy(repetition = n))
        Option.when(code != 0)(s"repeat $n of ${settings.runs.repeats} ended with exit code $code")
      }

  /** Runs the same once more: a sentence where that failed. */
  def runAgain(simulation: String, settings: Settings): Option[String] = {
    val code = run(simulation, settings, settings.runs.copy(attempt = settings.runs.attempt + 1))
    Option.when(code != 0)(s"the second attempt ended with exit code $code")
  }

  /** The numbers go along, as the variant may ask for more repeats than the user does. */
  private def run(simulation: String, settings: Settings, numbers: RunNumbers): Int =
    GatlingJvm.own.run(simulation, settings.layout.results, numbers.properties)
}
