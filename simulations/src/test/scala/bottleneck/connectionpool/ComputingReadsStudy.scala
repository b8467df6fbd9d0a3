package bottleneck.connectionpool

import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.{PoolLimit, Prediction}
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.CpuLimits
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Study: a pool that leaves the database's CPU idle. */
object ComputingReadsStudy {

  val study: Study = Study(
    id = "pools-db-cpu",
    title = "Connection pool and database CPU",
    question = "Do 130 connections instead of 10 bring the database's CPU near its maximum?",
    factor = "connections",
    answer = Vector(
      "130 connections answered {throughput[130 connections]}, {throughput[130 connections] ÷ throughput[10 connections]} times the {throughput[10 connections]} of 10, and the database used {cpu.database%[130 connections]} instead of {cpu.database%[10 connections]} of its quota."
    ),
    advice = Vector(
      "Look at the database's CPU before you enlarge a pool: where it is used up, only cheaper reads or more cores bring more.",
      "Little's law asks for {throughput[130 connections] × (connection[130 connections] + 30 ms) as whole} connections for {throughput[130 connections]} of reads that hold one for {connection[130 connections] + 30 ms}: far more of them add waiting, not throughput.",
      "Each read waits 30 ms and counts the journals of 2,000 replies. Both are the lab's choice, so that 10 connections leave CPU idle: whether 130 use it is what is tested, not how much is idle by default."
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
