package bottleneck.lab.prepare

import bottleneck.lab.{ChildJvm, LoopbackServer}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import java.nio.file.{Files, Path}
import java.util.Properties
import java.util.concurrent.atomic.AtomicBoolean
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.util.Using

/** Phases with users of the real Gatling. */
class PhaseSpec extends AnyFlatSpec with Matchers with ChildJvm {

  private def seen: Map[String, Long] = {
    val home = Vector("-Dgatling.data.enableAnalytics=false", "-Dgatling.http.warmUpUrl=", s"-Dseen=$folder")
    val simulation = classOf[PhasesOnLoopback].getName
    val (code, said) = jvm(home ++ Vector("io.gatling.app.Gatling", "-s", simulation, "-rf", s"$folder", "-nr"): _*)
    withClue(said)(code shouldBe 0)
    val properties = new Properties
    Using.resource(Files.newBufferedReader(folder.resolve("seen.properties")))(properties.load)
    properties.asScala.map { case (what, value) => what -> value.toLong }.toMap
  }

  "The users of a phase" should "wait for it, repeat their round in it, and let those of the next come after it" in {
    val saw = seen
    saw("too early") shouldBe 0
    saw("awaited") shouldBe 0
    saw("free") should be >= 10L
    // each answer follows the user's last one
    saw("free users at once") should be <= 2L
    saw("free after its end") shouldBe saw("free")
    // 20 a second for a second, whoever of the three has time: at once they would need 140 ms
    saw("paced") shouldBe 20
    saw("first to last") should (be > 700L and be < 5000L)
    saw("load before the release") shouldBe 0
    saw("load") shouldBe 1
    saw("begun again") shouldBe 20
  }
}

/** Two phases and a load of one user, led through by hand. */
final class PhasesOnLoopback extends Simulation with Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(30, Seconds), Span(10, Millis))

  private val server = new LoopbackServer
  private val seen = new Properties
  private val free = new Phase("free", users = 2)
  private val paced = new Phase("paced", users = 3)
  private val pace = new Pace
  private val protocol = http.baseUrl(server.url.toString)
  private val hasLoad = new AtomicBoolean

  private def get(path: String) = exec(http(path).get(path))

  private def see(what: String, value: Long): Unit = {
    val _ = seen.setProperty(what, value.toString)
  }

  private def lead(): Unit = {
    see("too early", if (paced.awaitUsers(100.millis)) 1 else 0)
    assert(free.awaitUsers(30.seconds))
    see("awaited", free.begun)
    free.begin()
    eventually(assert(server.times("/free").size >= 10))
    see("free users at once", server.connections.toLong)
    free.end()
    assert(paced.awaitUsers(30.seconds))
    see("free", free.begun)
    pace.begin(perSecond = 20, 1.second)
    paced.begin()
    eventually(assert(server.times("/paced").size >= 20))
    see("free after its end", server.times("/free").size.toLong)
    paced.hold()
    see("paced", paced.begun)
    val times = server.times("/paced")
    see("first to last", times.max - times.min)
    see("load before the release", if (hasLoad.get()) 1 else 0)
    paced.end()
    eventually(assert(hasLoad.get()))
    paced.begin()
    see("load", 1)
    see("begun again", paced.begun)
  }

  before {
    val thread = new Thread(() => lead())
    thread.setDaemon(true)
    thread.start()
  }

  private val load = scenario("load").exec { session =>
    hasLoad.set(true)
    session
  }
  // it ends when all is seen
  private val last = load.asLongAs(_ => !seen.containsKey("begun again"))(pause(20.millis)).inject(atOnceUsers(1))

  setUp(
    free.population(get("/free"), protocol).andThen(paced.population(get("/paced"), pace, protocol).andThen(last))
  ).protocols(protocol)

  after {
    server.close()
    Using.resource(Files.newBufferedWriter(Path.of(sys.props("seen")).resolve("seen.properties")))(seen.store(_, ""))
  }
}
