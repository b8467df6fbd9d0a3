package bottleneck.latency

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record.Trial
import bottleneck.lab.explain.statistics.{Difference, PooledSpread}
import bottleneck.lab.explain.verdict._
import scala.util.Random

/** What the lab finds where nothing differs, and where a tenth does. */
object NoiseStudy {
  private val (same, again, more) = (200, 200, 220)
  private val difference = more.toDouble / same - 1
  private val pairs = 1000

  /** Fewest runs of the same variant to draw from: with fewer, the same run would often be drawn on both sides. */
  private val enough = 10

  val study: Study = Study(
    id = "noise",
    title = "The lab itself: the same variant twice",
    question =
      "Which difference between two variants can the lab show, and how often does it show one that is not there?",
    factor = "threads",
    Conclusions(
      Vector.empty,
      evidence => answer(evidence),
      evidence => drawn(evidence).toVector,
      alike = Vector(sameName, againName)
    ),
    order = Vector(sameName, againName, moreName)
  )

  /** Two variants that are the same, and one with a tenth more threads. */
  def variants: Vector[(Trial, Int)] =
    Vector(Trial(study.id, sameName) -> same, Trial(study.id, againName) -> again, Trial(study.id, moreName) -> more)

  private def sameName: String = s"$same threads"
  private def againName: String = s"$again threads again"
  private def moreName: String = s"$more threads"

  private def answer(evidence: Evidence): Option[String] = for {
    one <- rates(evidence, sameName)
    other <- rates(evidence, againName)
    spread <- spread(evidence)
    ratio = Difference.ratio(one, other, spread)
  } yield s"${other.size} runs answered ${Numbers.fixed(ratio.value, 3)} times (${Numbers.fixed(ratio.low, 3)} to ${Numbers.fixed(ratio.high, 3)}) as many requests as ${one.size} of the same variant" +
    s"${if (ratio.isDetectable) ": a difference that is not there" else ", which is no detectable difference"}. " +
    s"With one run of each, a difference of ${Numbers.percent(Difference.smallest(1, spread))} or more is found in four of five comparisons, with five runs of each one of ${Numbers.percent(Difference.smallest(5, spread))}."

  /** Pairs of runs, drawn with replacement: as many of each as the spread asks for. */
  private def drawn(evidence: Evidence): Option[String] = for {
    alike <- Some(Vector(sameName, againName).flatMap(rates(evidence, _)).flatten).filter(_.size >= enough)
    spread <- spread(evidence)
    repeats <- (1 to 20).find(Difference.smallest(_, spread) <= difference)
  } yield {
    val random = new Random(1)
    def found(other: Vector[Double]): String = {
      def some(of: Vector[Double]): Vector[Double] = Vector.fill(repeats)(of(random.nextInt(of.size)))
      val shown = Vector.fill(pairs)(Difference.ratio(some(alike), some(other), spread)).count(_.isDetectable)
      Numbers.percent(shown.toDouble / pairs)
    }
    val found220 = rates(evidence, moreName).filter(_.size > 1).map(found)
    s"Of ${Numbers.count(pairs.toDouble)} comparisons of ${Numbers.counted(repeats, "run")} with as many, drawn from ${alike.size} runs of the same variant, ${found(alike)} called them different" +
      found220.fold(".")(share => s"; $share did so with $more instead of $same threads.")
  }

  private def rates(evidence: Evidence, name: String): Option[Vector[Double]] =
    evidence.variant(name).map(_.counted.map(_.total.throughput)).filter(_.nonEmpty)

  private def spread(evidence: Evidence): Option[PooledSpread] =
    evidence.variant(sameName).filter(_.counted.nonEmpty).map(evidence.spread)
}
