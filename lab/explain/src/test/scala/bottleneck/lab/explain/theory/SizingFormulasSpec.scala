package bottleneck.lab.explain.theory

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class SizingFormulasSpec extends AnyFlatSpec with Matchers {

  "Connections of a server" should "be those of its users, and those that come while none is accepted" in {
    SizingFormulas.maxConnections(97.6, 10.25.seconds, Duration.Zero) shouldBe 1001
    SizingFormulas.maxConnections(97.6, 10.seconds, 2.seconds) shouldBe 1172
    SizingFormulas.acceptCount(1000, 200.millis) shouldBe 200
    an[IllegalArgumentException] should be thrownBy SizingFormulas.maxConnections(0, 1.second, Duration.Zero)
    an[IllegalArgumentException] should be thrownBy SizingFormulas.acceptCount(0, 1.second)
  }

  "Threads" should "be as many as keep the cores busy" in {
    SizingFormulas.threads(8, cpuShare = 1) shouldBe 8
    SizingFormulas.threads(8, cpuShare = 0.5) shouldBe 16
    SizingFormulas.threads(8, cpuShare = 0.3) shouldBe 27
  }

  it should "not be one more for a rounding error" in {
    for { cores <- 1 to 128; percent <- 1 to 100; if cores * 100 % percent == 0 }
      SizingFormulas.threads(cores, percent / 100.0) shouldBe cores * 100 / percent
  }

  // the wiki's own examples: 3 threads with 4 connections each need 10, 8 with 3 each need 17
  "Connections" should "let one task finish whatever the others hold" in {
    SizingFormulas.connectionsAgainstDeadlock(3, perTask = 4) shouldBe 10
    SizingFormulas.connectionsAgainstDeadlock(8, perTask = 3) shouldBe 17
    SizingFormulas.connectionsAgainstDeadlock(200, perTask = 1) shouldBe 1
  }

  // the wiki's own example: 4 cores and one disk
  it should "follow the database's cores" in {
    SizingFormulas.connections(databaseCores = 4, spindles = 1) shouldBe 9
    SizingFormulas.connections(databaseCores = 2, spindles = 0) shouldBe 4
  }

  it should "leave a fifth of the database's to others" in {
    SizingFormulas.connectionCeiling(25, instances = 1) shouldBe 20
    SizingFormulas.connectionCeiling(143, instances = 1) shouldBe 114
    SizingFormulas.connectionCeiling(100, instances = 3) shouldBe 26
    SizingFormulas.connectionCeiling(10, instances = 9) shouldBe 0
  }

  it should "be as many as a rate keeps busy" in {
    SizingFormulas.connectionsInUse(150, 100.millis) shouldBe 15
    SizingFormulas.connectionsInUse(150, 600.millis) shouldBe 90
    SizingFormulas.connectionsInUse(151, 100.millis) shouldBe 16
  }
}
