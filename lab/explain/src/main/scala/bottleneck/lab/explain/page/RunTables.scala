package bottleneck.lab.explain.page

import bottleneck.lab.chart.{Axes, AxisScale, Chart, Drawn, Look, Point, Series}
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.{LevelReading, StaircaseReading}
import bottleneck.lab.explain.verdict.{RunMetric, RunMetrics, StoredResult, Variant}
import bottleneck.lab.model.{Column, Numbers, Table}
import bottleneck.lab.page.PageParts
import bottleneck.lab.statistics.Interval
import scalatags.Text.all._

/** What was measured of one subject in the newest run of each variant, with a note on how to read it; empty where no
  * run has any.
  */
private[page] object RunTables {
  def balancer(variants: Vector[Variant]): Vector[Frag] = table[BalancedServer](
    "load balancer",
    variants,
    _.balancer.toVector.flatMap(_.servers),
    "By the balancer's log: what it received for each instance, and answered itself with 5xx, such as 504 where an " +
      s"instance was silent for too long. Times are since the start of the run. ${BalancerRecord.noServer} is what no instance was left for."
  )(
    text("instance")(_.name),
    number("requests")(of => Some(Numbers.count(of.requests))),
    number("in the window")(of => Some(Numbers.count(of.inWindow))),
    number("5xx of its own")(of => Some(Numbers.count(of.failed))),
    number("last request")(_.lastReceivedMs.map(Numbers.millis(_))),
    number("marked down")(_.downAtMs.map(Numbers.millis(_)))
  )

  def interventions(variants: Vector[Variant]): Vector[Frag] = table[InterventionStep](
    "interventions",
    variants,
    _.intervention,
    "Times are since the start of the run. A stall is the longest time of the window in which requests waited and " +
      s"none was answered: ${variants.map(_.shown).filter(_.intervention.nonEmpty).map(stalls).mkString("; ")}."
  )(
    text("step")(_.name),
    number("began")(of => Some(Numbers.millis(of.fromMs.toLong))),
    number("took")(_.durationMs.map(ms => Numbers.millis(ms.toLong))),
    text("outcome")(_.outcome)
  )

  private def stalls(run: Result): String = {
    val each = run.stalls.toVector.sorted.map { case (request, ms) => s"$request ${Numbers.millis(ms)}" }
    s"${run.run.variant} (${if (each.isEmpty) "none" else each.mkString(", ")})"
  }

  def levels(variants: Vector[Variant]): Vector[Frag] = table[(LevelReading, StaircaseReading)](
    "levels",
    variants,
    _.staircase.toVector.flatMap(stairs => stairs.levels.map(_ -> stairs)),
    "Sustained: the last level such that it and all before it meet the SLO " +
      s"(${variants.flatMap(_.shown.staircase).map(slo).distinct.mkString(" or ")}). Saturation: the " +
      "level from which more users bring hardly more throughput (Kneedle)."
  )(
    number("users")(of => Some(Numbers.count(of._1.users))),
    number("OK/s")(of => Some(Numbers.plain(of._1.throughput))),
    number("p50")(_._1.p50Ms.map(Numbers.millis(_))),
    number("p95")(_._1.p95Ms.map(Numbers.millis(_))),
    number("errors")(of => Some(Numbers.percent(of._1.errors))),
    text("mark") { case (level, stairs) =>
      val marks = stairs.marks.collect { case (mark, found) if found.contains(level) => mark }
      if (marks.isEmpty) Numbers.none else marks.mkString(", ")
    }
  )

  private def slo(of: StaircaseReading): String =
    s"p95 ${Numbers.millis(of.slo.p95Ms)}, ${Numbers.percent(of.slo.errors)} errors"

  /** Share of each in a load that several sent together. */
  def injectors(variants: Vector[Variant]): Vector[Frag] = table[InjectorShare](
    "injectors",
    variants,
    _.injectors,
    "The merged log has the times of each injector's own clock: NTP must keep them together."
  )(
    text("injector")(_.name),
    text("machine")(_.host),
    number("users")(_.sent.map(of => Numbers.count(of.users))),
    number("requests")(_.sent.map(of => Numbers.count(of.requests))),
    number("began after")(_.sent.map(of => Numbers.millis(of.beganMs))),
    number("cores used")(_.sent.flatMap(of => of.generatorCores.map(cores => s"${Numbers.cores(cores)} of ${of.cpus}")))
  )

  def turns(runs: Vector[TurnsResult]): Vector[Frag] = {
    type Row = (TurnsResult, TurnsFigure)
    val rows = for (run <- runs; figure <- run.figures) yield run -> figure
    val columns = Vector(
      Column.text[Row]("one")(_._1.one),
      Column.text[Row]("other")(_._1.other),
      Column.text[Row]("figure")(_._2.name),
      Column.number[Row]("of one")(row => Numbers.plain(row._2.one)),
      Column.number[Row]("of the other")(row => Numbers.plain(row._2.other)),
      Column.number[Row]("one ÷ other, 95 % interval")(_._2.interval),
      Column.number[Row]("pairs")(_._1.pairs.size.toString)
    )
    noted(
      "turns",
      columns,
      rows,
      "Both ran at once, and users were sent to one and then to the other, in turns of a second or more and in random order: what the machine did meanwhile happened to both."
    )
  }

  private def text[A](label: String)(of: A => String): Column[(Result, A)] = Column.text(label)(row => of(row._2))

  private def number[A](label: String)(of: A => Option[String]): Column[(Result, A)] =
    Column.number(label)(row => of(row._2).getOrElse(Numbers.none))

  private def table[A](name: String, variants: Vector[Variant], of: Result => Vector[A], note: String)(
      columns: Column[(Result, A)]*
  ): Vector[Frag] = {
    val rows = variants.map(_.shown).flatMap(run => of(run).map(run -> _))
    val variant = Column.text[(Result, A)]("variant")(row => Badge.named(row._1))
    noted(name, variant +: columns.toVector, rows, note)
  }

  private def noted[A](name: String, columns: Vector[Column[A]], rows: Vector[A], note: String): Vector[Frag] =
    if (rows.isEmpty) Vector.empty else Vector(Table(columns, rows).html(name), p(cls := "note")(note))
}

/** Every figure of each variant's run, by subject: those that one of them has. */
private[page] object FiguresTable {
  def of(variants: Vector[Variant]): Vector[Frag] = {
    val runs = variants.map(_.shown)
    val groups = RunMetrics.groups.map { case (subject, rows) =>
      subject -> rows.filter(row => runs.exists(row.text(_).isDefined))
    }
    val header = tr(th(cls := "text")("figure"), variants.map(variant => th(cls := "text")(variant.name)))
    val rows = groups.filter(_._2.nonEmpty).flatMap { case (subject, rows) =>
      tr(cls := "group")(th(colspan := runs.size + 1)(subject)) +: rows.map(row(_, variants))
    }
    if (runs.isEmpty) Vector.empty else Vector(PageParts.table("figures", header, rows, "conditions"))
  }

  private def row(of: RunMetric, variants: Vector[Variant]): Frag = tr(
    th(attr("scope") := "row")(code(of.name), div(cls := "note")(of.about)),
    variants.map(variant =>
      td(cls := "number", attr("data-label") := variant.name)(of.text(variant.shown).getOrElse[String](Numbers.none))
    )
  )
}

/** Query plans of each variant: the first and the last side by side, the others folded. */
private[page] object QueryPlans {
  def of(files: Vector[(Variant, RunDetails)]): Vector[Frag] = {
    val plans = files.flatMap { case (variant, read) => read.plan.map(variant -> _) }
    val ends = (plans.headOption.toVector ++ plans.lastOption).distinct
    val between = plans.diff(ends)
    if (plans.isEmpty) Vector.empty
    else
      div(cls := "plans")(ends.map { case (variant, plan) => shown(variant, plan, attr("open").empty) }) +:
        between.map { case (variant, plan) => shown(variant, plan) }
  }

  private def shown(variant: Variant, plan: String, open: Modifier*): Frag =
    tag("details")(open)(tag("summary")(variant.name, " ", Badge.of(variant.shown)), pre(tabindex := 0)(plan))
}

/** Spread of repeated runs of a variant; empty where each variant ran once. */
private[page] object RepeatedRuns {
  def of(variants: Vector[Variant], links: Links): Vector[Frag] = {
    val repeated = variants.filter(_.runs.size > 1)
    if (repeated.isEmpty) Vector.empty
    else
      Vector(
        PageParts.table("spread", columns.header, repeated.map(spread)),
        div(cls := "charts")(repeated.zipWithIndex.map { case (variant, n) => trend(variant, n).draw }),
        tag("details")(
          tag("summary")("All runs"),
          PageParts.table("all runs", ofRuns.header, repeated.flatMap(_.runs).map(run(_, links)))
        )
      )
  }

  private val columns = Columns.plain("variant", "runs", "of them counted", "lowest", "highest", "mean, 95 % interval")

  private def spread(variant: Variant): Frag = {
    val rates = variant.counted.map(_.total.throughput)
    val numbers = Vector(
      Some(variant.runs.size.toString),
      Some(rates.size.toString),
      rates.minOption.map(Numbers.rate),
      rates.maxOption.map(Numbers.rate),
      Interval.of(rates).map(Numbers.interval)
    )
    columns.row("", th(attr("scope") := "row", cls := "text")(variant.name), numbers.map(Columns.number(_)))
  }

  private def trend(variant: Variant, n: Int): Chart = {
    val dated = for { run <- variant.runs.map(_.result); at <- run.run.started } yield at.getEpochSecond.toDouble -> run
    def points(which: Result => Boolean): Vector[Point] =
      dated.collect { case (at, result) if which(result) => RunSeries.throughput(at, result) }
    Chart(
      s"trend-$n",
      s"Runs of ${variant.name}",
      Axes.time("start of the run", AxisScale.time(dated.map(_._1))) ->
        Axes.plain(
          "responses per second",
          AxisScale.fromZero(dated.map(_._2).flatMap(of => of.total.throughput +: of.interval.map(_.high).toVector))
        ),
      Series("measured", Look.First, Drawn.Points, points(_.sound)) +: RunSeries.unsound(points)
    )
  }

  private val ofRuns = Columns.plain("variant", "started", "responses", "p99", "state", "Gatling's report")

  private def run(stored: StoredResult, links: Links): Frag = {
    val result = stored.result
    val texts = Vector(Numbers.minute(result.run.startedAt), result.rate, result.latency(_.p99))
    val report = links.gatling(stored).fold[Frag](Numbers.none)(link => a(href := link)(result.run.id))
    ofRuns.row(
      Badge.row(result).getOrElse(""),
      th(attr("scope") := "row", cls := "text")(result.run.variant),
      texts.map(text => Columns.number(Some(text))) :+ td(cls := "text")(Badge.of(result), Badge.objections(result)) :+
        td(cls := "text")(report)
    )
  }
}
