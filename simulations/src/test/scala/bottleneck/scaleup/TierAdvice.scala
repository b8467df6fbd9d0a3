package bottleneck.scaleup

import bottleneck.lab.model.Numbers
import bottleneck.connectionpool.Work
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import java.math.MathContext

/** Advice: larger servers. */
private[scaleup] object TierAdvice {

  def answer(part: String)(evidence: Evidence): Option[String] = {
    val works = measured(evidence)
    Option.when(works.size == Work.kinds.size) {
      val gains = works.map { case (work, runs) => s"${work.title} ${times(runs.last.gainOver(runs.head))}" }
      val price =
        TierPrice.times(works.head._2.head, works.head._2.last).fold("")(more => s" at ${times(more)} the price")
      s"From ${Cores.all.head.name} to ${Cores.all.last.name} for the $part$price throughput rose: ${gains.mkString(", ")}."
    }
  }

  def sentences(differ: String)(evidence: Evidence): Vector[String] = {
    val works = measured(evidence)
    if (works.isEmpty) Vector.empty
    else
      works.flatMap((worth _).tupled) ++ works.flatMap((price _).tupled) ++ standsFor(works.head._2, differ) :+ warm
  }

  private def measured(evidence: Evidence): Vector[(Work, Vector[Result])] =
    Work.kinds.flatMap(work => Tiers.runs(evidence, work).toOption.map(work -> _))

  private def worth(work: Work, runs: Vector[Result]): Option[String] = {
    val gain = runs.last.gainOver(runs.head)
    TierPrice.times(runs.head, runs.last).map { more =>
      if (gain >= more * (1 - Tiers.tolerance))
        s"${work.title} gets what a larger server costs: ${times(gain)} for ${times(more)} the price."
      else
        s"${work.title} gets less than a larger server costs, ${times(gain)} for ${times(more)} the price: ${remedy(runs.last)}."
    }
  }

  /** Remedy by the limit of the largest size. */
  private def remedy(run: Result): String = run.expected.prediction.map(_.by) match {
    case Some("connections") => "by prediction the pool limits it there, and a larger pool costs nothing"
    case Some(limit) => s"by prediction ${limit.replace("cores", "the cores")} limit it there"
    case None => "look for what limits it first"
  }

  private def price(work: Work, runs: Vector[Result]): Option[String] = {
    val each = for {
      run <- runs; usd <- TierPrice.perThousand(run); tier <- run.expected.published
    } yield s"${TierPrice.text(usd)} on ${tier.setting.variant}"
    Option.when(each.size == runs.size)(
      s"At the published prices of the tiers that these sizes stand for, a thousand requests of ${work.title} would cost, in USD, what these sizes answered: ${each.mkString(", ")}."
    )
  }

  private def standsFor(runs: Vector[Result], differ: String): Option[String] = {
    val tiers = runs.flatMap(_.expected.published.map(_.setting.variant))
    Option.when(tiers.size == runs.size)(
      s"Sizes of ${runs.flatMap(_.run.factor).map(factor => Numbers.count(factor.value)).mkString(", ")} cores stand for neighbouring published tiers, " +
        s"${tiers.mkString(", ")}, $differ."
    )
  }

  private def warm: String =
    "A limit is put on at the end of the warm-up: a server that has run for an hour is warm whatever its size. " +
      s"To compute takes ${Numbers.millis(Tier.computing)} here, so that the generator's part of the cores is small."

  private def times(factor: Double): String = s"${Numbers.fixed(factor, 2)} times"
}

/** Price of a size, by the published price of its tier. */
private[scaleup] object TierPrice {
  private val secondsPerHour = 3600.0
  private val digits = new MathContext(2)

  /** USD per 1000 requests: price per hour ÷ 3600 ÷ throughput × 1000. */
  def perThousand(run: Result): Option[Double] =
    perHour(run).filter(_ => run.total.throughput > 0).map(_ / secondsPerHour / run.total.throughput * 1000)

  def perHour(run: Result): Option[Double] = run.expected.published.flatMap(_.price)

  /** The larger one's price ÷ the smaller one's. */
  def times(small: Result, large: Result): Option[Double] =
    for { one <- perHour(small); other <- perHour(large) } yield other / one

  /** Two significant digits: prices of 1000 requests are small. */
  def text(usd: Double): String = BigDecimal(usd, digits).bigDecimal.toPlainString
}
