package bottleneck.latency

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record.{Factor, Trial}
import bottleneck.lab.explain.statistics.{Estimate, ScalabilityLaw}
import bottleneck.lab.explain.verdict._

/** What 1 to 30 instances say about a hundred. */
object ScalabilityStudy {
  private val far = 100

  val study: Study = Study(
    id = "scalability",
    title = "Scalability: 1 to 30 instances",
    question = "What does one instance more bring, and what would a hundred answer?",
    factor = "instances of 40 threads",
    Conclusions(
      Vector.empty,
      evidence =>
        law(evidence).map(fit =>
          s"By the Universal Scalability Law an instance answers ${estimate(fit.lambda)(Numbers.rate)}, contention σ is ${estimate(fit.sigma)(Numbers.plain)} and coherency κ ${estimate(fit.kappa)(Numbers.plain)}: a hundred would answer ${estimate(fit.at(far.toDouble))(Numbers.rate)} on this machine (95 % intervals)."
        ),
      evidence =>
        Vector(
          law(evidence)
            .flatMap(_.peak)
            .map(peak => s"More than ${estimate(peak)(Numbers.count)} instances would answer less on this machine."),
          law(evidence).map(_ =>
            s"Mind that ${Numbers.count(far.toDouble)} instances lie beyond what was measured: believe the interval, not the number."
          )
        ).flatten,
      law = law
    )
  )

  def trial(instances: Int): Trial =
    Trial(
      study.id,
      if (instances == 1) "1 instance" else s"$instances instances",
      Some(Factor("instances", instances.toDouble))
    )

  /** Of the newest runs that count; nothing where they are too few. */
  private def law(evidence: Evidence): Option[ScalabilityLaw] = ScalabilityLaw
    .fit(for {
      run <- evidence.typical; factor <- run.run.factor
    } yield ScalabilityLaw.Point(factor.value, run.total.throughput))
    .toOption

  private def estimate(value: Estimate)(text: Double => String): String =
    s"${text(value.value)} (${text(value.low)} to ${if (value.high.isInfinite) "∞" else text(value.high)})"
}
