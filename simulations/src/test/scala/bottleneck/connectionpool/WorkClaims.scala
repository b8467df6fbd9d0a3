package bottleneck.connectionpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.{CoreShare, ServiceProperties}

/** The statements of the source `pools` on threads and connections, each on the page of the work that it shows in. */
private[connectionpool] object WorkClaims {
  private val full = 0.9

  /** As much as the machine of a sound run may change. */
  private val little = 1.1

  private val noise = 0.1

  def of(work: Work): Vector[Statement] = work match {
    case Work.Database =>
      Vector(
        reproduced("pools/idle-db#application-busy")(counted(WorkStudy.cpu, default)(_).map(takesAll)),
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

  /** Of no use: nearer, in factors, to the default threads and connections than to what more connections bring. */
  private def fallBack(evidence: Evidence): Either[Judgement, Judgement] = for {
    db <- fallBack(WorkStudy.database, evidence)
    all <- fallBack(WorkStudy.all, evidence)
  } yield {
    val both = Vector(db.verdict, all.verdict)
    val verdict =
      both.find(_ == Verdict.Undecided).orElse(both.find(_ == Verdict.Refuted)).getOrElse(Verdict.Reproduced)
    Judgement(verdict, s"DB Only: ${db.evidence}; ALL: ${all.evidence}")
  }

  private def fallBack(work: WorkStudy, evidence: Evidence): Either[Judgement, Judgement] = for {
    eight <- gain(work, default, eightThreads)(evidence)
    raised <- gain(work, default, larger)(evidence)
  } yield {
    val told =
      s"${Numbers.plain(eight)} times as many requests with $eightThreads as with $default, and ${Numbers.plain(raised)} times with $larger"
    if (raised <= little) Judgement(Verdict.Undecided, s"$told: there is nothing to fall back from")
    else Judgement.of(math.abs(math.log(eight)) < math.log(raised) / 2)(told)
  }

  private def usesNoMore(db: Result): Judgement = db.server.service.hikari.fold(unwatched) { pool =>
    val told =
      s"with ${Numbers.count(threads(db))} threads at most ${Numbers.count(pool.activeMax)} of ${WorkStudy.many} connections were in use"
    if (pool.activeMax < threads(db)) Judgement(Verdict.Undecided, s"$told: not every thread was busy")
    else Judgement.of(pool.activeMax == threads(db))(told)
  }

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
