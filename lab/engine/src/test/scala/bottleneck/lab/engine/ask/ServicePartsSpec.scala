package bottleneck.lab.engine.ask

import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.log.StubService
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._
import scala.util.Using

class ServicePartsSpec extends AnyFlatSpec with AskedZoo {
  private def parts[A](program: (String, String)*)(test: ServiceParts => A): A = {
    val folders = Vector("lab.work", "lab.results").map(_ -> folder.toString)
    val settings = AskSettings.read(Map("ask" -> "GET /ok") ++ program ++ folders, folder)
    Using.resource(new ServiceParts(settings.fold(of => fail(of.sentence), identity), folder, info(_)))(test)
  }

  private def refusal(parts: ServiceParts): String = (the[Refused] thrownBy parts.awaitReady()).getMessage

  "A service" should "be refused with its own words where it ends during its start, or later" in {
    val noDriver = "service.args" -> "--spring.profiles.active=database --spring.datasource.url=jdbc:none:x"
    parts("service.jar" -> zoo.toString, noDriver) { parts =>
      val said = refusal(parts)
      said should (startWith("The service ended during its start: ") and include regex "(?i)driver")
      (the[Refused] thrownBy parts.check()).getMessage shouldBe said.replace(" during its start", "")
    }
  }

  it should "be refused where it does nothing, and leave nothing" in {
    val command = "service.command" -> s"sleep 60; true $folder"
    parts(command, "service.env" -> s"$mark=$folder") { parts =>
      refusal(parts) should include("for 8 s it has used no CPU time")
    }
    nothingRuns(15.seconds)
  }

  it should "be refused where its first answer is none to measure" in Using.resource(new StubService) { stub =>
    parts("target.url" -> stub.url.toString) {
      refusal(_) should startWith("GET /ok answered 200 with an empty body: nothing was measured.")
    }
  }
}
