package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.ResultJson
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files
import org.scalatest.concurrent.TimeLimits
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.time.{Seconds, Span}
import scala.util.Random

/** A result.json that somebody changed: by bytes, by values, and with markup in every text. */
class HostileResultSpec extends AnyFlatSpec with SitePages with HostileJson with TimeLimits {
  private val golden = ResultJson.render(ExampleResults.fiveInstances)

  private def byValue(random: Random): String = {
    val json = ujson.read(golden)
    val all = places(json)
    val value = strange(random.nextInt(strange.size))
    ujson.write(changed(json, all(random.nextInt(all.size)))(_ => value), escapeUnicode = true)
  }

  private def byBytes(random: Random): String = {
    val bytes = golden.getBytes(UTF_8)
    val at = random.nextInt(bytes.length)
    val length = random.nextInt(50)
    val changed = random.nextInt(4) match {
      case 0 => bytes.take(at)
      case 1 => bytes.updated(at, random.nextInt(256).toByte)
      case 2 => bytes.patch(at, bytes.slice(at, at + length), 0)
      case _ => bytes.patch(at, Array.empty[Byte], length)
    }
    new String(changed, UTF_8)
  }

  private def put(text: String): Unit = {
    val run = ExampleRuns.write(folder, ExampleResults.fiveInstances)
    val _ = Files.writeString(run.resolve("result.json"), text)
  }

  "A result that was changed" should "be read or be damaged, and nothing else" in {
    val random = new Random(20261123)
    (1 to 10000).foreach { n =>
      val text = if (n % 2 == 0) byValue(random) else byBytes(random)
      withClue(s"$n: ")(
        failAfter(Span(5, Seconds))(ResultJson.parse(text).fold(_.message, _.run.id) should not be empty)
      )
    }
  }

  it should "be refused where it is nested without end" in {
    ResultJson.parse("[" * 1000000).isLeft shouldBe true
    ResultJson.parse("{\"schema\":" * 100000).isLeft shouldBe true
  }

  it should "make pages all the same, whatever its values are" in {
    val json = ujson.read(golden)
    val random = new Random(1)
    val accepted = random
      .shuffle(for {
        place <- places(json); value <- strange
      } yield ujson.write(changed(json, place)(_ => value), escapeUnicode = true))
      .iterator
      .filter(ResultJson.parse(_).isRight)
      .take(200)
    accepted.foreach { text =>
      put(text)
      withClue(text.take(20000))(failAfter(Span(20, Seconds))(rebuild()))
    }
  }

  "Markup in every text of a result" should "be shown as text" in {
    val json = ujson.read(golden)
    val texts = places(json).filter(place => at(json, place).isInstanceOf[ujson.Str]).filterNot(_ == Vector("schema"))
    def hostileAt(value: ujson.Value, place: Vector[String]): ujson.Value =
      changed(value, place)(_ => ujson.Str(hostile))
    // others are one of a few words
    val readable = texts.filter(place => ResultJson.parse(ujson.write(hostileAt(json, place))).isRight)
    readable.size should be > texts.size / 2
    put(ujson.write(readable.foldLeft(json)(hostileAt), escapeUnicode = true))
    rebuild()
    val markup = pages.map(Markup.read)
    markup.flatMap(_.tags).distinct.filter(Set("script", "img")) shouldBe empty
  }
}
