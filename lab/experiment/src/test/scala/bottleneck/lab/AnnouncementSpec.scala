package bottleneck.lab

import bottleneck.lab.settings._
import bottleneck.lab.target._
import java.net.URI
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class AnnouncementSpec extends AnyFlatSpec with Matchers {
  private val layout = Layout(Path.of("p"), Path.of("j"), Path.of("c"), Path.of("w"), Path.of("r"))
  private val settings = Settings(Scale.Quick, layout)
  private val target = Target(2, Map("a.size" -> "5"), Some(Database(25, Index.Keyset, readers = 1)))
  private val load = ClosedLoad(64, 1.second, 3.seconds, 19.seconds, Some(WarmUp(users = 2)))

  private def lines(settings: Settings = settings, load: Load = load): Vector[String] =
    Announcement.of(target, load, settings)

  "A run" should "announce its target, load and duration" in {
    lines() shouldBe Vector(
      "  target: 2 instances of the service a.size=5, PostgreSQL with index keyset and 1 replica",
      "  load: 64 users, each waits for its answer before it sends the next request",
      "  duration: 20 s of load, after a warm-up of at most 60 s"
    )
  }

  it should "announce the settings that differ from their defaults, and no others" in {
    lines(settings.copy(scale = Scale.Full, runs = RunNumbers(repeats = 3, repetition = 2))).last shouldBe
      "  settings: scale=full, lab.repeat=3 (this is run 2)"
  }

  it should "announce the other parts and their limits, and leave long properties to the page" in {
    val whole = Target(
      1,
      Map("a.list" -> "x" * 100),
      None,
      cpus = CpuLimits(service = Some(0.5)),
      cache = Some(Cache.Redis(5.seconds))
    )
    Announcement.of(whole, load, settings).head shouldBe
      "  target: 1 instance of the service, cache redis, 0.5 cores for the service"
  }

  it should "announce the target that runs already" in {
    lines(settings.copy(running = RunningParts(Vector(new URI("http://127.0.0.1:1"))))).apply(0) shouldBe
      "  target: http://127.0.0.1:1"
  }

  it should "warn of passwords that others can read" in {
    lines(settings.copy(running = RunningParts(exposed = Vector("everybody can read it")))).last shouldBe
      "  warning: everybody can read it"
  }

  it should "announce every kind of load" in {
    lines(load = Burst(50, patience = 1.second)).apply(1) shouldBe "  load: a burst of 50 requests within 0 ms"
    lines(load = OpenLoad(25, 2.seconds, 20.seconds, 3.seconds)).apply(1) shouldBe
      "  load: 25.0 users/s arrive, each sends one request"
    lines(load = Staircase(Vector(1, 2), 6.seconds, 2.seconds)).apply(1) shouldBe "  load: 1, 2 users, 6 seconds each"
  }
}
