package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.parts.sources.PoolKind

/** A setting of Spring Boot that lifts the limit: to twice as many requests per second, or up to the next limit. */
private[ask] final case class Advice(property: String, value: Int, perSecond: Double) {
  def argument: String = s"--$property=$value"

  def sentence: String = s"$argument should give ${Numbers.rate(perSecond)}."
}

private[ask] object Advice {
  private val properties = Map[PoolKind, String](
    PoolKind.JdbcConnections -> "spring.datasource.hikari.maximum-pool-size",
    PoolKind.RequestThreads -> "server.tomcat.threads.max"
  )

  /** Gain from which a setting is worth a change. */
  private val notable = 1.1

  /** Twice as many of the pool that limits, where Spring Boot sets it and that would give more. */
  def of(answer: Answer): Option[Advice] = answer.finding match {
    case Finding.Named(limit @ ResourceLimit(Resource.Pool(kind, ""), _, _, demand, _), _, _) =>
      for {
        property <- properties.get(kind)
        given = 2 * limit.perSecond
        bounded = answer.next.fold(given)(next => math.min(given, next.perSecond))
        if bounded > notable * answer.seen.hold.throughput
      } yield Advice(property, math.round(given * demand).toInt, bounded)
    case _ => None
  }
}

private[ask] final case class Confirmation(advice: Advice, before: Double, after: Double) {
  def sentence: String =
    s"Tried: with ${advice.argument} ${Numbers.rate(after)}, ${Numbers.plain(after / before)} times as much; predicted " +
      s"${Numbers.rate(advice.perSecond)}."
}
