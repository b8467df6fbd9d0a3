package bottleneck.tomcat

import bottleneck.Dsl._

/** A request that does nothing but add numbers (source `tomcat`, `GET /cal`), for a CPU time at quick and full scale.
  */
private[tomcat] final case class Computing(time: FiniteDuration, full: FiniteDuration = Computing.published)

private[tomcat] object Computing {

  /** Published service time of one request alone. */
  val published: FiniteDuration = 2800.millis

  /** A fourteenth of that. */
  val quick: Computing = Computing(200.millis)

  /** Two at a time, one for each of 2 cores. */
  val warmUp: WarmUp = WarmUp(users = 2)

  /** The same with no more users than there may be connections. */
  def warmUp(target: Target): WarmUp =
    warmUp.copy(atMost =
      target.properties.get(ServiceProperties.maxConnections).fold(warmUp.atMost)(n => math.min(n.toInt, warmUp.atMost))
    )

  val property = "workload.addition-time"

  def text(time: FiniteDuration): String = s"${time.toMillis}ms"

  /** One request with the timeout `patience`, of the endpoint /cal. */
  def request(patience: FiniteDuration): ChainBuilder = exec(http("GET /cal").get("/cal").requestTimeout(patience))

  /** The source's loop to the letter, which sums in a boxed `Long`. */
  def boxed(patience: FiniteDuration, additions: Long): ChainBuilder =
    exec(http("GET /cal/boxed").get(s"/cal/boxed?additions=$additions").requestTimeout(patience))
}

/** Requests that compute and are sent at the same moment, more than there are cores. */
private[tomcat] abstract class ComputingBurst(trial: Trial, users: Int) extends Experiment(trial) {
  override def load = Burst(users, patience, Some(Computing.warmUp(target)))
  override def fullLoad = Burst(users, fullPatience, Some(Computing.warmUp(target)))
  override def requests(run: RunContext) = Computing.request(run.scale.choose(patience, fullPatience))
  override def expectation(run: RunContext) = Expectation(failures = failures)

  protected def patience: FiniteDuration = 60.seconds
  protected def failures: Vector[String] = Vector.empty

  private val fullPatience = 15.minutes
}

/** First requests of a JVM, as the source's, sent at the same moment. The number of additions is fixed, as calibration
  * would warm the JVM. With fewer repeats all pairs of runs agree too often by chance.
  */
abstract class FirstComputing(trial: Trial, users: Int) extends Experiment(trial) {
  override def load = Burst(users, patience = 2.minutes)
  override def fullLoad = Burst(users, patience = 15.minutes)
  override def requests(run: RunContext) =
    Computing.boxed(15.minutes, additions = run.scale.choose(quick = 200000000L, full = 1000000000L))
  override def repeats: Int = 4
}
