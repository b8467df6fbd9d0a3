package bottleneck.connectionpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.{CoreShare, ServiceProperties}

/** The statements of the source `pools` on threads and connections, each on the page of the work that it shows in. */
private[connectionpool] object WorkClaims {
  private val full = 0.9
  private val lot = 1.5

  /** As much as the machine of a sound run may change. */
  private val little = 1.1

  /** 8 of 10 connections, less a tenth. */
  private val least = 0.7
  private val noise = 0.1

  def of(work: Work): Vector[Statement] = work match {
    case Work.Database =>
      Vector(
        reproduced("pools/idle-db#application-busy")(counted(WorkStudy.cpu, default)(_).map(takesAll)),
        reproduced("pools/connections-130#throughput")(manyConnections),
        reproduced("pools/threads-8#no-use")(fallBack),
        reproduced("pools/threads-8#connections-used")(counted(WorkStudy.database, eightThreads)(_).map(usesNoMore))
      )
    case Work.Cpu =>
      Vector(
        reproduced("pools/threads-4#cpu-capped")(counted(WorkStudy.cpu, halfTheThreads)(_).map(isCapped)),
        reproduced("pools/threads-4#db-only")(fewerThreads),
        // by theory the same cores answer as many, but for switches between threads, which cost less than runs differ by
        Statement("pools/threads-8#cpu-only", Verdict.Undecided, perCore(_).merge)
      )
    case Work.All => Vector.empty
  }

  private def reproduced(id: String)(judge: Evidence => Either[Judgement, Judgement]): Statement =
    Statement(id, Verdict.Reproduced, judge(_).merge)

  private def default: String = WorkStudy.name(Threads.Default, WorkStudy.few)
  private def larger: String = WorkStudy.name(Threads.Default, WorkStudy.many)
  private def threadPerCore: String = WorkStudy.name(Threads.PerCore, WorkStudy.many)
  private def eightThreads: String = WorkStudy.name(Threads.Eight, WorkStudy.many)
  private def fourThreads: String = WorkStudy.name(Threads.Four, WorkStudy.few)
  private def halfTheThreads: String = WorkStudy.name(Threads.HalfTheCores, WorkStudy.few)

  /** The typical run of a variant of this work or of another. */
  private def counted(work: WorkStudy, variant: String)(evidence: Evidence): Either[Judgement, Result] =
    evidence.in(work.study).counted(variant)

  /** Judged of the cores that the generator leaves, as it has the same ones. */
  private def takesAll(cpu: Result): Judgement = (for {
    service <- cpu.server.cpu.service
    generator <- cpu.server.cpu.generator
  } yield CoreShare.judged(CoreShare.atLeast(service / (cpu.machine.cpus - generator), full))(
    s"the service used ${share(service, cpu)} of the cores and the generator ${share(generator, cpu)}"
  )).getOrElse(unwatched)

  private def manyConnections(evidence: Evidence): Either[Judgement, Judgement] =
    bothWorks(default, larger)(evidence)(_ >= lot).map { judgement =>
      val cores = for {
        run <- counted(WorkStudy.database, larger)(evidence).toOption; used <- run.server.cpu.database
      } yield s"; the database used ${share(used, run)} of the cores with DB Only"
      judgement.copy(evidence = judgement.evidence + cores.getOrElse(""))
    }

  /** Of no use: like the default threads and connections. */
  private def fallBack(evidence: Evidence): Either[Judgement, Judgement] =
    bothWorks(default, eightThreads)(evidence)(gain => least <= gain && gain <= little)

  /** What DB Only and ALL must both gain. */
  private def bothWorks(before: String, after: String)(evidence: Evidence)(
      holds: Double => Boolean
  ): Either[Judgement, Judgement] = for {
    db <- gain(WorkStudy.database, before, after)(evidence)
    all <- gain(WorkStudy.all, before, after)(evidence)
  } yield Judgement.of(holds(db) && holds(all))(
    s"DB Only answered ${Numbers.plain(db)} times and ALL ${Numbers.plain(all)} times as many requests with $after as with $before"
  )

  private def usesNoMore(db: Result): Judgement = db.server.service.hikari.fold(unwatched)(pool =>
    Judgement.of(pool.activeMax <= threads(db))(
      s"with ${Numbers.count(threads(db))} threads at most ${Numbers.count(pool.activeMax)} of ${WorkStudy.many} connections were in use"
    )
  )

  private def isCapped(cpu: Result): Judgement = cpu.server.cpu.service.fold(unwatched) { service =>
    val allowed = threads(cpu) / cpu.machine.cpus
    Judgement.of(math.abs(service / cpu.machine.cpus - allowed) <= noise)(
      s"on ${Numbers.count(threads(cpu))} threads the service used ${share(service, cpu)} of ${cpu.machine.cpus} cores"
    )
  }

  private def fewerThreads(evidence: Evidence): Either[Judgement, Judgement] =
    gain(WorkStudy.database, fourThreads, default)(evidence).map(times =>
      Judgement.of(times > little)(
        s"DB Only answered ${Numbers.plain(times)} times as many requests with $default as with $fourThreads"
      )
    )

  /** The source's settings of threads and connections, for work that needs no connection. */
  private def perCore(evidence: Evidence): Either[Judgement, Judgement] =
    gain(WorkStudy.cpu, default, threadPerCore)(evidence).map(times =>
      Judgement.of(times > 1)(
        s"CPU Only answered ${Numbers.plain(times)} times as many requests with $threadPerCore as with $default"
      )
    )

  /** How many times as many requests were answered. */
  private def gain(work: WorkStudy, before: String, after: String)(evidence: Evidence): Either[Judgement, Double] =
    for {
      one <- counted(work, before)(evidence); other <- counted(work, after)(evidence)
    } yield other.total.throughput / one.total.throughput

  private def threads(run: Result): Double = ServiceProperties.number(run, ServiceProperties.threads).getOrElse(0.0)

  private def share(cores: Double, run: Result): String = Numbers.percent(cores / run.machine.cpus)

  private def unwatched: Judgement = Judgement(Verdict.Undecided, "CPU time or connection pool were not watched")
}
