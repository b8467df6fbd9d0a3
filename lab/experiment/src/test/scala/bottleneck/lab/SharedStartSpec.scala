package bottleneck.lab

import bottleneck.lab.settings.{Injector, Refused}
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class SharedStartSpec extends AnyFlatSpec with Matchers {
  private def start(millis: Long) = new SharedStart(Some(Injector(2, 4, Instant.now().plusMillis(millis))))(_ => ())

  "An injector" should "wait until shortly before the load begins" in {
    val soon = start(4300)
    soon.await()
    soon.in should (be <= 4.seconds and be > 2.seconds)
  }

  it should "be refused where it is ready too late" in {
    val refusal = the[Refused] thrownBy start(3000).await()
    refusal.getMessage should startWith("Injector 2 of 4 was not ready 4 seconds before ")
  }

  "One that sends the whole load" should "begin at once" in {
    val whole = new SharedStart(None)(_ => ())
    whole.await()
    whole.in shouldBe Duration.Zero
  }
}
