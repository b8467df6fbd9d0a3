package bottleneck.lab.run.service

import bottleneck.lab.StubService
import java.net.URI
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Using

class TrainingLoadSpec extends AnyFlatSpec with Matchers {

  "A training" should "ask for every path, from all connections, until its time is over" in
    Using.resource(new StubService("yes")) { service =>
      val requests = Vector("/a", "/b", "/c").map(path => new URI(s"${service.url}$path"))
      val began = Deadline.now
      val answered = TrainingLoad.send(requests, connections = 3, 300.millis)
      -began.timeLeft should (be >= 300.millis and be < 30.seconds)
      val asked = Vector("/a", "/b", "/c").map(service.asked)
      asked.foreach(_ should be > 0)
      answered shouldBe asked.sum.toLong
      // each connection begins with another path, and goes on in turn: they differ by one for each
      asked.max - asked.min should be <= 3
    }
}
