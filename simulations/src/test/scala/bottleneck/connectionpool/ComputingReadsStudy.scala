package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.{PoolLimit, Prediction, SizingFormulas}
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.CpuLimits
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Study: a pool that leaves the database's CPU idle. */
object ComputingReadsStudy {

  private val few = name(WorkStudy.few)
  private val many = name(WorkStudy.many)

  val study: Study = Study(
    id = "pools-db-cpu",
    title = "Connection pool and database CPU",
    question =
      s"Do ${WorkStudy.many} connections instead of ${WorkStudy.few} bring the database's CPU near its maximum?",
    factor = "connections",
    Conclusions(
      _.judged(few, many)(answer).flatten,
      _.judged(few, many)(advice).toVector.flatten
    )
  )

  def trial(connections: Int): Trial = Trial(
    study.id,
    name(connections),
    Some(Factor("connections", connections.toDouble)),
    Some(
      if (connections == WorkStudy.few) PublishedSetting("pools/idle-db", "DB Only")
      else PublishedSetting("pools/connections-130", s"$connections connections")
    )
  )

  private def name(connections: Int): String = s"$connections connections"

  /** CPU utilisation of the database's quota, 0 to 1; none without a quota. */
  private def used(run: Result): Option[Double] =
    for { quota <- run.target.cpus.database; cores <- run.server.cpu.database } yield cores / quota

  private def answer(few: Result, many: Result): Option[String] =
    for { one <- used(few); other <- used(many) } yield s"${many.run.variant} answered ${many.rate}, " +
      s"${Numbers.plain(many.gainOver(few))} times the ${few.rate} of ${few.run.variant}, and " +
      s"the database used ${Numbers.percent(other)} instead of ${Numbers.percent(one)} of its quota."

  private def advice(few: Result, many: Result): Vector[String] = Vector(
    limits(few, many),
    enough(many),
    Some(
      s"Each read waits ${Numbers.millis(ComputingReads.waits.toUnit(MILLISECONDS))} and counts the journals of " +
        s"${Numbers.count(ComputingReads.replies)} replies. Both are the lab's choice, so that ${few.run.variant} " +
        s"leave CPU idle: whether ${many.run.variant} use it is what is tested, not how much is idle by default."
    )
  ).flatten

  private def limits(few: Result, many: Result): Option[String] = for {
    one <- few.expected.prediction; other <- many.expected.prediction
  } yield s"Look at the database's CPU before you enlarge a pool: with ${few.run.variant} the predicted limit is " +
    s"${one.by} (${one.formula}), with ${many.run.variant} it is ${other.by} (${other.formula})" +
    (if (other.isOfCores) ", where only cheaper reads or more cores bring more." else ".")

  /** The connections in use at the throughput that the quota allows, by Little's law. */
  private def enough(many: Result): Option[String] = for {
    limit <- many.expected.prediction if limit.isOfCores
    statements <- many.expected.demand.flatMap(_.connectionMs)
    holding = ComputingReads.waits + statements.millis
  } yield s"Little's law asks for ${SizingFormulas.connectionsInUse(many.total.throughput, holding)} connections for " +
    s"${many.rate} of reads that hold one for ${Numbers.millis(holding.toUnit(MILLISECONDS))}: " +
    "far more of them add waiting, not throughput."
}

/** Reads that wait and compute in a database with a quota of its own, on few or many connections
  * (pools/connections-130).
  */
object ComputingReads {
  def of(connections: Int): Setup = Setup(
    ComputingReadsStudy.trial(connections),
    ThreadsAndConnections.setting(threads.number, connections).target.copy(cpus = CpuLimits(database = Some(quota))),
    _.choose(
      quick = ThreadsAndConnections.load(arrival = 1.second, judged = 16.seconds),
      full = ThreadsAndConnections.load(arrival = 20.seconds, judged = 60.seconds)
    ),
    context =>
      Workload(
        request(""),
        Expectation(
          Vector(Prediction.threads(threads.number, 1, waits), Prediction.users(context.load.users, waits)),
          Some(PoolLimit(connections, waits))
        ),
        // computes as much, and does not wait
        calibration = Some(request("&millis=0"))
      )
  )

  private[connectionpool] val threads: Threads = Threads.Default

  /** CPU quota of the database, in cores; on 2 cores service and generator can then saturate it. */
  private[connectionpool] val quota = 0.5

  /** Delay in the database, per read. */
  private[connectionpool] val waits: FiniteDuration = Work.Database.waits

  /** Rows of a read: it takes 0.3 to 1 ms of CPU time, with which 10 connections use 20 to 65 % of the quota. */
  private[connectionpool] val replies = 2000

  private def request(query: String): ChainBuilder =
    exec(
      http("GET /workload/db-cpu").get(s"/workload/db-cpu?replies=$replies$query").check(AnswerCheck.checks: _*)
    )
}

final class ComputingReads010 extends Simulated(ComputingReads.of(WorkStudy.few))
final class ComputingReads130 extends Simulated(ComputingReads.of(WorkStudy.many))
