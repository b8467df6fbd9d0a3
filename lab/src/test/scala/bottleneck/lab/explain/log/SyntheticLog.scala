package bottleneck.lab.explain.log

import bottleneck.lab.explain.log.LogRecord._
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import scala.util.Using

/** A log as a long test leaves it: 200 users of two scenarios, eight requests of which three are in groups, 1,000
  * requests per second, of which 1 % fail. The same number of requests gives the same log.
  */
object SyntheticLog {
  private val users = 200
  private val requestsPerMs = 1
  private val slowest = 5000

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
    "Request timeout to shop.example/192.0.2.1:443 after 5000 ms"
  )

  def write(log: Path, count: Int): Unit =
    Using.resource(new LogWriter(Files.newOutputStream(log), run)) { writer =>
      val random = new SplittableRandom(1)
      (0 until users).foreach(user => writer.write(User(user % 2, arrives = true, user)))
      (0 until count).foreach { number =>
        val end = users + number / requestsPerMs
        val done = request(random, end)
        writer.write(done)
        if (done.groups.nonEmpty) writer.write(Group(done.groups, done.start, end, end - done.start, done.ok))
      }
      (0 until users).foreach(user =>
        writer.write(User(user % 2, arrives = false, users + count / requestsPerMs + user))
      )
    }

  private def request(random: SplittableRandom, end: Int): Request = {
    val (groups, name) = requests(random.nextInt(requests.size))
    val ok = random.nextInt(100) > 0
    // exponential, 50 ms in the mean
    val latency = math.min(slowest, (-50 * math.log(1 - random.nextDouble())).toInt)
    Request(groups, name, math.max(0, end - latency), end, ok, if (ok) "" else failures(random.nextInt(failures.size)))
  }
}
