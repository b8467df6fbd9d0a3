package bottleneck.journal

import bottleneck.lab.model.{ErrorKind, Numbers, Problem}
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.LittlesLaw
import bottleneck.lab.explain.verdict._
import bottleneck.ServiceProperties
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

  /** Failure rate in the window that counts as many failures. */
  private val mass = 0.1

  private val beyond = s"$few connections, more and more users"

  val study: Study = Study(
    id = "journal-distance",
    title = "Journal: a database at a distance",
    question = "From which round trip to the database on does the pool limit the pages of journals?",
    factor = "round trip and connections",
    Conclusions(
      Vector(
        Statement("tuning/index#pool-is-the-limit", Verdict.Reproduced, poolIsTheLimit),
        Statement("tuning/index#mass-failures", Verdict.Reproduced, _.counted(beyond).map(failEnMasse).merge)
      ),
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

  /** Judgement: more connections alone raise throughput at each distance. */
  private def poolIsTheLimit(evidence: Evidence): Judgement = gains(evidence).map { gains =>
    val limits =
      gains.filter { case (roundTrip, _) => apart.contains(roundTrip) }.map { case (_, gain) => gain >= leastGain }
    val seen = gains.map { case (roundTrip, gain) => s"${away(roundTrip)} ${Numbers.plain(gain)} times" }
    val told = s"$many connections instead of $few answered ${seen.mkString(", ")} as many"
    if (limits.distinct.size == 1) Judgement.of(limits.head)(told)
    else Judgement.undecided(s"$told: it depends on the distance, which the source does not give")
  }.merge

  /** Throughput ratio, many to few connections, by round trip, shortest first. */
  private def gains(evidence: Evidence): Either[Judgement, Vector[(FiniteDuration, Double)]] =
    Problem.each(roundTrips)(roundTrip =>
      for {
        small <- evidence.counted(name(few, roundTrip))
        large <- evidence.counted(name(many, roundTrip))
      } yield roundTrip -> large.gainOver(small)
    )

  private def failEnMasse(run: Result): Judgement = {
    val named = ErrorKind.times(run.total.errors, ErrorKind.noDatabaseConnection)
    val share = run.total.failed
    Judgement.of(share >= mass && named == run.total.ko)(
      s"at ${run.load.users} users ${Numbers.percent(share)} of the requests failed, ${Numbers.count(named)} of " +
        s"${Numbers.count(run.total.ko)} for want of a connection, beside ${run.rate}; ${began(run)}"
    )
  }

  /** Users at the first failure; by Little's law as many wait as are served within the timeout. */
  private def began(run: Result): String = run.measured.firstFailure.fold("no request fails") { first =>
    val expected = ServiceProperties
      .number(run, ServiceProperties.connectionTimeout)
      .fold("")(ms =>
        s" (by Little's law at ${Numbers.count(LittlesLaw.population(run.total.throughput, ms.millis).round.toDouble + few)})"
      )
    s"failures begin at ${Numbers.count(first.users)} users$expected"
  }

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
