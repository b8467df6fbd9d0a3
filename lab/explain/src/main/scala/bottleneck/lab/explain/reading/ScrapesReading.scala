package bottleneck.lab.explain.reading

import bottleneck.lab.explain.record.Scrapes
import bottleneck.lab.explain.series.Metrics

/** How often instances answered the lab, once a row.
  *
  * @param rows
  *   of the window
  */
private[reading] final class ScrapesReading(metrics: Metrics, services: Vector[String], rows: Seq[Int]) {

  /** Rows in which an instance's own endpoint answered: its processes are sampled without it. */
  def scrapes: Option[Scrapes] = {
    val instances = services.map(service => metrics.columns.filter(isTold(service, _))).filter(_.nonEmpty)
    val answers = for { columns <- instances; row <- rows if columns.exists(metrics.gauge(_)(row).isDefined) } yield row
    Option.when(instances.nonEmpty)(Scrapes(instances.size.toDouble * rows.size, answers.size.toDouble))
  }

  private def isTold(service: String, column: String): Boolean =
    Vector("hikari_", "tomcat_", "jvm_", "http_").exists(what => column.startsWith(s"$service.$what"))
}
