package bottleneck.lab.engine

import bottleneck.lab.engine.prepare.Preparing
import bottleneck.lab.figures.settings.Injector
import bottleneck.lab.figures.target._
import io.gatling.core.Predef._
import io.gatling.core.controller.inject.open.OpenInjectionStep
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder, ScenarioBuilder}
import io.gatling.http.Predef._
import io.gatling.http.protocol.HttpProtocolBuilder
import java.net.URI
import scala.concurrent.duration._

/** The users of a run, as Gatling injects them: those of the preparation, and then those of the load, in a scenario
  * with this name. An injector injects its share, and waits for so long. Where the run `isShared` with another variant,
  * the requests are in a group of that name.
  */
private final class LoadUsers(
    name: String,
    load: Load,
    workload: Workload,
    preparing: Option[Preparing],
    injector: Option[(Injector, () => FiniteDuration)] = None,
    isShared: Boolean = false
) {

  /** Gatling runs `after` while its users still work: this ends them, so that nothing disturbs what comes then. */
  @volatile private var over = false
  private val disturbance = "disturbance"

  def end(): Unit = {
    preparing.foreach(_.end())
    over = true
  }

  /** What the log of the load keeps. */
  def kept: KeptUsers =
    KeptUsers(name +: workload.disturbance.map(_ => disturbance).toVector, heldBack, Option.when(isShared)(name))

  private def requests: ChainBuilder = if (isShared) group(name)(workload.requests) else workload.requests

  /** Users who end the load too, if they are to. */
  private def populations(urls: Vector[URI], end: Option[PopulationBuilder]): List[PopulationBuilder] = {
    val users = load match {
      case closed: ClosedLoad => List(stay(closed)) ++ workload.disturbance.map(disturb)
      case burst: Burst => List(come(burst))
      case open: OpenLoad => List(pass(open))
      case stairs: Staircase => List(climb(stairs))
      case sliced: SlicedLoad => throw new IllegalArgumentException(s"$sliced is a load of runs in slices alone")
    }
    val own = protocol(urls)
    val all = users.map(_.protocols(own)) ++ end
    preparing.fold(all)(_.before(if (isShared) s"$name, warm-up" else "preparation", all, own))
  }

  /** For how long each user of the load waited first, so that those of several injectors begin together: Gatling starts
    * scenarios once a second, at another moment in each JVM.
    */
  private lazy val heldBack: FiniteDuration = injector.fold[FiniteDuration](Duration.Zero)(_._2())

  private def begun(name: String): ScenarioBuilder =
    if (injector.isEmpty) scenario(name) else scenario(name).pause(_ => heldBack)

  /** Each user has a connection of its own, but for those of an open load: every request would open one. */
  private def protocol(urls: Vector[URI]): HttpProtocolBuilder = {
    val plain = http.baseUrls(urls.map(_.toString).toList).disableCaching
    load match {
      case _: OpenLoad => plain.shareConnections
      case _: ClosedLoad | _: Burst | _: Staircase | _: SlicedLoad => plain
    }
  }

  private def share(all: Int): Int = injector.fold(all)(_._1.share(all))

  /** Until the first user comes where users come evenly: those of several injectors take turns. */
  private def turn: OpenInjectionStep =
    nothingFor(injector.fold[FiniteDuration](Duration.Zero) { case (one, _) => load.turn(one.number) })

  private def stay(closed: ClosedLoad): PopulationBuilder =
    begun(name)
      .asLongAs(_ => !over)(requests)
      .inject(turn, rampUsers(share(closed.users)).during(closed.arrival))

  private def come(burst: Burst): PopulationBuilder = {
    val users =
      if (burst.arrival > Duration.Zero) rampUsers(share(burst.users)).during(burst.arrival)
      else atOnceUsers(share(burst.users))
    begun(name).exec(requests).inject(nothingFor(burst.judgedFrom), turn, users)
  }

  private def pass(open: OpenLoad): PopulationBuilder = {
    val rate = constantUsersPerSec(share(open.arrivals) / open.hold.toUnit(SECONDS)).during(open.hold)
    begun(name).exec(requests).inject(nothingFor(open.arrivesFrom), turn, rate)
  }

  private def climb(stairs: Staircase): PopulationBuilder = {
    val levels = stairs.comingOf(share).flatMap(more => Vector(atOnceUsers(more), nothingFor(stairs.each)))
    begun(name).asLongAs(_ => !over)(requests).inject(levels)
  }

  private def disturb(others: Disturbing): PopulationBuilder =
    begun(disturbance)
      .asLongAs(_ => !over)(others.requests)
      .inject(nothingFor(others.after), atOnceUsers(share(others.users)))

  /** Ends a load whose users stay; those of others leave by themselves. */
  private def clock(more: FiniteDuration): PopulationBuilder = {
    val tick = begun(LoadLog.clock)
    val untilOver = load match {
      case _: ClosedLoad | _: Staircase | _: SlicedLoad =>
        tick.pause(_ => load.duration + more).stopLoadGenerator("the load is over")
      case _: Burst | _: OpenLoad => tick.pause(1.milli)
    }
    untilOver.inject(atOnceUsers(1))
  }
}

private object LoadUsers {

  /** Gatling starts users once a second, so those of one variant may come so much later than those of another. */
  private val apart = 2.seconds

  /** Users of each variant with its URLs; the last variant's ends the load. */
  def populations(all: Vector[(LoadUsers, Vector[URI])]): List[PopulationBuilder] =
    all.zipWithIndex.toList.flatMap { case ((users, urls), n) =>
      val isLast = n == all.size - 1
      val more = if (all.size > 1) apart else Duration.Zero
      users.populations(urls, Option.when(isLast)(users.clock(more)))
    }
}
