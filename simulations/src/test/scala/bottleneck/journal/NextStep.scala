package bottleneck.journal

import bottleneck.lab.model.ErrorKind
import bottleneck.ServiceProperties
import bottleneck.lab.target.{Cache, CpuLimits, Database, Index, Target}
import scala.concurrent.duration._

/** The source's cures for slow responses, and the baseline without any.
  *
  * @param name
  *   of the variant
  * @param phrase
  *   within a sentence
  */
private[journal] sealed abstract class NextStep(val name: String, val phrase: String) {
  def target: Target = NextStep.nothingChanged

  /** True if the load exceeds the capacity with this step too. */
  def overloads: Boolean = true

  /** Kinds of failures that requests may have. */
  def failures: Vector[String] = Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut)
}

private[journal] object NextStep {

  /** Concurrent calls, twice the pool: it is never idle, and an accepted call waits for one other at most. */
  private val calls = 10

  private def nothingChanged: Target = Target(
    instances = 1,
    Map(ServiceProperties.poolSize -> "5"),
    Some(Database(maxConnections = 25, Index.None)),
    jvm = ServiceProperties.warmSooner,
    // what more servers have is cores of their own; and the generator needs some to keep its schedule
    cpus = CpuLimits(database = Some(1)),
    training = ServiceProperties.training
  )

  case object None extends NextStep("nothing changed", "nothing changed")

  case object FailFast extends NextStep("fail fast", "failing fast") {
    override def target: Target =
      nothingChanged.copy(properties = nothingChanged.properties + (ServiceProperties.bulkheadCalls -> calls.toString))
    override def failures: Vector[String] = super.failures :+ ErrorKind.bulkheadFull
  }

  /** Two servers on the same database. */
  case object TwoServers extends NextStep("two servers", "a second server") {
    override def target: Target = nothingChanged.copy(instances = 2)
  }

  /** The bottleneck is the query. */
  case object WithAnIndex extends NextStep("index", "an index") {
    override def target: Target = nothingChanged.copy(database = Some(Database(maxConnections = 25, Index.Keyset)))
    override def overloads: Boolean = false
  }

  /** Cache of pages that expire after 5 s. */
  case object CachedPages extends NextStep("cache", "a cache") {
    override def target: Target = nothingChanged.copy(cache = Some(Cache.Caffeine(5.seconds)))
    override def overloads: Boolean = false
  }

  val cures: Vector[NextStep] = Vector(FailFast, TwoServers, WithAnIndex, CachedPages)

  val all: Vector[NextStep] = None +: cures
}
