package bottleneck.lab.run.metrics

import bottleneck.lab.run.host.Http
import bottleneck.lab.target.Scraping
import java.net.URI
import java.util.concurrent.TimeUnit.MILLISECONDS
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{Executors, ThreadFactory}
import scala.concurrent.duration._

/** Asks an instance for all of its metrics, as Prometheus does, and counts what becomes of that. Scrapes are begun in
  * time, whether those before have ended or not.
  *
  * @param part
  *   the instance's name
  */
private[metrics] final class Scraper(part: String, prometheus: URI, how: Scraping) extends Source {
  import Scraper._

  private val ended = new AtomicReference(Ended(0, 0, Duration.Zero))
  private val threads = Executors.newCachedThreadPool(daemons)
  private val clock = Executors.newSingleThreadScheduledExecutor(daemons)
  clock.scheduleAtFixedRate(() => threads.execute(() => scrape()), how.every.toMillis, how.every.toMillis, MILLISECONDS)

  override def columns: Vector[String] =
    Vector("scrapes_total", "scrapes_answered_total", "scrape_seconds_total").map(column => s"$part.$column")

  override def sample(): Vector[Option[Double]] = {
    val now = ended.get()
    Vector(now.all.toDouble, now.answered.toDouble, now.time.toUnit(SECONDS)).map(Some(_))
  }

  override def close(): Unit = {
    val _ = clock.shutdownNow()
    val _ = threads.shutdownNow()
  }

  private def scrape(): Unit = {
    val begun = System.nanoTime()
    val answered = Http.status(prometheus, how.patience).contains(200)
    val took = (System.nanoTime() - begun).nanos
    val _ = ended.updateAndGet(before =>
      Ended(before.all + 1, before.answered + (if (answered) 1 else 0), before.time + took)
    )
  }
}

private object Scraper {

  /** How many scrapes have ended, how many of them with an answer, and how long all of them took. */
  private final case class Ended(all: Long, answered: Long, time: FiniteDuration)

  private val daemons: ThreadFactory = { task =>
    val thread = new Thread(task, "scraper")
    thread.setDaemon(true)
    thread
  }
}
