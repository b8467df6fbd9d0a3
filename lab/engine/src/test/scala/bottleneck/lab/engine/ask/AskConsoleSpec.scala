package bottleneck.lab.engine.ask

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class AskConsoleSpec extends AnyFlatSpec with Matchers {
  private def written(isTerminal: Boolean)(by: AskConsole => Unit): String = {
    val bytes = new ByteArrayOutputStream
    by(new AskConsole(new PrintStream(bytes, true, UTF_8), isTerminal))
    bytes.toString(UTF_8)
  }

  private val onTerminal = written(isTerminal = true)(_)

  "A terminal" should "show what goes on in its last line, and sentences above it" in {
    val text = onTerminal { console =>
      console.show("the window: 8 users, 20/s", Deadline.now - 5.seconds, 20.seconds)
      console.say("8 users: 20/s")
      console.say("the end")
      console.clear()
    }
    text shouldBe "\r[#####               ] the window: 8 users, 20/s, about 15 s\u001b[K\r\u001b[K" +
      s"[ask] 8 users: 20/s${System.lineSeparator}[ask] the end${System.lineSeparator}"
  }

  it should "show no more when it is over" in {
    onTerminal { console =>
      console.close()
      console.show("the window", Deadline.now, 20.seconds)
    } shouldBe empty
  }

  it should "have a full bar when the time is over, and no line that wraps" in {
    val text = onTerminal(_.show("x" * 200, Deadline.now - 1.minute, 20.seconds))
    text should include("[####################]")
    text.stripPrefix("\r").stripSuffix("\u001b[K").length should be <= 80
  }

  "A file" should "get sentences alone" in {
    written(isTerminal = false) { console =>
      console.show("the window", Deadline.now, 20.seconds)
      console.say("the end")
      console.clear()
    } shouldBe s"[ask] the end${System.lineSeparator}"
  }
}
