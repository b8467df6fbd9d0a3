package bottleneck.scaleup

import bottleneck.lab.model.Numbers
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

  /** Quotas that every machine has beside generator and database. */
  private val limited = Vector(Cores.Half, Cores.One)

  /** Smallest throughput ratio that is a rise. */
  private val risen = 1 + Tiers.tolerance

  private def followsTheCores(evidence: Evidence): Judgement = (for {
    cpu <- Tiers.runs(evidence, Work.Cpu, limited)
    all <- Tiers.runs(evidence, Work.All, limited)
    gain <- perCore(cpu)
  } yield {
    val isProportional = math.abs(gain - 1) <= Tiers.tolerance
    val is = if (isProportional) "is" else "is not"
    Judgement.of(isProportional && Tiers.steps(all).forall(_ > risen))(
      s"on 1 core instead of half a core CPU Only answered ${times(cpu)} as many and ALL ${times(all)}. Per core, without compilers, CPU Only reached " +
        s"${Numbers.percent(gain)} of half a core's: throughput $is proportional to the cores " +
        s"within ${Numbers.percent(Tiers.tolerance)}; a request took ${cpu.map(cpuMs).mkString(" and ")} of the service's CPU time"
    )
  }).merge

  /** Throughput per core of the larger size ÷ that of the smaller one. */
  private def perCore(runs: Vector[Result]): Either[Judgement, Double] =
    runs.flatMap(run => run.target.serviceCores.map(cores => run.total.throughput / (cores - compilers(run)))) match {
      case Vector(half, one) => Right(one / half)
      case _ => Left(Judgement.undecided("the service's cores were not limited"))
    }

  private def compilers(run: Result): Double = run.server.service.jvm.flatMap(_.compilationCores).getOrElse(0.0)

  private def cpuMs(run: Result): String = run.server.cpu.service.fold(Numbers.none) { cores =>
    Numbers.millis((cores - compilers(run)) * 1000 / run.total.throughput)
  }

  private def times(runs: Vector[Result]): String =
    Tiers.steps(runs).map(Numbers.fixed(_, 2)).mkString("", " and ", " times")
}
