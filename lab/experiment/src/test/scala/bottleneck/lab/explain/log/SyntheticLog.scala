package bottleneck.lab.explain.log

import bottleneck.lab.explain.log.LogRecord._
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import scala.util.Using

/** A log as a long test leaves it: 200 users of two scenarios, requests of eight names, three of them in groups, and of
  * as many `pages` more, 3,000 requests per second. 1 % fail: of every five one was never answered, and one has a
  * message of its own. The same arguments give the same log.
  */
object SyntheticLog {
  private val users = 200
  private val slowest = 5000
  private val timeout = 60000

  /** Requests that end at once are written in any order. */
  private val disorderMs = 5

  val requestsPerMs = 3

  private val run =
    Run("3.15.1", "bottleneck.Synthetic", 1795224950914L, "", Vector("reader", "buyer"), Vector.empty)

  private val requests = Vector(
    Vector.empty -> "GET /",
    Vector.empty -> "GET /journals",
    Vector.empty -> "GET /journals/{id}",
    Vector.empty -> "GET /search?q={words}",
    Vector.empty -> "POST /login",
    Vector("checkout") -> "GET /basket",
    Vector("checkout") -> "POST /orders",
    Vector("checkout", "payment") -> "POST /payments"
  )

  private val failures = Vector(
    "status.find.in([200, 209], 304), found 500",
    "status.find.in([200, 209], 304), found 503",
    "j.i.IOException: Premature close"
  )
  private val noAnswer = s"Request timeout to shop.example/192.0.2.1:443 after $timeout ms"

  /** When the last request of a log of `count` has ended, in milliseconds since the run record's start. */
  def lengthMs(count: Int): Int = timeout + count / requestsPerMs

  def write(log: Path, count: Int, pages: Int = 0): Unit =
    Using.resource(new LogWriter(Files.newOutputStream(log), run)) { writer =>
      val random = new SplittableRandom(1)
      val names = requests ++ Vector.tabulate(pages)(page => Vector.empty -> s"GET /pages/$page")
      (0 until users).foreach(user => writer.write(User(user % 2, arrives = true, user)))
      (0 until count).foreach { number =>
        val (groups, name) = names(random.nextInt(names.size))
        val end = timeout + number / requestsPerMs - random.nextInt(disorderMs)
        val done = request(random, groups, name, end, number)
        writer.write(done)
        if (groups.nonEmpty) writer.write(Group(groups, done.start, end, end - done.start, done.ok))
      }
      (0 until users).foreach(user => writer.write(User(user % 2, arrives = false, lengthMs(count) + user)))
    }

  private def request(
      random: SplittableRandom,
      groups: Vector[String],
      name: String,
      end: Int,
      number: Int
  ): Request = {
    // exponential, 50 ms in the mean
    val latency = math.min(slowest, (-50 * math.log(1 - random.nextDouble())).toInt)
    random.nextInt(500) match {
      case 0 => Request(groups, name, end - timeout, end, ok = false, noAnswer)
      case 1 => Request(groups, name, end - latency, end, ok = false, s"jsonPath($$.id).find.is(7), found $number")
      case n if n < 5 => Request(groups, name, end - latency, end, ok = false, failures(n - 2))
      case _ => Request(groups, name, end - latency, end, ok = true, "")
    }
  }
}
