package bottleneck.lab.report

import bottleneck.lab.figures.{Metric, Metrics, Outcome, Run}

/** The table of a run's requests: all of them, then each, then the groups. */
object RequestTable {

  final case class Row(kind: String, name: String, outcome: Outcome)

  /** For a page, a comment or a terminal; with `withReport`, what Gatling's own report says where it lies beside. */
  def of(run: Run, withReport: Boolean = false): Table[Row] = {
    import Metrics._
    val all = rows(run)
    val found = reported.filter(metric => withReport && all.exists(row => metric.of(row.outcome).nonEmpty))
    val percentiles = overTime.flatMap(of => of +: found.filter(_.percentile == of.percentile))
    val metrics = Vector(requests, ko, failedPercent, rate(run), mean) ++ percentiles :+ max
    val names = Column.text[Row]("request")(row => if (row.kind == "group") s"${row.name} (group)" else row.name)
    Table(names +: metrics.map(metric), all)
  }

  /** Every metric, for CSV. */
  def complete(run: Run): Table[Row] =
    Table(
      Vector(Column.text[Row]("kind")(_.kind), Column.text[Row]("name")(_.name)) ++ Metrics.all.map(metric),
      rows(run)
    )

  /** That of the whole run where there is no window. */
  def rate(run: Run): Metric = if (run.measured.isEmpty) Metrics.runThroughput else Metrics.throughput

  private def metric(metric: Metric): Column[Row] = Column.metric[Row](metric)(_.outcome)

  private def rows(run: Run): Vector[Row] = {
    def of(kind: String, all: Vector[(String, Outcome)]): Vector[Row] =
      all.map { case (name, outcome) => Row(kind, name, outcome) }
    of("all", Vector("All requests" -> run.total)) ++ of("request", run.requests) ++ of("group", run.groups)
  }
}
