package bottleneck.lab.explain.record

/** Which variant of which study was run, how, and for which time.
  *
  * @param simulation
  *   its class
  * @param experiment
  *   id of the study that it belongs to
  * @param commit
  *   of the checkout, where there is one
  * @param repeat
  *   1 for the first run of a variant, 2 for its first repeat …
  * @param attempt
  *   2 where it replaces a run that was disturbed
  */
final case class RunIdentity(
    simulation: String,
    experiment: String,
    variant: String,
    factor: Option[Factor],
    scale: String,
    commit: Option[String],
    repeat: Int,
    attempt: Int = 1
)
