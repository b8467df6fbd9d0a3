package bottleneck.connectionpool

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._
import bottleneck.lab.explain.theory.SizingFormulas

/** The thread formula, from the measured share of its time that a request spends on a CPU, and its neighbours. */
object ThreadFormulaStudy {

  /** Doubling the threads gains at least this much below the knee, and at most that much above it. */
  private val below = 1.5
  private val above = 1.25

  val study: Study = Study(
    id = "thread-formula",
    title = "The thread formula",
    question = "How many threads does a service need whose requests wait for the database and then compute?",
    factor = "threads",
    claims = Vector(Claim("pools/thread-formula", Verdict.Reproduced, isTheKnee)),
    answer = evidence =>
      around(evidence).map { knee =>
        s"Take ${knee.formula} threads, cores ÷ the ${Numbers.percent(knee.share)} of its time that a request is on a CPU: " +
          s"${rate(knee.at)}, and twice as many ${rate(knee.double)}."
      },
    advice = evidence =>
      around(evidence).toVector.flatMap { knee =>
        Vector(
          s"Too few threads cost more than too many: ${knee.half.run.variant} answered ${rate(knee.half)}, ${knee.double.run.variant} ${rate(knee.double)}.",
          "Measure the share under little load: under much load a request also waits for a core, which the formula must not count. " +
            "And the pool must be as large as the threads that want a connection."
        )
      },
    simulations = Some("bottleneck.connectionpool.Threads*")
  )

  def trial(threads: Int): Trial =
    Trial(study, s"$threads threads", Some(Factor("threads", threads.toDouble)))

  /** The formula's number, and the measured sizes from the next one on, half and twice of that. */
  private final case class Knee(formula: Int, share: Double, half: Result, at: Result, double: Result)

  private def around(evidence: Evidence): Option[Knee] = {
    val sweep = Sweep.of(evidence)
    for {
      demand <- median(sweep.runs.flatMap(_.demand).map(demand => demand.serviceCpuMs / demand.responseMs))
      cpus <- sweep.runs.headOption.map(_.machine.cpus)
      formula = SizingFormulas.threads(cpus, math.min(1, demand))
      at <- sweep.runs.minByOption(run => math.abs(math.log(Sweep.size(run) / formula)))
      half <- sweep.at(Sweep.size(at) / 2)
      double <- sweep.at(Sweep.size(at) * 2)
    } yield Knee(formula, demand, half, at, double)
  }

  private def median(values: Vector[Double]): Option[Double] = values.sorted.lift(values.size / 2)

  private def isTheKnee(evidence: Evidence): Judgement = around(evidence) match {
    case Some(knee) =>
      val rising = knee.at.total.throughput / knee.half.total.throughput
      val flat = knee.double.total.throughput / knee.at.total.throughput
      Judgement.of(rising >= below && flat <= above)(
        s"a request is on a CPU for ${Numbers.percent(knee.share)} of its time, so the formula says ${knee.formula}; " +
          s"${sizes(knee)} threads answered ${rate(knee.half)}, ${rate(knee.at)}, ${rate(knee.double)}"
      )
    case None => Judgement(Verdict.Invalid, "there are no valid runs around what the formula says")
  }

  private def sizes(knee: Knee): String =
    Vector(knee.half, knee.at, knee.double).map(run => Numbers.count(Sweep.size(run))).mkString(", ")

  private def rate(run: Result): String = Numbers.rate(run.total.throughput)
}
