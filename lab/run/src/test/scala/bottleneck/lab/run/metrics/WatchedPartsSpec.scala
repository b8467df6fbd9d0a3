package bottleneck.lab.run.metrics

import bottleneck.lab.settings.DatabaseAccess
import java.net.URI
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class WatchedPartsSpec extends AnyFlatSpec with Matchers {
  private val access = DatabaseAccess("jdbc:postgresql://127.0.0.1:1/none", "me", "")

  private def instance(n: Int): WatchedInstance =
    WatchedInstance(s"service-$n", n.toLong, 15000 + n, new URI("http://127.0.0.1:1/"))

  private val all = WatchedParts(
    Vector(instance(1), instance(2)),
    balancer = Some(3L),
    Some(WatchedDatabase(access, Some(4L), Vector("reader-1" -> 5L))),
    cache = Some(6L)
  )

  /** Names of the parts whose use is watched. */
  private def used(parts: WatchedParts): Vector[String] =
    parts.usage.columns.filter(_.endsWith(".cpu_seconds_total")).map(_.stripSuffix(".cpu_seconds_total"))

  "The parts" should "all be watched, and the generator with them" in {
    used(all) shouldBe Vector("service-1", "service-2", "balancer", "cache", "generator", "database", "reader-1")
  }

  they should "be the generator alone where the target runs already" in {
    used(WatchedParts(Vector.empty)) shouldBe Vector("generator")
    used(WatchedParts(Vector.empty, database = Some(WatchedDatabase(access, pid = None)))) shouldBe Vector("generator")
  }
}
