package bottleneck.lab.explain.validity

import bottleneck.lab.explain.record.{Check, InjectorShare, SentShare}
import java.util.Locale
import scala.concurrent.duration.FiniteDuration

/** Conditions of a load that several injectors sent together. */
private[validity] object InjectorChecks {

  /** A hundredth of what is judged: so much later the load of one may begin, or its clock may be off. */
  private val mostApart = 0.01

  /** That all began together, and know the time well enough for their logs to be one. */
  def together(injectors: Vector[InjectorShare], window: FiniteDuration): Option[Check] = {
    val began = injectors.flatMap(_.sent).map(_.beganMs)
    Option.when(began.nonEmpty) {
      val (apart, error, most) =
        (began.max - began.min, injectors.map(_.clock.errorMs).max, mostApart * window.toMillis)
      Check(
        "injectors",
        math.max(apart.toDouble, error) <= most,
        text(
          "the first requests of %d injectors were sent within %d ms, and their clocks are known to %.1f ms; at most %.0f ms each",
          injectors.size,
          apart,
          error,
          most
        ),
        size = Some(math.max(apart.toDouble, error) / window.toMillis)
      )
    }
  }

  /** Those that share a machine's cores, by its kernel, are judged together; half of the cores are kept for the target.
    */
  def generators(injectors: Vector[InjectorShare], most: Int => Double): Option[Check] = {
    val machines = injectors.filter(_.sent.nonEmpty).groupBy(share => share.kernel.getOrElse(share.host)).values
    val used = machines.toVector.flatMap { shares =>
      val sent = shares.flatMap(_.sent)
      cores(sent).map(all => (shares.map(_.host).distinct.mkString(" and "), all, most(sent.map(_.cpus).max)))
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

  private def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)
}
