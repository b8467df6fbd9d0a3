package bottleneck.lab.explain.record

import bottleneck.lab.explain.statistics.{BurstTimes, FirstFailure, GeneratorGap, Interval, Outcome, SentSeconds}
import upickle.implicits.flatten

/** What the logs of a run show.
  *
  * @param requests
  *   the window's, by request name
  * @param total
  *   the window's, over all requests
  * @param wholeRun
  *   the same over the whole run, as Gatling's own report has it
  * @param interval
  *   of the window's throughput, in requests/s; none when the window is too short for one
  * @param stalls
  *   of the window, by the name of the request: the longest time in which some waited and none was answered OK, in
  *   milliseconds
  * @param firstFailure
  *   of the whole run; none where no request failed
  * @param balancer
  *   none where there was no load balancer, or it left no log
  */
final case class Measured(
    requests: Map[String, Outcome],
    total: Outcome,
    wholeRun: Outcome,
    interval: Option[Interval] = None,
    stalls: Map[String, Int] = Map.empty,
    firstFailure: Option[FirstFailure] = None,
    balancer: Option[BalancerReading] = None,
    @flatten byLoad: LoadReadings = LoadReadings()
)

/** What loads of one kind show.
  *
  * @param burst
  *   of a burst
  * @param handledMs
  *   of a burst: for how long a thread of the service worked on each request that it answered with 200, in
  *   milliseconds, in the order in which it began with them; empty unless the target's properties ask for Tomcat's
  *   access log
  * @param staircase
  *   of a load staircase
  * @param order
  *   requests by the second in which they were sent, where the run's expectation asks for it
  * @param generatorGap
  *   of a closed load
  */
final case class LoadReadings(
    burst: Option[BurstTimes] = None,
    handledMs: Vector[Int] = Vector.empty,
    staircase: Option[StaircaseReading] = None,
    order: Option[SentSeconds] = None,
    generatorGap: Option[GeneratorGap] = None
)
