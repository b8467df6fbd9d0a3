package bottleneck.hikari

import bottleneck.AnswerCheck
import bottleneck.Dsl._
import bottleneck.lab.figures.theory.SizingFormulas
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** Requests that hold a connection for a known time, of more users than the pool has connections (hikari/pool-300ms,
  * hikari/pool-50ms). The pool is the limit, then the threads, then the users: the prediction names which.
  */
private[hikari] abstract class ConnectionPool(trial: Trial, setting: PoolSetting, holding: Holding)
    extends Experiment(trial) {
  override def target = setting.target
  override def requests(run: RunContext) = holding.requests
  override def calibrationRequests(run: RunContext) = Some(holding.calibration)

  /** Relative tolerance around pool ÷ holding time, for wake-ups and for the reuse of returned connections. */
  override def expectation(run: RunContext) = Expectation(
    Vector(Limit.threads(setting.threads, 1, holding.time), Limit.users(run.load.users, holding.time)),
    Some(PoolLimit(setting.connections, holding.time)),
    tolerance = Some(0.03),
    AnswerCheck.expectedFailures
  )

  protected final def load(users: Int, arrival: FiniteDuration, settle: FiniteDuration, window: FiniteDuration) =
    ClosedLoad.ofWindow(users, arrival, settle, window, holding.warmUp)
}

/** Pools of so many connections for the source's 150 users, who come at once, in full as slowly as there.
  *
  * @param window
  *   at quick scale: a multiple of the holding time, or more than a hundred of them, so that no window has a turn of
  *   the pool more than another that counts
  */
private[hikari] abstract class HoldingPool(sweep: HoldingSweep, connections: Int, window: FiniteDuration)
    extends ConnectionPool(
      Trial(
        sweep.study,
        s"$connections connections",
        Some(Factor("connections", connections)),
        Option.when(sweep.sizes.contains(connections))(PublishedSetting(sweep.source, s"$connections connections"))
      ),
      PoolSetting(connections),
      sweep.holding
    ) {
  override def load: Load = load(users = 150, arrival = 2.seconds, settle = 6.seconds, window)
  override def fullLoad: Load = load(users = 150, arrival = 140.seconds, settle = 6.seconds, 60.seconds)
}

/** 300 ms a query: a connection is held for 600 ms. */
abstract class At300ms(connections: Int) extends HoldingPool(HoldingSweep.at300ms, connections, window = 24.seconds)

final class Connections005At300ms extends At300ms(5)
final class Connections010At300ms extends At300ms(10)
final class Connections020At300ms extends At300ms(20)
final class Connections030At300ms extends At300ms(30)
final class Connections050At300ms extends At300ms(50)
final class Connections070At300ms extends At300ms(70)
final class Connections100At300ms extends At300ms(100)

/** More connections than threads: not published. */
final class Connections130At300ms extends At300ms(130)

/** 50 ms a query and 18 ms of other work: a connection is held for 118 ms. */
abstract class At50ms(connections: Int) extends HoldingPool(HoldingSweep.at50ms, connections, window = 17.seconds)

final class Connections005At50ms extends At50ms(5)
final class Connections010At50ms extends At50ms(10)
final class Connections015At50ms extends At50ms(15)
final class Connections020At50ms extends At50ms(20)
final class Connections025At50ms extends At50ms(25)
final class Connections030At50ms extends At50ms(30)
final class Connections035At50ms extends At50ms(35)
final class Connections050At50ms extends At50ms(50)

/** A sweep over pool sizes at one holding time; `sizes` are those that the source `hikari` measured, ascending. */
private[bottleneck] final case class HoldingSweep(holding: Holding, sizes: Vector[Int]) {
  private val delay = s"${holding.delay.toMillis}ms"
  val source: String = s"hikari/pool-$delay"
  val study: String = s"connection-pool-$delay"
}

private[bottleneck] object HoldingSweep {
  val at300ms: HoldingSweep = HoldingSweep(Holding(300.millis), Vector(5, 10, 20, 30, 50, 70, 100))

  /** The published throughputs imply 116 to 122 ms for a connection, 18 ms more than 2 × 50 ms. */
  val at50ms: HoldingSweep = HoldingSweep(Holding(50.millis, besides = 9.millis), Vector(5, 10, 15, 20, 25, 30, 35, 50))
}

/** Studies: the smallest pool that is enough, at each holding time. */
object HoldingStudy {

  /** The source's, in requests/s. */
  private val target = 150

  val at300ms: Study = study(HoldingSweep.at300ms)
  val at50ms: Study = study(
    HoldingSweep.at50ms,
    s" and ${Numbers.millis(18)} of other work",
    fitted = s" The ${Numbers.millis(18)} of other work are fitted to the published rates."
  )

  private def study(sweep: HoldingSweep, besides: String = "", fitted: String = ""): Study = {
    val holding = sweep.holding
    // the smallest size that is enough by theory, and the one before
    val best = sweep.sizes.filter(_ >= needed(sweep)).min
    val fewer = sweep.sizes(sweep.sizes.indexOf(best) - 1)
    val largest = sweep.sizes.last
    Study(
      id = sweep.study,
      title = s"Connection pool: a connection held for 2 × ${Numbers.millis(holding.each)}",
      question =
        s"Which pool answers $target requests/s without errors when a request holds its connection for two queries of ${Numbers.millis(holding.delay)}$besides?",
      factor = "connections",
      answer = Vector(
        Sentence(
          s"$best connections, the smallest pool tested that answers at least $target requests/s ({throughput[$best connections]}, published {published[$best connections]}; p99 {p99[$best connections]} at full load).$fitted",
          when = s"throughput[$best connections] >= $target/s and throughput[$fewer connections] < $target/s"
        )
      ),
      advice = Vector[Sentence](
        s"Shorten the holding time before you enlarge the pool: a rate of $target/s keeps $need.",
        s"The next smaller size: $fewer connections gave {throughput[$fewer connections]}, p99 {p99[$fewer connections]}, and {failed%[$fewer connections]} failed.",
        s"A pool stays within max_connections × 0.8 ÷ instances, ${SizingFormulas.connectionCeiling(PoolSetting.maxConnections, 1)} here.",
        "Hikari's formula (cores × 2 + 1) says 5 for 2 cores, which gave {throughput[5 connections]}: it counts what works, and here a connection waits."
      ) ++ Option.when(largest > best)(
        Sentence(
          s"Larger is not better: of $largest connections {pool.used[$largest connections]} were in use at most, and the pool was open after {opening[$largest connections]}, that of $best after {opening[$best connections]}."
        )
      )
    )
  }

  /** Connections that are in use at the target, by theory. */
  private def needed(sweep: HoldingSweep): Int = SizingFormulas.connectionsInUse(target.toDouble, sweep.holding.time)

  private def need: String = Vector(HoldingSweep.at300ms, HoldingSweep.at50ms)
    .map(sweep => s"${needed(sweep)} connections busy at ${Numbers.millis(sweep.holding.time)}")
    .mkString("", " and ", " (Little's law)")
}

/** A request that holds one connection through two reads, each delayed in the database and followed by some quick ones
  * (sources `hikari`): by the `delay` that the source names, and by what its request does `besides` for each read. Two
  * queries a request are implied by the sources: throughput is at most pool ÷ (2 × delay).
  */
final case class Holding(delay: FiniteDuration, besides: FiniteDuration = Duration.Zero) {
  def each: FiniteDuration = delay + besides

  /** Holding time of thread and connection, without its own work. */
  def time: FiniteDuration = each * 2

  /** Warm-up with few users, so that statements, part of the prediction, hardly queue for a core. */
  def warmUp: WarmUp = WarmUp(users = 2, WarmUp.TimeSteady(time))

  def requests: ChainBuilder = request(each)

  /** The same statements without the delay. */
  def calibration: ChainBuilder = request(Duration.Zero)

  private def request(each: FiniteDuration): ChainBuilder =
    exec(http("GET /hold").get(s"/hold?millis=${each.toMillis}&queries=2").check(AnswerCheck.checks: _*))
}

/** A service with one pool per instance, threads and a database; a thread waits for a connection until the timeout.
  * With `onePort` metrics are answered on the port of the requests, which is a profile of the service; `more` are other
  * Spring properties.
  */
private[bottleneck] final case class PoolSetting(
    connections: Int,
    threads: Int = PoolSetting.threads,
    timeout: FiniteDuration = 3.seconds,
    maxConnections: Int = PoolSetting.maxConnections,
    onePort: Boolean = false,
    more: Map[String, String] = Map.empty
) {
  def target: Target = service(
    Map(
      ServiceProperties.poolSize -> connections.toString,
      ServiceProperties.connectionTimeout -> timeout.toMillis.toString,
      ServiceProperties.threads -> threads.toString
    ) ++ (if (onePort) Map("spring.profiles.active" -> "one-port") else Map.empty) ++ more,
    Some(Database(maxConnections, Index.None))
  ).copy(onePort = onePort)
}

private[bottleneck] object PoolSetting {

  /** Tomcat's in the source `hikari`. */
  val threads = 100

  /** MySQL's default, as the sources give no value. */
  val maxConnections = 151
}
