package bottleneck.lab.explain.record

/** What the target was put under.
  *
  * @param window
  *   the part of the load that is judged
  * @param disturbance
  *   where other users made a part of the target busy
  * @param intervention
  *   what the lab did to the target under load, step by step; empty where it was left alone
  * @param warmUp
  *   before the load; none where parts were to be cold
  * @param injectors
  *   that sent the load together; empty where one sent all
  */
final case class Treatment(
    load: LoadDescription,
    window: WindowBounds,
    disturbance: Option[Disturbance] = None,
    intervention: Vector[InterventionStep] = Vector.empty,
    warmUp: Option[WarmUpReading] = None,
    injectors: Vector[InjectorShare] = Vector.empty
)
