package bottleneck.connectionpool

import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.explain.theory.{PoolLimit, Prediction}
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.CpuLimits
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

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

  /** Cores: so few that service and generator have enough left of 2 to bring the database to its quota. */
  private[connectionpool] val quota = 0.5

  /** In the database, in each read. */
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
