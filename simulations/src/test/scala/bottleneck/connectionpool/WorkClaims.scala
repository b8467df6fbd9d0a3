package bottleneck.connectionpool

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._

/** The claims of the source `pools` on threads and connections, each on the page of the work that it shows in. */
private[connectionpool] object WorkClaims {
  private val half = 0.5
  private val full = 0.9
  private val lot = 1.5
  private val little = 1.1
  private val noise = 0.1

  def of(work: Work): Vector[Claim] = work match {
    case Work.Database =>
      Vector(
        Claim("pools/idle-db", Verdict.Reproduced, idleDatabase),
        Claim("pools/connections-130", Verdict.Reproduced, manyConnections),
        Claim("pools/threads-8", Verdict.Reproduced, threadPerCore)
      )
    case Work.Cpu => Vector(Claim("pools/threads-4", Verdict.Reproduced, halfTheThreads))
    case Work.All => Vector.empty
  }

  /** The newest valid run of a setting, of this work or of another. */
  private def run(evidence: Evidence, work: WorkStudy, threads: Threads, connections: Int): Either[Judgement, Result] =
    evidence.in(work.study).valid(WorkStudy.name(threads, connections))

  private def idleDatabase(evidence: Evidence): Judgement = (for {
    db <- run(evidence, WorkStudy.database, Threads.Default, WorkStudy.few)
    cpu <- run(evidence, WorkStudy.cpu, Threads.Default, WorkStudy.few)
  } yield (db.server.cpu.database, cpu.server.cpu.service, db.server.hikari) match {
    case (Some(database), Some(service), Some(pool)) =>
      val free = cpu.server.cpu.generator.fold(1.0)(used => 1 - used / cpu.machine.cpus)
      val isIdle = database < half * db.machine.cpus && pool.activeMax >= WorkStudy.few && pool.pendingMax > 0
      Judgement.of(isIdle && service >= full * free * cpu.machine.cpus)(
        s"DB Only: the database used ${share(database, db)} of the cores while all ${WorkStudy.few} connections were in use and " +
          s"${Numbers.count(pool.pendingMax)} requests waited for one; CPU Only: the service used ${share(service, cpu)}" +
          " and the generator nearly all of the rest"
      )
    case _ => unwatched
  }).merge

  private def manyConnections(evidence: Evidence): Judgement = (for {
    dbFew <- run(evidence, WorkStudy.database, Threads.Default, WorkStudy.few)
    dbMany <- run(evidence, WorkStudy.database, Threads.Default, WorkStudy.many)
    allFew <- run(evidence, WorkStudy.all, Threads.Default, WorkStudy.few)
    allMany <- run(evidence, WorkStudy.all, Threads.Default, WorkStudy.many)
  } yield {
    val machine = dbMany.server.cpu.machine.getOrElse(0.0)
    Judgement.of(
      gain(dbFew, dbMany) >= lot && gain(allFew, allMany) >= lot && machine >= full * dbMany.machine.cpus
    )(
      s"DB Only rose ${times(dbFew, dbMany)}, ALL ${times(allFew, allMany)}; with DB Only ${share(machine, dbMany)} of the cores, " +
        "which service, database and generator share here, were in use then"
    )
  }).merge

  private def threadPerCore(evidence: Evidence): Judgement = (for {
    few <- run(evidence, WorkStudy.database, Threads.PerCore, WorkStudy.few)
    many <- run(evidence, WorkStudy.database, Threads.PerCore, WorkStudy.many)
    allFew <- run(evidence, WorkStudy.all, Threads.PerCore, WorkStudy.few)
    allMany <- run(evidence, WorkStudy.all, Threads.PerCore, WorkStudy.many)
  } yield many.server.hikari.fold(unwatched) { pool =>
    Judgement.of(
      gain(few, many) <= little && gain(allFew, allMany) <= little && pool.activeMax <= Threads.PerCore.number
    )(
      s"with ${Threads.PerCore.number} threads at most ${Numbers.count(pool.activeMax)} of ${WorkStudy.many} connections were in use; " +
        s"over ${WorkStudy.few} connections DB Only gained ${times(few, many)} and ALL ${times(allFew, allMany)}"
    )
  }).merge

  private def halfTheThreads(evidence: Evidence): Judgement = (for {
    cpuHalf <- run(evidence, WorkStudy.cpu, Threads.HalfTheCores, WorkStudy.few)
    dbHalf <- run(evidence, WorkStudy.database, Threads.HalfTheCores, WorkStudy.few)
    dbDefault <- run(evidence, WorkStudy.database, Threads.Default, WorkStudy.few)
  } yield cpuHalf.server.cpu.service.fold(unwatched) { service =>
    val allowed = Threads.HalfTheCores.number.toDouble / cpuHalf.machine.cpus
    Judgement.of(math.abs(service / cpuHalf.machine.cpus - allowed) <= noise && gain(dbHalf, dbDefault) > little)(
      s"${Threads.HalfTheCores.number} threads on ${cpuHalf.machine.cpus} cores: CPU Only used ${share(service, cpuHalf)} of them, and DB Only " +
        s"answered ${Numbers.rate(dbHalf.total.throughput)} instead of ${Numbers.rate(dbDefault.total.throughput)}"
    )
  }).merge

  private def gain(before: Result, after: Result): Double = after.total.throughput / before.total.throughput

  private def times(before: Result, after: Result): String = s"${Numbers.plain(gain(before, after))} times"

  private def share(cores: Double, run: Result): String = Numbers.percent(cores / run.machine.cpus)

  private def unwatched: Judgement = Judgement(Verdict.Invalid, "CPU time or connection pool were not watched")
}
