package bottleneck.lab.parts.metrics

import bottleneck.lab.figures.target.Scraping
import bottleneck.lab.parts.host.{Daemon, Http}
import java.math.BigDecimal
import java.net.URI
import java.util.concurrent.TimeUnit.MILLISECONDS
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{Executors, ThreadFactory}
import scala.concurrent.duration._
import scala.util.Try
import scala.util.matching.Regex

/** Scrapes the instance `part`, as Prometheus does, in time, whether the scrapes before have ended or not. */
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

  /** Number of scrapes that ended, number that were answered, and total duration of all. */
  private final case class Ended(all: Long, answered: Long, time: FiniteDuration)

  private val daemons: ThreadFactory = new Daemon("scraper", _)
}

private[metrics] final case class Exposed(name: String, labels: Map[String, String], value: Double)

/** Prometheus' text format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
private[metrics] object PrometheusText {
  private val quoted = """"([^"\\]*+(?:\\.[^"\\]*+)*+)""""
  private val sample = """\s*+([a-zA-Z_:][a-zA-Z0-9_:]*+)\s*+(?:\{(.*)\})?\s*+([^\s{}]++)(?:\s++-?\d++)?\s*+""".r
  private val label = s"\\s*+([a-zA-Z_][a-zA-Z0-9_]*+)\\s*+=\\s*+$quoted\\s*+(?:,\\s*+|$$)".r
  private val escape = """\\(.)""".r

  /** Every sample in order, or the first line that is none. */
  def parse(text: String): Either[String, Vector[Exposed]] = {
    val (bad, samples) = text.linesIterator.filterNot(isComment).toVector.partitionMap(line => read(line).toRight(line))
    bad.headOption.toLeft(samples)
  }

  private def isComment(line: String): Boolean = line.isBlank || line.stripLeading.startsWith("#")

  private def read(line: String): Option[Exposed] = line match {
    case sample(name, list, number) =>
      for { labels <- labels(Option(list).fold("")(_.trim)); value <- value(number) } yield Exposed(name, labels, value)
    case _ => None
  }

  private def labels(list: String): Option[Map[String, String]] = {
    val found = label.findAllMatchIn(list).toVector
    val isWhole = found.map(label => label.end - label.start).sum == list.length
    Option.when(isWhole)(found.map(label => label.group(1) -> unescaped(label.group(2))).toMap)
  }

  private def unescaped(value: String): String =
    if (!value.contains('\\')) value
    else
      escape.replaceAllIn(
        value,
        found => Regex.quoteReplacement(if (found.group(1) == "n") "\n" else found.group(1))
      )

  /** Java writes infinity out. */
  private def value(number: String): Option[Double] =
    Try((if (number.endsWith("Inf")) s"${number}inity" else number).toDouble).toOption
}

/** The buckets that a service counts the times in which its threads got a connection in. */
object AcquireTimes {

  /** Upper bounds in seconds, as Prometheus writes them. */
  private[metrics] val bounds: Vector[String] = Vector(
    Vector("0.001", "0.002", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5"),
    Vector("1.0", "2.0", "3.2", "5.0", "10.0", "20.0", "30.0")
  ).flatten

  /** The Spring property that makes Micrometer count in them. */
  val property: (String, String) = "management.metrics.distribution.slo.hikaricp.connections.acquire" ->
    bounds.map(bound => s"${new BigDecimal(bound).movePointRight(3).toBigInteger}ms").mkString(",")
}
