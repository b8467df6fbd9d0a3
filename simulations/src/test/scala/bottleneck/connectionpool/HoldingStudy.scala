package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.SizingFormulas
import bottleneck.lab.explain.verdict._
import scala.concurrent.duration._

/** A sweep over pool sizes at one holding time.
  *
  * @param sizes
  *   those that the source `hikari` measured, ascending
  */
final class HoldingStudy private (val holding: Holding, sizes: Vector[Int]) {
  private val best = sizes.filter(_ >= HoldingStudy.needed(holding)).min
  private val delay = s"${holding.delay.toMillis}ms"
  private val source = s"hikari/pool-$delay"

  private val besides =
    if (holding.time == holding.delay * Holding.queries) ""
    else s" and ${Numbers.millis((holding.besides * Holding.queries).toMillis.toDouble)} of other work"

  val study: Study = Study(
    id = s"connection-pool-$delay",
    title = s"Connection pool: a connection held for 2 × ${Numbers.millis(holding.each)}",
    question =
      s"Which pool answers ${HoldingStudy.target} requests/s without errors when a request holds its connection for two queries of ${Numbers.millis(holding.delay)}$besides?",
    factor = "connections",
    answer = Vector(smallest),
    advice = advice
  )

  /** The variant with so many connections. */
  def trial(connections: Int): Trial = Trial(
    study.id,
    s"$connections connections",
    Some(Factor("connections", connections.toDouble)),
    Option.when(sizes.contains(connections))(PublishedSetting(source, s"$connections connections"))
  )

  private def fewer: Int = sizes(sizes.indexOf(best) - 1)

  private def smallest: Sentence = Sentence(
    s"$best connections, the smallest pool tested that answers at least ${HoldingStudy.target} requests/s " +
      s"({throughput[$best connections]}, published {published[$best connections]}; p99 {p99[$best connections]} at full load).",
    when =
      s"throughput[$best connections] >= ${HoldingStudy.target}/s and throughput[$fewer connections] < ${HoldingStudy.target}/s"
  )

  private def advice: Vector[Sentence] = {
    def need(of: Holding): String = s"${HoldingStudy.needed(of)} connections busy at ${Numbers.millis(of.time)}"
    Vector[Sentence](
      s"Shorten the holding time before you enlarge the pool: a rate of ${HoldingStudy.target}/s keeps ${need(HoldingStudy.long)} and ${need(HoldingStudy.short)} (Little's law).",
      s"The next smaller size: $fewer connections gave {throughput[$fewer connections]}, p99 {p99[$fewer connections]}, and {failed%[$fewer connections]} failed.",
      s"A pool stays within max_connections × 0.8 ÷ instances, ${SizingFormulas.connectionCeiling(PoolSetting.maxConnections, 1)} here.",
      "Hikari's formula (cores × 2 + 1) says 5 for 2 cores, which gave {throughput[5 connections]}: it counts what works, and here a connection waits."
    ) ++ Option.when(sizes.last > best)(
      Sentence(
        s"Larger is not better: of ${sizes.last} connections {pool.used[${sizes.last} connections]} were in use at most, and the pool was open after {opening[${sizes.last} connections]}, that of $best after {opening[$best connections]}."
      )
    )
  }
}

object HoldingStudy {

  /** The source's target throughput, in requests/s. */
  val target: Int = 150

  /** Connections that are in use at the target, by theory. */
  private def needed(holding: Holding): Int = SizingFormulas.connectionsInUse(target.toDouble, holding.time)

  private val long = Holding(300.millis)

  /** The published throughputs imply 116 to 122 ms for a connection, 18 ms more than 2 × 50 ms. */
  private val short = Holding(50.millis, besides = 9.millis)

  val at300ms: HoldingStudy = new HoldingStudy(long, Vector(5, 10, 20, 30, 50, 70, 100))

  val at50ms: HoldingStudy = new HoldingStudy(short, Vector(5, 10, 15, 20, 25, 30, 35, 50))
}
