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
          "%d injectors sent their first requests within %d ms, and their clocks are known within %.1f ms; at most %.0f each",
          injectors.size,
          apart,
          error,
          most
        ),
        size = Some((apart + error) / window.toMillis)
      )
    }
  }

  /** Those of one machine share its cores, half of which are the target's where it is there too. */
  def generators(injectors: Vector[InjectorShare], most: Int => Double): Option[Check] = {
    val sent = injectors.flatMap(share => share.sent.map(share.host -> _))
    val hosts = sent.groupMap(_._1)(_._2).toVector.sortBy(_._1)
    val used = hosts.flatMap { case (host, shares) => cores(shares).map(all => (host, all, most(shares.head.cpus))) }
    Option.when(hosts.nonEmpty) {
      if (used.size < hosts.size) Check.undecided("generator", "it could not be measured of every injector")
      else {
        val told = used.map { case (host, all, limit) => text("%.2f cores of %s, at most %.2f", all, host, limit) }
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
