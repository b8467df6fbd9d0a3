package bottleneck.lab.run.process

/** A part of the target that can be made to fail.
  *
  * @param awaitReady
  *   returns when it can be used, after it was started again
  */
final case class FailingPart(process: ChildProcess, awaitReady: () => Unit)
