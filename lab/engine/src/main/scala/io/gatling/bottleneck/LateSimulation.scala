package io.gatling.bottleneck

import io.gatling.core.scenario.{Simulation, SimulationParams}

/** Simulation that is set up when Gatling asks for its users and not when it is made, so that an instance can be made
  * to describe it. `params`, which Gatling calls once on what it runs, is visible in Gatling's packages alone.
  */
abstract class LateSimulation extends Simulation {

  /** Calls `setUp`, on a whole instance. */
  protected def begin(): Unit

  final override private[gatling] def params: SimulationParams = {
    begin()
    super.params
  }
}
