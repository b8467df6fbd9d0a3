package bottleneck.lab.parts.metrics

import bottleneck.lab.figures.target.Scraping
import bottleneck.lab.log.{Patient, StubService}
import java.net.{InetAddress, ServerSocket, URI}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Using

class ScraperSpec extends AnyFlatSpec with Matchers with Patient {
  private def waiting(patience: FiniteDuration): Scraping = Scraping(every = 50.millis, patience)

  /** Scrapes in total, answered, and their seconds, once some have ended. */
  private def ended(uri: URI, how: Scraping): Vector[Double] = Using.resource(new Scraper("service-1", uri, how)) {
    scraper =>
      scraper.columns.map(_.stripPrefix("service-1.")) shouldBe
        Vector("scrapes_total", "scrapes_answered_total", "scrape_seconds_total")
      eventually {
        val counted = scraper.sample().flatten
        counted.head should be >= 3.0
        counted
      }
  }

  "A service" should "be counted as answering where it does" in {
    val all +: answered +: _ =
      Using.resource(new StubService("up 1\n"))(service => ended(service.uri, waiting(20.seconds))): @unchecked
    answered shouldBe all
  }

  it should "be given up when it is silent, while more scrapes begin" in
    Using.resource(new ServerSocket(0, 50, InetAddress.getLoopbackAddress)) { silent =>
      val uri = new URI(s"http://127.0.0.1:${silent.getLocalPort}/")
      val Vector(all, answered, seconds) = ended(uri, waiting(300.millis)): @unchecked
      answered shouldBe 0
      seconds / all should (be >= 0.29 and be < 5.0)
    }
}
