package bottleneck

import bottleneck.lab.run.host.{Executables, FreePorts, Http}
import bottleneck.lab.run.process.{ChildProcess, Command}
import bottleneck.lab.target.Target
import java.net.{URI, URLEncoder}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import org.scalatest.time.{Millis, Seconds, Span}
import scala.concurrent.duration._
import scala.jdk.StreamConverters._
import scala.util.Using

/** What a Prometheus shows of a run while it lasts. */
class LiveViewSpec extends FleetTest {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(60, Seconds), Span(500, Millis))

  private val live = settings.layout.project.resolve("deploy").resolve("live")

  private def announced: Vector[Path] = {
    val work = Files.createDirectories(settings.layout.work.resolve("live"))
    Using.resource(Files.list(work))(_.toScala(Vector))
  }

  private lazy val queries: Vector[String] = {
    val dashboard = ujson.read(Files.readString(live.resolve("dashboard.json")))
    dashboard("panels").arr.toVector.flatMap(_("targets").arr.map(_("expr").str))
  }

  private def asked(prometheus: URI, query: String): ujson.Value = {
    val plain = query.replace("$__rate_interval", "10s").replace("$run", ".*")
    val url = new URI(s"$prometheus/api/v1/query?query=${URLEncoder.encode(plain, UTF_8)}")
    val answer = Http.text(url, 10.seconds).getOrElse("""{"data": {"result": []}}""")
    ujson.read(answer)("data")("result")
  }

  "Each query of the dashboard" should "return data of a run" in {
    val program = Executables.named("prometheus", Executables.folders(Vector.empty)).nextOption()
    assume(program.isDefined, "Prometheus is not installed (no prometheus on the PATH)")
    Using.resource(started(fleet("watched", Target(instances = 2, pool, database)))) { fleet =>
      val url = new URI(s"http://127.0.0.1:${FreePorts.choose(1).head}")
      Using.resource(watching(program.get, url)) { _ =>
        eventually {
          fleet.urls.foreach(instance => (1 to 5).foreach(_ => Http.status(new URI(s"$instance/journals?size=3"))))
          val silent = queries.filter(query => asked(url, query).arr.isEmpty)
          silent shouldBe empty
        }
        asked(url, """count by (service) (up{job="bottleneck",run="watched"} == 1)""").arr should have size 2
        // a query of what is not there
        asked(url, "no_such_metric").arr shouldBe empty
      }
    }
  }

  "A run that is over" should "be announced no more" in {
    val before = announced
    Using.resource(started(fleet("announced", Target(instances = 1, pool, database)))) { _ =>
      announced.diff(before) should have size 1
    }
    announced.diff(before) shouldBe empty
  }

  /** With the file of the repository, but for where the lab's folder is. */
  private def watching(program: Path, url: URI): ChildProcess = {
    val here = Files.createDirectories(folder.resolve("prometheus"))
    val file = Files.readString(live.resolve("prometheus.yml"))
    val looked = "../../simulations/target/lab/live/*.json"
    file should include(looked)
    Files.writeString(here.resolve("prometheus.yml"), file.replace(looked, s"${settings.layout.work}/live/*.json"))
    val arguments = Vector(
      program.toString,
      s"--config.file=${here.resolve("prometheus.yml")}",
      s"--web.listen-address=${url.getAuthority}",
      s"--storage.tsdb.path=${here.resolve("data")}"
    )
    ChildProcess.start(Command("Prometheus", arguments, here.resolve("prometheus.log")))
  }
}
