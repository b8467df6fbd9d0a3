package bottleneck.scaleup

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.connectionpool.Work

/** Larger servers for the application. */
private[bottleneck] object ApplicationTiers {
  val tiers: Tiers = new Tiers(
    part = "application",
    "What does a larger server for the application bring to each kind of work?",
    "pools/ec2",
    Vector(
      Statement("pools/ec2#cores", Verdict.Reproduced, followsTheCores)
    ),
    Vector("t3.large", "t3.xlarge", "t3.2xlarge"),
    "whose cores double from each to the next, as they do here"
  )

  /** More than the same again. */
  private val risen = 1 + Tiers.tolerance

  private def followsTheCores(evidence: Evidence): Judgement = (for {
    cpu <- Tiers.runs(evidence, Work.Cpu)
    all <- Tiers.runs(evidence, Work.All)
    shares <- proportions(cpu)
  } yield {
    val isProportional = shares.forall(share => math.abs(share - 1) <= Tiers.tolerance)
    val is = if (isProportional) "is" else "is not"
    Judgement.of(isProportional && Tiers.steps(all).forall(_ > risen))(
      s"from step to step CPU Only answered ${times(cpu)} as many and ALL ${times(all)}. Per core, without compilers, CPU Only reached " +
        s"${percent(shares.tail)} of the smallest size's: throughput $is proportional to the cores " +
        s"within ${Numbers.percent(Tiers.tolerance)}; a request took ${cpu.map(cpuMs).mkString(", ")} of the service's CPU time" +
        s"${cpu.flatMap(whole).mkString}"
    )
  }).merge

  /** Throughput per core of each size ÷ that of the smallest. */
  private def proportions(runs: Vector[Result]): Either[Judgement, Vector[Double]] = {
    val perCore = for { run <- runs; cores <- cores(run) } yield run.total.throughput / cores
    if (perCore.size == runs.size) Right(perCore.map(_ / perCore.head))
    else Left(Judgement(Verdict.Undecided, "what the generator used of the cores was not watched"))
  }

  /** That work has: the service's limit, or what generator and database leave of the machine, without what compilers
    * use of it.
    */
  private def cores(run: Result): Option[Double] = run.target.serviceCores
    .orElse(others(run).map(run.machine.cpus - _))
    .map(_ - compilers(run))

  private def compilers(run: Result): Double = run.server.service.jvm.flatMap(_.compilationCores).getOrElse(0.0)

  private def cpuMs(run: Result): String = run.server.cpu.service.fold(Numbers.none) { cores =>
    Numbers.millis((cores - compilers(run)) * 1000 / run.total.throughput)
  }

  private def others(run: Result): Option[Double] =
    run.server.cpu.generator.map(_ + run.server.cpu.database.getOrElse(0.0))

  private def whole(run: Result): Option[String] = for {
    used <- others(run)
    if run.target.serviceCores.isEmpty
    factor <- run.run.factor
  } yield s"; the size of ${Numbers.count(factor.value)} is no limit on ${run.machine.cpus} cores and is judged by what " +
    s"generator and database left of them, which used ${Numbers.cores(used)}"

  private def times(runs: Vector[Result]): String =
    Tiers.steps(runs).map(Numbers.fixed(_, 2)).mkString("", " and ", " times")

  private def percent(shares: Vector[Double]): String = shares.map(Numbers.percent).mkString(" and ")
}
