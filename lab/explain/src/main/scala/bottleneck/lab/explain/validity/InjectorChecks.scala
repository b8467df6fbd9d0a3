package bottleneck.lab.explain.validity

import bottleneck.lab.model.Text.text
import bottleneck.lab.explain.record.{Check, InjectorShare, SentShare}
import scala.concurrent.duration.FiniteDuration

/** Conditions of a load that several injectors sent together. */
private[validity] object InjectorChecks {

  /** Maximum difference between the injectors' starts, as a share of the window. */
  private val mostApart = 0.01

  /** Check that all injectors began together, by their own clocks. */
  def together(injectors: Vector[InjectorShare], window: FiniteDuration): Option[Check] = {
    val began = injectors.flatMap(_.sent).map(_.beganMs)
    Option.when(began.nonEmpty) {
      val (apart, most) = (began.max - began.min, mostApart * window.toMillis)
      Check(
        "injectors",
        apart <= most,
        text("the first requests of %d injectors were sent within %d ms, at most %.0f ms", injectors.size, apart, most),
        size = Some(apart.toDouble / window.toMillis)
      )
    }
  }

  /** Check of the generators' CPU use, summed by machine; half of the cores are kept for the target. */
  def generators(injectors: Vector[InjectorShare], most: Int => Double): Option[Check] = {
    val machines = injectors.filter(_.sent.nonEmpty).groupBy(_.host)
    val used = machines.toVector.flatMap { case (host, shares) =>
      val sent = shares.flatMap(_.sent)
      cores(sent).map(all => (host, all, most(sent.map(_.cpus).max)))
    }
    Option.when(machines.nonEmpty) {
      if (used.size < machines.size) Check.undecided("generator", "it could not be measured of every injector")
      else {
        val told =
          used.sortBy(_._1).map { case (host, all, limit) => text("%.2f cores of %s, at most %.2f", all, host, limit) }
        Check(
          "generator",
          used.forall { case (_, all, limit) => all <= limit },
          s"the generators used ${told.mkString("; ")}"
        )
      }
    }
  }

  private def cores(shares: Vector[SentShare]): Option[Double] = {
    val known = shares.flatMap(_.generatorCores)
    Option.when(known.size == shares.size)(known.sum)
  }
}
