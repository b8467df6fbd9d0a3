package bottleneck.lab

import bottleneck.lab.target._
import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.Predef._
import io.gatling.http.protocol.HttpProtocolBuilder
import java.net.URI
import scala.concurrent.duration._

/** The users of a run, as Gatling injects them: first the scenario that is judged, then those that are not.
  *
  * @param name
  *   of the judged scenario
  */
private final class Users(name: String, load: Load, workload: Workload) {

  /** Gatling runs `after` while its users still work: this ends them, so that nothing disturbs what comes then. */
  @volatile private var over = false

  @volatile private var warmUpEnds = Deadline.now

  def start(): Unit = load.warmUp.foreach(warmUp => warmUpEnds = warmUp.duration.fromNow)

  def end(): Unit = over = true

  def populations: List[PopulationBuilder] = load match {
    case closed: ClosedLoad => List(stay(closed)) ++ workload.disturbance.map(disturb(_, closed))
    case burst: Burst => List(come(burst)) ++ burst.warmUp.map(leave)
    case open: OpenLoad => List(pass(open)) ++ open.warmUp.map(leave)
    case stairs: Staircase => List(climb(stairs)) ++ stairs.warmUp.map(leave)
  }

  /** Each user has a connection of its own, but for those of an open load: every request would open one. */
  def protocol(urls: Vector[URI]): HttpProtocolBuilder = {
    val plain = http.baseUrls(urls.map(_.toString).toList).disableCaching
    load match {
      case _: OpenLoad => plain.shareConnections
      case _: ClosedLoad | _: Burst | _: Staircase => plain
    }
  }

  /** The users of the warm-up are the first of them. */
  private def stay(closed: ClosedLoad): PopulationBuilder = {
    val first = closed.warmUp.toVector.flatMap(warmUp => Vector(atOnceUsers(warmUp.users), nothingFor(warmUp.duration)))
    val rest = rampUsers(closed.users - closed.warmUp.fold(0)(_.users)).during(closed.arrival)
    scenario(name).asLongAs(_ => !over)(requests).inject(first :+ rest)
  }

  private def come(burst: Burst): PopulationBuilder =
    scenario(name)
      .exec(workload.requests)
      .inject(
        nothingFor(burst.judgedFrom),
        if (burst.arrival > Duration.Zero) rampUsers(burst.users).during(burst.arrival) else atOnceUsers(burst.users)
      )

  private def pass(open: OpenLoad): PopulationBuilder =
    scenario(name)
      .exec(workload.requests)
      .inject(nothingFor(open.arrivesFrom), constantUsersPerSec(open.perSecond).during(open.hold))

  private def climb(stairs: Staircase): PopulationBuilder = {
    val levels = stairs.coming.flatMap(more => Vector(atOnceUsers(more), nothingFor(stairs.each)))
    scenario(name).asLongAs(_ => !over)(workload.requests).inject(nothingFor(stairs.warmUpDuration) +: levels)
  }

  private def leave(warmUp: WarmUp): PopulationBuilder =
    scenario("warm-up").asLongAs(_ => warmUpEnds.hasTimeLeft())(requests).inject(atOnceUsers(warmUp.users))

  private def disturb(others: Disturbing, closed: ClosedLoad): PopulationBuilder =
    scenario("disturbance")
      .asLongAs(_ => !over)(others.requests)
      .inject(nothingFor(closed.warmUpDuration + others.after), atOnceUsers(others.users))

  private def requests: ChainBuilder =
    until(load.warmUp.fold[FiniteDuration](Duration.Zero)(_.calibration))(workload.warmUp)(
      until(Duration.Zero)(workload.calibration)(workload.requests)
    )

  /** Something else `early`, until so long before the end of the warm-up. */
  private def until(before: FiniteDuration)(early: Option[ChainBuilder])(later: ChainBuilder): ChainBuilder =
    early.fold(later)(doIfOrElse(_ => (warmUpEnds - before).hasTimeLeft())(_)(later))
}
