package bottleneck.pools

import bottleneck.AnswerCheck
import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** Reads that wait and compute in a database with a quota of its own, on few or many connections
  * (pools/connections-130).
  */
abstract class ComputingReads(connections: Int, published: PublishedSetting)
    extends WorkVariant(
      Trial("pools-db-cpu", s"$connections connections", Some(Factor("connections", connections)), Some(published)),
      Work.Database,
      threads = 200,
      connections
    ) {
  private val waits = Work.Database.waits

  /** The database has half a core, so that service and generator can saturate it on 2 cores. */
  override def target = super.target.copy(cpus = CpuLimits(database = Some(0.5)))
  override def requests(run: RunContext) = request("")

  /** Computes as much, and does not wait. */
  override def calibrationRequests(run: RunContext) = Some(request("&millis=0"))
  override def expectation(run: RunContext) = Expectation(
    Vector(Limit.threads(200, 1, waits), Limit.users(run.load.users, waits)),
    Some(PoolLimit(connections, waits))
  )

  /** 2000 replies take 0.3 to 1 ms of CPU time, with which 10 connections use 20 to 65 % of the quota. */
  private def request(query: String): ChainBuilder =
    exec(http("GET /workload/db-cpu").get(s"/workload/db-cpu?replies=2000$query").check(AnswerCheck.checks: _*))
}

final class ComputingReads010 extends ComputingReads(10, PublishedSetting("pools/idle-db", "DB Only"))
final class ComputingReads130 extends ComputingReads(130, PublishedSetting("pools/connections-130", "130 connections"))

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
}
