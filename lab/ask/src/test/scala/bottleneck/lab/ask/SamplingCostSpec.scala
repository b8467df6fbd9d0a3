package bottleneck.lab.ask

import bottleneck.lab.Slow
import bottleneck.lab.model.Numbers
import bottleneck.lab.run.host.{FreePorts, Http}
import bottleneck.lab.statistics.Interval
import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.util.concurrent.atomic.{AtomicBoolean, LongAdder}
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.time.{Millis, Seconds, Span}
import scala.concurrent.duration._
import scala.util.{Random, Using}

/** Throughput of a service that is looked at as in a window, and of one that is not, by turns. */
class SamplingCostSpec extends AnyFlatSpec with AskedZoo with Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(30, Seconds), Span(100, Millis))

  private val pairs = 15
  private val sliceMillis = 2000L
  private val users = 8

  "Looking at a service" should "cost at most 3 % of its throughput" taggedAs Slow in {
    val port = FreePorts.choose(1).head
    val url = new URI(s"http://127.0.0.1:$port")
    val java = ChildProcesses.ownJava.toString
    val options = Vector("--server.tomcat.mbeanregistry.enabled=true", "--management.endpoints.web.exposure.include=*")
    ChildProcesses.child(Vector(java, "-jar", zoo.toString, s"--server.port=$port") ++ options: _*) { process =>
      val request = url.resolve("/cpu?ms=1")
      eventually(Http.status(request, patienceConfig.interval.toMillis.millis) shouldBe Some(200))
      Using.resource(new Watch(Some(process.pid()), port, url, None)) { watch =>
        val answers = new LongAdder
        val over = new AtomicBoolean
        val all = Vector.fill(users)(new Thread(() => load(request, answers, over)))
        all.foreach(_.start())
        try {
          (1 to 5).foreach(_ => slice(answers, None))
          val ratios = Vector.fill(pairs) {
            val order = Random.shuffle(Vector(Some(watch), None))
            val counts = order.map(looks => looks.isDefined -> slice(answers, looks)).toMap
            math.log(counts(true).toDouble / counts(false))
          }
          val mean = math.exp(ratios.sum / pairs)
          val interval = Interval.of(ratios).getOrElse(fail("no interval"))
          val ends = Vector(interval.low, interval.high).map(end => Numbers.plain(math.exp(end))).mkString(" to ")
          info(s"looked at ÷ not: ${Numbers.plain(mean)} ($ends)")
          math.exp(interval.high) should be >= 0.97
        } finally over.set(true)
      }
    }
  }

  private def load(request: URI, answers: LongAdder, over: AtomicBoolean): Unit = {
    val client = HttpClient.newHttpClient
    while (!over.get) {
      val _ = client.send(HttpRequest.newBuilder(request).build, BodyHandlers.discarding)
      answers.increment()
    }
  }

  /** Answers of a slice, in which a watch looks as often as in the window. */
  private def slice(answers: LongAdder, watch: Option[Watch]): Long = {
    val until = System.nanoTime() + sliceMillis * 1000000
    val before = answers.sum
    Iterator.from(1).takeWhile(_ => System.nanoTime() < until).foreach { n =>
      watch.foreach { of =>
        of.snapshot()
        if (n % 2 == 0) of.dump()
      }
      Thread.sleep(250)
    }
    answers.sum - before
  }
}
