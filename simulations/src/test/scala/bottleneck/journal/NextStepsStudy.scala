package bottleneck.journal

import bottleneck.lab.model.{ErrorKind, Numbers}
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: four cures for slow responses, each alone under the same overload. */
object NextStepsStudy {

  /** Bound of slow responses, in ms: longer waits interrupt a user's flow of thought (Nielsen, Usability Engineering,
    * 1993, §5.5). A cure brings p99 below it. A request refused at once is not slow, one that timed out is.
    */
  private val slowMs = 1000
  private val mostSlow = 0.01

  val study: Study = Study(
    id = "next-steps",
    title = "What cures slow responses?",
    question = "Which cures responses that are slow under an overload: failing fast, more servers, an index, a cache?",
    factor = "cure",
    Conclusions(
      evidence =>
        outcomes(evidence).toOption.filter { case (before, _) => isSlow(before) }.map { case (before, after) =>
          val (cures, others) = after.partition { case (_, run) => !isSlow(run) }
          s"Of requests that came at ${rate(before)} ${listed(cures)} cured ${if (cures.size == 1) "them"
            else "them each"}${if (others.isEmpty) "" else s", ${listed(others)} did not"}: " +
            s"p99 was ${before.latency(_.p99)} before, and then ${after.map { case (step, run) => s"${run.latency(_.p99)} (${step.name})" }.mkString(", ")}."
        },
      evidence =>
        outcomes(evidence).toOption.toVector.flatMap { case (before, after) =>
          after.filterNot { case (_, run) => isSlow(run) }.map { case (step, run) =>
            s"${step.name.capitalize}: ${told(run)}, where ${told(before)} before."
          }
        }
    ),
    order = NextStep.all.map(_.name)
  )

  private[journal] def trial(step: NextStep): Trial = Trial(study.id, step.name)

  private type Cured = Vector[(NextStep, Result)]

  /** The run before, and that of every cure. */
  private def outcomes(evidence: Evidence): Either[Judgement, (Result, Cured)] = for {
    before <- evidence.counted(NextStep.None.name)
    after <- NextStep.cures.foldLeft[Either[Judgement, Cured]](Right(Vector.empty)) { (sofar, step) =>
      for { done <- sofar; run <- evidence.counted(step.name) } yield done :+ (step -> run)
    }
  } yield (before, after)

  /** True if slow; also if no request was answered. */
  private def isSlow(run: Result): Boolean =
    run.total.latencyMs.forall(_.p99 >= slowMs) || refusesSlowly(run) ||
      givenUp(run) > mostSlow * (run.total.ok + givenUp(run))

  /** True if the median failure is a slow refusal. */
  private def refusesSlowly(run: Result): Boolean =
    refused(run) > givenUp(run) && run.total.failedLatencyMs.exists(_.p50 >= slowMs)

  private def refused(run: Result): Long = ErrorKind.times(run.total.errors, ErrorKind.bulkheadFull)

  private def givenUp(run: Result): Long = run.total.ko - refused(run)

  private def told(run: Result): String = {
    val seconds = (run.treatment.window.toMs - run.treatment.window.fromMs) / 1000.0
    Vector(
      Some(s"${run.rate} answered"),
      Option.when(refused(run) > 0)(s"${Numbers.rate(refused(run) / seconds)} refused"),
      Option.when(givenUp(run) > 0)(s"${Numbers.rate(givenUp(run) / seconds)} given up"),
      run.total.latencyMs.map(times => s"p50 ${Numbers.millis(times.p50)}"),
      Some(s"p99 ${run.latency(_.p99)}")
    ).flatten.mkString(", ")
  }

  private def listed(steps: Cured): String =
    if (steps.isEmpty) "nothing" else steps.map(_._1.phrase).mkString(" and ")

  private def rate(run: Result): String = run.load.perSecond.fold(Numbers.none)(Numbers.rate)
}
