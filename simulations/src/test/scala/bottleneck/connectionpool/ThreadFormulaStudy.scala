package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.SizingFormulas
import bottleneck.lab.explain.verdict._

/** The thread formula, from the measured share of its time that a request spends on a CPU, and its neighbours. */
object ThreadFormulaStudy {

  /** Relative tolerance around the formula's number. */
  private val near = 0.2

  /** Throughput ratio that separates both sides of the knee: the geometric mean of two bounds. By theory doubling the
    * threads up to within a fifth of the knee gains at least 1 ÷ (1.2 ÷ 2) = 1.67, and the next doubling at most 1 ÷
    * 0.8 = 1.25.
    */
  private val gain = 1.44

  val study: Study = Study(
    id = "thread-formula",
    title = "The thread formula",
    question = "How many threads does a service need whose requests wait for the database and then compute?",
    factor = "threads",
    Conclusions(
      evidence =>
        for {
          knee <- around(evidence)
          rising <- evidence.agreedByTurns(name(knee.at), name(knee.half))
          flat <- evidence.agreedByTurns(name(knee.double), name(knee.at))
        } yield {
          val rule =
            s"cores ÷ the ${Numbers.percent(knee.share)} of its time that a request is on a CPU says ${knee.formula}"
          if (knee.isNear && rising.low > gain && flat.high < gain)
            s"Begin with as many threads as the formula says, $rule: ${measured(knee)}."
          else s"Measure instead of taking the formula's number, $rule, but: ${measured(knee)}."
        },
      evidence =>
        Vector(
          for {
            knee <- around(evidence)
            rising <- evidence.agreedByTurns(name(knee.at), name(knee.half))
            flat <- evidence.agreedByTurns(name(knee.double), name(knee.at))
            if rising.low > flat.high
          } yield s"Rather too many than too few: by turns half of ${threads(knee.at)} threads cost ${Numbers.percent(1 - 1 / rising.ratio)} of the throughput, " +
            s"and twice as many changed it by ${Numbers.percent(flat.ratio - 1)}.",
          Some(
            "Measure the share under little load: under much load a request also waits for a core, which the formula must not count. " +
              "And the pool must be as large as the threads that want a connection."
          )
        ).flatten
    )
  )

  def trial(threads: Int): Trial =
    Trial(study.id, s"$threads threads", Some(Factor("threads", threads.toDouble)))

  /** The formula's number, and the runs at the measured size nearest to it, at half and at twice that size.
    *
    * @param share
    *   CPU time ÷ time of a request, 0 to 1, over all processes on these cores
    * @param alone
    *   the formula's number by the service's CPU time only
    */
  private final case class Knee(formula: Int, alone: Int, share: Double, half: Result, at: Result, double: Result) {
    def isNear: Boolean = math.abs(Sweep.size(at) / formula - 1) <= near
  }

  private def name(run: Result): String = run.run.variant

  private def around(evidence: Evidence): Option[Knee] = {
    val sweep = Sweep.of(evidence)
    for {
      own <- median(sweep.runs.flatMap(_.expected.demand).map(cost => cost.serviceCpuMs / (waitMs + cost.responseMs)))
      share <- median(sweep.runs.flatMap(_.expected.demand).map(cost => cost.cpuMs / (waitMs + cost.responseMs)))
      if own > 0
      cpus <- sweep.runs.headOption.map(_.machine.cpus)
      formula = SizingFormulas.threads(cpus, math.min(1, share))
      (half, at, double) <- triples(sweep).minByOption { case (_, at, _) =>
        math.abs(math.log(Sweep.size(at) / formula))
      }
    } yield Knee(formula, SizingFormulas.threads(cpus, math.min(1, own)), share, half, at, double)
  }

  /** Each size of which half and twice were measured too. */
  private def triples(sweep: Sweep): Vector[(Result, Result, Result)] = for {
    at <- sweep.runs
    half <- sweep.at(Sweep.size(at) / 2)
    double <- sweep.at(Sweep.size(at) * 2)
  } yield (half, at, double)

  /** Wait in ms, from the settings: the request measured after the warm-up does not wait. */
  private def waitMs: Double = Work.All.waits.toMillis.toDouble

  private def median(values: Vector[Double]): Option[Double] = values.sorted.lift(values.size / 2)

  private def measured(knee: Knee): String = Vector(knee.half, knee.at, knee.double)
    .map(run => s"${threads(run)} threads answered ${run.rate}")
    .mkString(", ")

  private def threads(run: Result): String = Numbers.count(Sweep.size(run))
}
