package bottleneck.lab.engine.ask

import bottleneck.lab.engine.turns.{TurnTimes, Turns}
import bottleneck.lab.engine.users.Users
import bottleneck.lab.figures.Ratio
import bottleneck.lab.figures.statistics.{TurnsEstimate, TurnsRatio}
import bottleneck.lab.log.Slow
import bottleneck.lab.parts.host.{Daemon, FreePorts, Http}
import bottleneck.lab.parts.sources.ChildProcesses
import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import bottleneck.lab.parts.metrics.Gauge.Reading
import java.util.concurrent.atomic.{AtomicReference, LongAdder}
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._
import scala.util.{Random, Try, Using}

/** Throughput of a service that is looked at as in a window, and of one that is not, by turns. */
class SamplingCostSpec extends AnyFlatSpec with AskedZoo {
  private val users = 8
  private val profilers = java.nio.file.Path.of("target", "profilers")

  "Looking at a service" should "cost at most 3 % of its throughput" taggedAs Slow in {
    ratio(new Looks(_, _)).fold(0.0)(_.high) should be >= 0.97
  }

  "Profiling it, on in a random half of the slices," should "be shown to cost at most 4 %" taggedAs Slow in {
    ratio(new Profiles(_, _)).fold(0.0)(_.low) should be >= 0.96
  }

  /** Of the throughput while the first of two looks at the service has its turn, to that of the other. */
  private def ratio(made: (URI, Watch) => LookedAt): Option[TurnsRatio] = {
    val port = FreePorts.choose(1).head
    val url = new URI(s"http://127.0.0.1:$port")
    val java = ChildProcesses.ownJava.toString
    val options = Vector("--server.tomcat.mbeanregistry.enabled=true", "--management.endpoints.web.exposure.include=*")
    ChildProcesses.child(Vector(java, "-jar", zoo.toString, s"--server.port=$port") ++ options: _*) { process =>
      val request = url.resolve("/cpu?ms=1")
      eventually(timeout(30.seconds))(Http.status(request, 100.millis) shouldBe Some(200))
      Using.resource(new Watch(Some(process.pid()), port, url, None, profilers)) { watch =>
        val load = made(request, watch)
        (1 to users).foreach(n => new Daemon(s"user $n", () => load.send()).start())
        new Daemon("looks", () => load.look()).start()
        try {
          val times = TurnTimes.usual.copy(shortest = 2.seconds, look = 80.seconds)
          val turns = new Turns(load, _ => Reading.of(None), users, looks = 1, new Random(1), () => (), times)(info(_))
          turns.warmUp()
          // each pair by itself: with Student's interval alone, as a wider one would be easier to pass
          val ratio = TurnsEstimate.between(turns.closed(_ => true).flatMap(_.throughputRatio).map(Vector(_)))
          info(s"with ÷ without: ${ratio.fold("")(of => Ratio.text(Ratio.of(of)))}; ${load.seen}")
          load.failure.foreach(fail(_))
          ratio
        } finally load.end()
      }
    }
  }

  /** Users of one service, which is looked at while it is the first's turn. */
  private abstract class LookedAt(request: URI) extends Users {
    def look(): Unit
    def seen: String = ""
    def failure: Option[String] = None

    def send(): Unit = {
      val client = HttpClient.newHttpClient
      while (!isOver) {
        val sent = System.nanoTime()
        // requests sent while the service ends fail
        Try(client.send(HttpRequest.newBuilder(request).build, BodyHandlers.discarding))
          .foreach(_ => answers.succeed(sent))
      }
    }
  }

  /** As often as in the window. */
  private final class Looks(request: URI, watch: Watch) extends LookedAt(request) {
    def look(): Unit = Iterator.from(1).takeWhile(_ => !isOver).foreach { n =>
      if (turn == 0) {
        watch.snapshot()
        if (n % 2 == 0) watch.dump()
      }
      Thread.sleep(250)
    }
  }

  private final class Profiles(request: URI, watch: Watch) extends LookedAt(request) {
    private val samples = new LongAdder
    private val missing = new AtomicReference[Option[String]](None)
    override def seen: String = s"${samples.sum} samples"
    override def failure: Option[String] = missing.get().orElse(Option.when(samples.sum == 0)("nothing was sampled"))

    def look(): Unit = while (!isOver) {
      if (turn == 0) {
        val (_, profile) = watch.profiling(while (turn == 0 && !isOver) Thread.sleep(10))
        profile.fold(why => missing.set(Some(why)), of => samples.add(of.samples.map(_.count).sum))
      }
      Thread.sleep(10)
    }
  }
}
