package bottleneck.threadpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.{Setup, Simulated}
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.Difference
import bottleneck.lab.explain.verdict._

/** Study: spare threads, created before they are needed. */
object MinSpareStudy {
  private[threadpool] val repeats = 3
  private val (few, many) = (10, 50)

  /** Largest ratio of mean response times that is a gain. */
  private val shorter = 0.95

  val study: Study = Study(
    id = "min-spare",
    title = "Tomcat: spare threads",
    question =
      "Do threads that exist before the requests arrive shorten the response times of 50 requests that compute?",
    factor = "spare threads",
    Conclusions(
      Vector(Statement("tomcat/min-spare", Verdict.Refuted, shorten)),
      evidence =>
        evidence.judged(name(few), name(many))((f, m) =>
          s"${if (shorten(evidence).verdict == Verdict.Reproduced) "Yes" else "No"}: 50 requests took ${CpuBound.mean(f)} on average with $few spare threads and ${CpuBound.mean(m)} with $many; ${CpuBound.text(evidence, m)}."
        ),
      _ =>
        Vector(
          "Leave min-spare at its default of 10: a thread is made once, and then kept. What 50 requests that compute wait for is a core."
        )
    )
  )

  def trial(spare: Int): Trial = Trial(
    study.id,
    name(spare),
    Some(Factor("spare threads", spare.toDouble)),
    Some(PublishedSetting("tomcat/min-spare", name(spare)))
  )

  private def name(spare: Int): String = s"$spare spare threads"

  private def shorten(evidence: Evidence): Judgement = CpuBound.judged(evidence)(Some(compared(evidence)))

  private def compared(evidence: Evidence): Judgement =
    Difference.ratio(means(evidence, few), means(evidence, many)) match {
      case None => evidence.lacking(s"each of $few and $many spare threads needs 2 runs that count")
      case Some(ratio) if ratio.low <= shorter && shorter <= ratio.high =>
        Judgement.undecided(s"the runs are too few for a verdict: ${ratio.text} times")
      case Some(ratio) =>
        Judgement.of(ratio.high < shorter)(
          s"the mean response time with $many spare threads was ${ratio.text} of that with $few, each in units of what a request costs in its JVM, in ${evidence.variant(name(many)).fold(0)(_.counted.size)} runs; " +
            s"${evidence.counted(name(many)).fold(_.evidence, CpuBound.text(evidence, _))}; published ${published(evidence).getOrElse(Numbers.none)}"
        )
    }

  private def means(evidence: Evidence, spare: Int): Vector[Double] =
    evidence.variant(name(spare)).toVector.flatMap(_.counted).flatMap(run => CpuBound.meanWork(run))

  private def published(evidence: Evidence): Option[String] = for {
    before <- publishedMean(evidence, few)
    after <- publishedMean(evidence, many)
  } yield s"${Numbers.plain(after / before)} (${Numbers.millis(after)} of ${Numbers.millis(before)}, all answered by the proxy's 504)"

  private def publishedMean(evidence: Evidence, spare: Int): Option[Double] =
    evidence.variant(name(spare)).flatMap(_.shown.expected.published).flatMap(_.times.meanMs)
}

/** 50 simultaneous requests on at most 50 threads, of which some are there beforehand (tomcat/min-spare). */
object MinSpare {
  def of(spare: Int): Setup = ComputingBurst.of(
    MinSpareStudy.trial(spare),
    TomcatSetting(threads, spare, acceptCount = 100).computing(Computing.quick),
    users = threads,
    repeats = MinSpareStudy.repeats
  )

  private[threadpool] val threads = 50
}

final class MinSpare10 extends Simulated(MinSpare.of(10))
final class MinSpare30 extends Simulated(MinSpare.of(30))
final class MinSpare50 extends Simulated(MinSpare.of(50))
