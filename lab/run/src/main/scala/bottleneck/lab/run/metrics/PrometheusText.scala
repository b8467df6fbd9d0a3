package bottleneck.lab.run.metrics

import scala.util.Try
import scala.util.matching.Regex

/** One sample of a metric. */
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

  private def value(number: String): Option[Double] = number match {
    case "+Inf" | "Inf" => Some(Double.PositiveInfinity)
    case "-Inf" => Some(Double.NegativeInfinity)
    case _ => Try(number.toDouble).toOption
  }
}
