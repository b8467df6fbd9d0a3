package bottleneck.connectionpool

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._
import bottleneck.lab.explain.theory.SizingFormulas

/** The thread formula, from the measured share of its time that a request spends on a CPU, and its neighbours. */
object ThreadFormulaStudy {

  /** The part of the best throughput that the formula's threads reach where it holds, and half of them do not: the same
    * as Hikari's formula is judged by.
    */
  private val nearly = PoolFormulaStudy.nearly

  val study: Study = Study(
    id = "thread-formula",
    title = "The thread formula",
    question = "How many threads does a service need whose requests wait for the database and then compute?",
    factor = "threads",
    claims = Vector(Claim("pools/thread-formula", Verdict.Reproduced, around(_).map(isTheKnee).getOrElse(missing))),
    answer = around(_).map { knee =>
      val rule =
        s"cores ÷ the ${Numbers.percent(knee.share)} of its time that a request is on a CPU says ${knee.formula}"
      if (knee.holds) s"Begin with as many threads as the formula says, $rule: ${measured(knee)}."
      else s"Measure instead of taking the formula's number, $rule, but: ${measured(knee)}."
    },
    advice = evidence =>
      Vector(
        around(evidence).filter(knee => knee.rising > knee.flat).map { knee =>
          s"Rather too many than too few: half of ${threads(knee.at)} threads cost ${Numbers.percent(1 - 1 / knee.rising)} of the throughput, " +
            s"twice as many changed it by ${Numbers.percent(knee.flat - 1)}."
        },
        Some(
          "Measure the share under little load: under much load a request also waits for a core, which the formula must not count. " +
            "And the pool must be as large as the threads that want a connection."
        )
      ).flatten,
    simulations = Some("bottleneck.connectionpool.ThreadsPerCore*")
  )

  def trial(threads: Int): Trial =
    Trial(study, s"$threads threads", Some(Factor("threads", threads.toDouble)))

  /** The formula's number, the measured size that is nearest to it, half and twice of that, and the best. */
  private final case class Knee(formula: Int, share: Double, half: Result, at: Result, double: Result, best: Result) {
    def rising: Double = at.total.throughput / half.total.throughput
    def flat: Double = double.total.throughput / at.total.throughput
    def holds: Boolean = reached(at) >= nearly && reached(half) < nearly
    def reached(run: Result): Double = run.total.throughput / best.total.throughput
  }

  private def around(evidence: Evidence): Option[Knee] = {
    val sweep = Sweep.of(evidence)
    for {
      share <- median(sweep.runs.flatMap(_.demand).map(cost => cost.serviceCpuMs / (waitMs + cost.responseMs)))
      if share > 0
      cpus <- sweep.runs.headOption.map(_.machine.cpus)
      formula = SizingFormulas.threads(cpus, math.min(1, share))
      at <- sweep.runs.minByOption(run => math.abs(math.log(Sweep.size(run) / formula)))
      half <- sweep.at(Sweep.size(at) / 2)
      double <- sweep.at(Sweep.size(at) * 2)
      best <- sweep.best
    } yield Knee(formula, share, half, at, double, best)
  }

  /** What is measured at the end of the warm-up does not wait. */
  private def waitMs: Double = Work.All.waits.toMillis.toDouble

  private def median(values: Vector[Double]): Option[Double] = values.sorted.lift(values.size / 2)

  private def isTheKnee(knee: Knee): Judgement = Judgement.of(knee.holds)(
    s"a request is on a CPU for ${Numbers.percent(knee.share)} of its time, so the formula says ${knee.formula}; ${measured(knee)}"
  )

  private def missing: Judgement = Judgement(Verdict.Invalid, "there are no valid runs around what the formula says")

  private def measured(knee: Knee): String = Vector(knee.half, knee.at, knee.double)
    .map(run =>
      s"${threads(run)} threads answered ${Numbers.rate(run.total.throughput)}, ${Numbers.percent(knee.reached(run))} of the best"
    )
    .mkString("; ")

  private def threads(run: Result): String = Numbers.count(Sweep.size(run))
}
