package bottleneck.lab.engine.ask

import java.io.PrintStream
import scala.concurrent.duration._

/** Sentences of a question on the console and, on a terminal, a last line with what goes on, which is written anew. */
private[ask] final class AskConsole(out: PrintStream, isTerminal: Boolean) {
  import AskConsole._

  private var isShown = false
  private var isOver = false

  def say(sentence: String): Unit = synchronized {
    clear()
    out.println(s"[ask] $sentence")
  }

  /** A bar of how much of `most` is over since `begin`, and what goes on. */
  def show(doing: String, begin: Deadline, most: FiniteDuration): Unit = if (isTerminal) synchronized(if (!isOver) {
    val over = math.min(1, (Deadline.now - begin) / most)
    val done = (over * width).toInt
    val left = math.ceil((1 - over) * most.toUnit(SECONDS)).toInt
    out.print(s"\r[${"#" * done}${" " * (width - done)}] ${s"$doing, about $left s".take(longest)}\u001b[K")
    out.flush()
    isShown = true
  })

  /** Takes the last line away, and shows none any more. */
  def close(): Unit = synchronized {
    clear()
    isOver = true
  }

  /** Takes the last line away. */
  def clear(): Unit = synchronized {
    if (isShown) out.print("\r\u001b[K")
    out.flush()
    isShown = false
  }
}

private object AskConsole {
  private val width = 20

  /** What is longer than a line of 80 columns could not be taken away. */
  private val longest = 80 - width - 4
}
