package bottleneck.scaleup

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.target.{Cache, Target}
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** What is scaled up: all authors from Redis, on a part of the machine's cores. */
private[scaleup] object KneeTarget {

  /** Longer than a run: what is read anew when it has expired is another experiment. */
  private val expiry = 1.hour

  /** A service that may use so many cores. */
  def of(cores: Double): Target = FindAllCell(cores, Some(Cache.Redis(expiry))).target

  /** One request, whose answer is waited for as long as `patience`. */
  def request(patience: FiniteDuration): ChainBuilder =
    exec(http("GET /authors").get("/authors").requestTimeout(patience))
}

/** A size of the service, and what the source has it for.
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
