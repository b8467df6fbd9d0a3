package bottleneck.scaleup

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.target.{Cache, Target}
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Target that is scaled up: all authors from Redis, with a CPU quota. */
private[scaleup] object KneeTarget {

  /** Expiry, longer than a run: reloads of expired entries are another experiment. */
  private val expiry = 1.hour

  /** Target with a CPU quota in cores. */
  def of(cores: Double): Target = FindAllCell(cores, Some(Cache.Redis(expiry))).target

  /** One request with the timeout `patience`. */
  def request(patience: FiniteDuration): ChainBuilder =
    exec(http("GET /authors").get("/authors").requestTimeout(patience))
}

/** A size of the service, and its counterpart in the source.
  *
  * @param name
  *   as variants and sentences have it
  * @param staircase
  *   the class of the staircase
  * @param published
  *   its name in data/published.csv
  */
private[scaleup] sealed abstract class KneeTier(
    val cores: Double,
    val name: String,
    val staircase: Class[_],
    published: String
) {
  def setting: PublishedSetting = PublishedSetting("scale-up/knee", published)
}

private[scaleup] object KneeTier {
  case object Half extends KneeTier(0.5, "½ core", classOf[KneeHalfCore], "t2.micro with Redis")
  case object One extends KneeTier(1, "1 core", classOf[Knee1Core], "t2.medium with Redis")

  val all: Vector[KneeTier] = Vector(Half, One)
}
