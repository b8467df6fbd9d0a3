package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import scala.concurrent.duration._

/** A sweep over pool sizes at one holding time.
  *
  * @param sizes
  *   those that the source `hikari` measured
  */
final class HoldingStudy private (val holding: Holding, sizes: Vector[Int]) {
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
    Conclusions(evidence => advice(evidence).answer, evidence => advice(evidence).sentences)
  )

  /** The variant with so many connections. */
  def trial(connections: Int): Trial = Trial(
    study.id,
    s"$connections connections",
    Some(Factor("connections", connections.toDouble)),
    Option.when(sizes.contains(connections))(PublishedSetting(source, s"$connections connections"))
  )

  private def advice(evidence: Evidence): PoolAdvice =
    new PoolAdvice(evidence, holding, HoldingStudy.target, HoldingStudy.other(holding))
}

object HoldingStudy {

  /** The source's target throughput, in requests/s. */
  val target: Int = 150

  private val long = Holding(300.millis)

  val at300ms: HoldingStudy = new HoldingStudy(long, Vector(5, 10, 20, 30, 50, 70, 100))

  /** The published throughputs imply 116 to 122 ms for a connection, 18 ms more than 2 × 50 ms. */
  val at50ms: HoldingStudy =
    new HoldingStudy(Holding(50.millis, besides = 9.millis), Vector(5, 10, 15, 20, 25, 30, 35, 50))

  private def other(holding: Holding): HoldingStudy = if (holding == long) at50ms else at300ms
}
