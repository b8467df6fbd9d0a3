package bottleneck.lab.model

/** The table of a run's requests: all of them, then each, then the groups. */
object RequestTable {

  final case class Row(kind: String, name: String, outcome: Outcome)

  /** For a page, a comment or a terminal. */
  def of(run: Run, metrics: Vector[Metric] = headline): Table[Row] = Table(
    Column.text[Row]("request")(row => if (row.kind == "group") s"${row.name} (group)" else row.name) +: metrics.map(
      metric
    ),
    rows(run)
  )

  /** Every metric, for CSV. */
  def complete(run: Run): Table[Row] =
    Table(
      Vector(Column.text[Row]("kind")(_.kind), Column.text[Row]("name")(_.name)) ++ Metrics.all.map(metric),
      rows(run)
    )

  val headline: Vector[Metric] =
    Vector(Metrics.requests, Metrics.ko, Metrics.failedPercent, Metrics.throughput) ++
      Vector("mean", "p50", "p95", "p99", "max").flatMap(Metrics.named)

  private def metric(metric: Metric): Column[Row] = Column.metric[Row](metric)(_.outcome)

  private def rows(run: Run): Vector[Row] =
    Row("all", "All requests", run.total) +: (run.requests.map { case (name, outcome) =>
      Row("request", name, outcome)
    } ++
      run.groups.map { case (name, outcome) => Row("group", name, outcome) })
}
