package bottleneck.journal

import bottleneck.lab.model.{Numbers, Problem}
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.LittlesLaw
import bottleneck.lab.explain.verdict._
import scala.concurrent.duration._

/** Study: the pool as the limit with a distant database. */
object DistantDatabaseStudy {
  private[journal] val few = 5

  /** Connections: all but two of the database's 25. */
  private[journal] val many = 23

  /** Round-trip times between adjacent hosts and between sites. */
  private val apart = Vector(1.milli, 5.millis)

  /** Round-trip times, and zero for one host, which no source has. */
  private[journal] val roundTrips: Vector[FiniteDuration] = Duration.Zero +: apart

  /** Smallest throughput ratio, many to few connections, that is a gain. It is up to 4.6 if connections are the limit,
    * else 1.
    */
  private val leastGain = 1.5

  private val beyond = s"$few connections, more and more users"

  val study: Study = Study(
    id = "journal-distance",
    title = "Journal: a database at a distance",
    question = "From which round trip to the database on does the pool limit the pages of journals?",
    factor = "round trip and connections",
    Conclusions(
      answer,
      evidence => evidence.counted(name(few, roundTrips.last)).toOption.flatMap(sizing(evidence, _)).toVector
    ),
    order =
      (for { roundTrip <- roundTrips; connections <- Vector(few, many) } yield name(connections, roundTrip)) :+ beyond
  )

  def trial(connections: Int, roundTrip: FiniteDuration): Trial = Trial(study.id, name(connections, roundTrip))

  def crowd(connections: Int): Trial = {
    require(connections == few, s"the crowd has $few connections, not $connections")
    Trial(study.id, beyond, published = Some(PublishedSetting("tuning/index", "100 users/s")))
  }

  private def name(connections: Int, roundTrip: FiniteDuration): String =
    s"$connections connections, ${away(roundTrip)}"

  /** Throughput ratio, many to few connections, by round trip, shortest first. */
  private def gains(evidence: Evidence): Either[Judgement, Vector[(FiniteDuration, Double)]] =
    Problem.each(roundTrips)(roundTrip =>
      for {
        small <- evidence.counted(name(few, roundTrip))
        large <- evidence.counted(name(many, roundTrip))
      } yield roundTrip -> large.gainOver(small)
    )

  private def answer(evidence: Evidence): Option[String] = gains(evidence).toOption.map { gains =>
    val limited = gains.collectFirst { case (roundTrip, gain) if gain >= leastGain => roundTrip }
    val rates = roundTrips.map(roundTrip =>
      s"${away(roundTrip)} ${rate(evidence, few, roundTrip)} and ${rate(evidence, many, roundTrip)}"
    )
    val from = limited.fold("At none of these distances is the pool the limit") { roundTrip =>
      if (roundTrip == Duration.Zero) "The pool is the limit at every distance"
      else s"The pool is the limit from ${roundTrip.toMillis} ms on"
    }
    s"$from: $few and $many connections answered ${rates.mkString(", ")}."
  }

  private def away(roundTrip: FiniteDuration): String = s"${roundTrip.toMillis} ms away"

  private def rate(evidence: Evidence, connections: Int, roundTrip: FiniteDuration): String =
    evidence.counted(name(connections, roundTrip)).fold(_ => Numbers.none, run => run.rate)

  /** Pool size for the best throughput, by the holding time with a distant database. */
  private def sizing(evidence: Evidence, far: Result): Option[String] = for {
    held <- far.server.service.hikari.flatMap(_.usageMeanMs)
    near <- evidence.counted(name(many, Duration.Zero)).toOption
  } yield {
    val needed = LittlesLaw.population(near.total.throughput, (held * 1000).micros)
    s"Count the round trips before you size a pool: ${away(roundTrips.last)} a page held its connection for " +
      s"${Numbers.millis(held)}, so the ${near.rate} that the cores answer nearby would need ${Numbers.count(math.ceil(needed))} connections (Little's law)."
  }
}
