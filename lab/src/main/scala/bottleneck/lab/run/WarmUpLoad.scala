package bottleneck.lab.run

import bottleneck.lab.run.service.Http
import bottleneck.lab.settings.Refused
import bottleneck.lab.target.WarmUp
import java.net.URI
import java.util.concurrent.atomic.LongAdder
import java.util.concurrent.{Executors, TimeUnit}
import scala.jdk.CollectionConverters._
import scala.util.Using

/** Runs a warm-up outside the measured window: plain GETs, a user waiting for one answer before it sends the next. */
object WarmUpLoad {

  /** Sends the warm-up's requests to all `urls` in turn: the number that were answered with 200. */
  def run(warmUp: WarmUp, urls: Vector[URI]): Long = {
    val answered = new LongAdder
    val deadline = warmUp.duration.fromNow
    val requests = for { path <- warmUp.paths; url <- urls } yield new URI(s"$url$path")

    def user(first: Int): Runnable = () =>
      Iterator.from(first).takeWhile(_ => deadline.hasTimeLeft()).foreach { n =>
        if (Http.status(requests(n % requests.size)).contains(200)) answered.increment()
      }

    Using.resource(new Threads(warmUp.users))(_.runAll(Vector.tabulate(warmUp.users)(user)))
    if (answered.sum() == 0)
      throw new Refused(
        s"No request of the warm-up was answered with 200, among them ${requests.head}: is that the service, with its data?"
      )
    answered.sum()
  }

  private final class Threads(count: Int) extends AutoCloseable {
    private val pool = Executors.newFixedThreadPool(count)

    def runAll(tasks: Vector[Runnable]): Unit =
      pool.invokeAll(tasks.map(Executors.callable(_)).asJava).asScala.foreach(_.get())

    override def close(): Unit = {
      val _ = pool.shutdownNow()
      val _ = pool.awaitTermination(1, TimeUnit.MINUTES)
    }
  }
}
