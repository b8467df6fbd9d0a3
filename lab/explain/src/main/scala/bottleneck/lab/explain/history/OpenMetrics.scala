package bottleneck.lab.explain.history

/** Every series as a gauge with a time stamp of each night, in the text format of OpenMetrics 1.0
  * (https://prometheus.io/docs/specs/om/open_metrics_spec/), in base units.
  */
object OpenMetrics {

  /** @param unit the end of its name, where the specification knows one */
  private final case class Family(metric: Metric, name: String, unit: Option[String], perUnit: Double, help: String)

  private val families = Vector(
    Family(Metric.Throughput, "throughput_per_second", None, 1, "Successful responses per second."),
    Family(Metric.MeanTime, "response_time_mean_seconds", Some("seconds"), 1000, "Mean response time."),
    Family(Metric.P99, "response_time_p99_seconds", Some("seconds"), 1000, "99th percentile of response times."),
    Family(Metric.CpuTime, "service_cpu_time_seconds", Some("seconds"), 1000, "CPU time of the service per response.")
  )

  def render(histories: Histories): String =
    (families.flatMap(lines(_, histories)) :+ "# EOF").mkString("", "\n", "\n")

  private def lines(family: Family, histories: Histories): Vector[String] = {
    val name = s"bottleneck_${family.name}"
    val samples = for {
      series <- histories.series.filter(_.metric == family.metric)
      value <- series.values
    } yield {
      val labels = s"""{experiment="${escaped(series.experiment)}",variant="${escaped(series.variant)}"}"""
      s"$name$labels ${value.value / family.perUnit} ${histories.nights(value.night).began.getEpochSecond}"
    }
    val unit = family.unit.map(unit => s"# UNIT $name $unit")
    if (samples.isEmpty) Vector.empty
    else (s"# TYPE $name gauge" +: unit.toVector) ++ (s"# HELP $name ${family.help}" +: samples)
  }

  private def escaped(text: String): String =
    text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")
}
