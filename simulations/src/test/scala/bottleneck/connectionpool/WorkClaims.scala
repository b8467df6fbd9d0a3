package bottleneck.connectionpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.ServiceProperties

/** The claims of the source `pools` on threads and connections, each on the page of the work that it shows in. */
private[connectionpool] object WorkClaims {
  private val half = 0.5
  private val full = 0.9
  private val lot = 1.5
  private val little = 1.1
  private val noise = 0.1

  def of(work: Work): Vector[Statement] = work match {
    case Work.Database =>
      Vector(
        Statement("pools/idle-db", Verdict.Reproduced, idleDatabase),
        Statement("pools/connections-130", Verdict.Reproduced, manyConnections),
        Statement("pools/threads-8", Verdict.Reproduced, threadPerCore)
      )
    case Work.Cpu => Vector(Statement("pools/threads-4", Verdict.Reproduced, halfTheThreads))
    case Work.All => Vector.empty
  }

  /** The newest run that counts of a setting, of this work or of another. */
  private def run(evidence: Evidence, work: WorkStudy, threads: Threads, connections: Int): Either[Judgement, Result] =
    evidence.in(work.study).counted(WorkStudy.name(threads, connections))

  /** Judged of the cores that the generator leaves, as it has the same ones. */
  private def idleDatabase(evidence: Evidence): Judgement = (for {
    db <- run(evidence, WorkStudy.database, Threads.Default, WorkStudy.few)
    cpu <- run(evidence, WorkStudy.cpu, Threads.Default, WorkStudy.few)
  } yield (for {
    database <- db.server.cpu.database
    pool <- db.server.service.hikari
    service <- cpu.server.cpu.service
    generator <- cpu.server.cpu.generator
  } yield {
    val isIdle = database < half * db.machine.cpus && pool.activeMax >= WorkStudy.few && pool.pendingMax > 0
    Judgement.of(isIdle && service >= full * (cpu.machine.cpus - generator))(
      s"DB Only, whose reads wait ${waits(Work.Database)} each: the database used ${share(database, db)} of the cores while " +
        s"${Numbers.count(pool.activeMax)} of ${WorkStudy.few} connections were in use and ${Numbers.count(pool.pendingMax)} requests " +
        s"waited for one; CPU Only: the service used ${share(service, cpu)} and the generator ${share(generator, cpu)}"
    )
  }).getOrElse(unwatched)).merge

  private def manyConnections(evidence: Evidence): Judgement = (for {
    dbFew <- run(evidence, WorkStudy.database, Threads.Default, WorkStudy.few)
    dbMany <- run(evidence, WorkStudy.database, Threads.Default, WorkStudy.many)
    allFew <- run(evidence, WorkStudy.all, Threads.Default, WorkStudy.few)
    allMany <- run(evidence, WorkStudy.all, Threads.Default, WorkStudy.many)
  } yield dbMany.server.cpu.whole.machine.fold(unwatched) { machine =>
    val holds =
      gain(dbFew, dbMany) >= lot && gain(allFew, allMany) >= lot && machine >= full * dbMany.machine.cpus
    Judgement.of(holds)(
      s"DB Only, whose reads wait ${waits(Work.Database)} each, answered ${times(dbFew, dbMany)} as many as with ${WorkStudy.few} and ALL " +
        s"${times(allFew, allMany)}; with DB Only ${share(machine, dbMany)} of the cores, which service, database and generator share here, were in use"
    )
  }).merge

  /** Of no use: no more than with the default threads and connections. */
  private def threadPerCore(evidence: Evidence): Judgement = (for {
    db <- run(evidence, WorkStudy.database, Threads.PerCore, WorkStudy.many)
    dbDefault <- run(evidence, WorkStudy.database, Threads.Default, WorkStudy.few)
    all <- run(evidence, WorkStudy.all, Threads.PerCore, WorkStudy.many)
    allDefault <- run(evidence, WorkStudy.all, Threads.Default, WorkStudy.few)
  } yield db.server.service.hikari.fold(unwatched) { pool =>
    val isOfNoUse = gain(dbDefault, db) <= little && gain(allDefault, all) <= little
    Judgement.of(isOfNoUse && pool.activeMax <= threads(db))(
      s"with ${Numbers.count(threads(db))} threads at most ${Numbers.count(pool.activeMax)} of ${WorkStudy.many} connections were in use; DB Only answered " +
        s"${times(dbDefault, db)} as many as by default (200 threads, ${WorkStudy.few} connections) and ALL ${times(allDefault, all)}"
    )
  }).merge

  private def halfTheThreads(evidence: Evidence): Judgement = (for {
    cpuHalf <- run(evidence, WorkStudy.cpu, Threads.HalfTheCores, WorkStudy.few)
    dbHalf <- run(evidence, WorkStudy.database, Threads.HalfTheCores, WorkStudy.few)
    dbDefault <- run(evidence, WorkStudy.database, Threads.Default, WorkStudy.few)
  } yield cpuHalf.server.cpu.service.fold(unwatched) { service =>
    val allowed = threads(cpuHalf) / cpuHalf.machine.cpus
    Judgement.of(math.abs(service / cpuHalf.machine.cpus - allowed) <= noise && gain(dbHalf, dbDefault) > little)(
      s"Threads: ${Numbers.count(threads(cpuHalf))} on ${cpuHalf.machine.cpus} cores. With CPU Only the service used ${share(service, cpuHalf)} of them, and " +
        s"DB Only answered ${Numbers.rate(dbHalf.total.throughput)}, by default ${Numbers.rate(dbDefault.total.throughput)}"
    )
  }).merge

  private def threads(run: Result): Double = ServiceProperties.number(run, ServiceProperties.threads).getOrElse(0.0)

  private def gain(before: Result, after: Result): Double = after.total.throughput / before.total.throughput

  private def times(before: Result, after: Result): String = s"${Numbers.plain(gain(before, after))} times"

  private def share(cores: Double, run: Result): String = Numbers.percent(cores / run.machine.cpus)

  private def waits(work: Work): String = Numbers.millis(work.waits.toMillis.toDouble)

  private def unwatched: Judgement = Judgement(Verdict.Undecided, "CPU time or connection pool were not watched")
}
