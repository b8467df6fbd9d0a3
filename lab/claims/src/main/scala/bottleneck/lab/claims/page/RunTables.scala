package bottleneck.lab.claims.page

import bottleneck.lab.claims.verdict.{RunMetric, RunMetrics, StoredResult, Variant}
import bottleneck.lab.figures.Numbers
import bottleneck.lab.figures.reading.{LevelReading, StaircaseReading}
import bottleneck.lab.figures.record._
import bottleneck.lab.figures.statistics.Interval
import bottleneck.lab.report.chart._
import bottleneck.lab.report.{Column, Details, Html, Note, Part, Table}
import scalatags.Text.all._

/** What was measured of one subject in the newest run of each variant, with a note on how to read it; empty where no
  * run has any.
  */
private[page] object RunTables {
  def balancer(variants: Vector[Variant]): Vector[Part] = table[BalancedServer](
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

  def interventions(variants: Vector[Variant]): Vector[Part] = table[InterventionStep](
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

  def levels(variants: Vector[Variant]): Vector[Part] = table[(LevelReading, StaircaseReading)](
    "levels",
    variants,
    _.staircase.toVector.flatMap(stairs => stairs.levels.map(_ -> stairs)),
    "Sustained: the last level such that it and all before it meet the SLO " +
      s"(${variants.flatMap(_.shown.staircase).map(slo).distinct.mkString(" or ")}). Saturation: the " +
      "level from which more users bring hardly more throughput (Kneedle)."
  )(
    ofLevel.map(_.from[(Result, (LevelReading, StaircaseReading))](_._2._1)) :+
      text[(LevelReading, StaircaseReading)]("mark") { case (level, stairs) =>
        val marks = stairs.marks.collect { case (mark, found) if found.contains(level) => mark }
        if (marks.isEmpty) Numbers.none else marks.mkString(", ")
      }: _*
  )

  val ofLevel: Vector[Column[LevelReading]] = Vector(
    Column.number[LevelReading]("users")(of => Numbers.count(of.users)),
    Column.number[LevelReading]("OK/s")(of => Numbers.plain(of.throughput)),
    Column.some[LevelReading]("p50")(_.p50Ms.map(Numbers.millis(_))),
    Column.some[LevelReading]("p95")(_.p95Ms.map(Numbers.millis(_))),
    Column.number[LevelReading]("errors")(of => Numbers.percent(of.errors))
  )

  private def slo(of: StaircaseReading): String =
    s"p95 ${Numbers.millis(of.slo.p95Ms)}, ${Numbers.percent(of.slo.errors)} errors"

  /** Share of each in a load that several sent together. */
  def injectors(variants: Vector[Variant]): Vector[Part] = table[InjectorShare](
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

  def turns(runs: Vector[TurnsResult]): Vector[Part] = {
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
    Column.some(label)(row => of(row._2))

  private def table[A](name: String, variants: Vector[Variant], of: Result => Vector[A], note: String)(
      columns: Column[(Result, A)]*
  ): Vector[Part] = {
    val rows = variants.map(_.shown).flatMap(run => of(run).map(run -> _))
    val variant = Column.text[(Result, A)]("variant")(row => Badge.named(row._1))
    noted(name, variant +: columns.toVector, rows, note)
  }

  private def noted[A](name: String, columns: Vector[Column[A]], rows: Vector[A], note: String): Vector[Part] =
    if (rows.isEmpty) Vector.empty else Vector(Table(columns, rows).as(name), Note(note))
}

/** Every figure of each variant's run, by subject: those that one of them has. */
private[page] object FiguresTable {
  def of(variants: Vector[Variant]): Table[RunMetric] = {
    val figure = Column.text[RunMetric]("figure")(_.name).shown(of => frag(code(of.name), div(cls := "note")(of.about)))
    val values = variants.map(variant => Column.some[RunMetric](variant.name)(_.text(variant.shown)))
    val groups = RunMetrics.groups.map { case (subject, rows) =>
      Option(frag(subject)) -> rows.filter(row => variants.exists(variant => row.text(variant.shown).isDefined))
    }
    Table.grouped(figure +: values, groups).as("figures", css = "conditions")
  }
}

/** Query plans of each variant: the first and the last side by side, the others folded. */
private[page] object QueryPlans {
  def of(files: Vector[(Variant, RunDetails)]): Part = {
    val plans = files.flatMap { case (variant, read) => read.plan.map(variant -> _) }
    val ends = (plans.headOption.toVector ++ plans.lastOption).distinct
    def shown(plans: Vector[(Variant, String)], open: Boolean): Vector[Frag] = plans.map { case (variant, plan) =>
      Details(Badge.beside(variant), Vector(Html(pre(tabindex := 0)(plan), isEmpty = false)), open).html
    }
    Html(
      frag(div(cls := "plans")(shown(ends, open = true)), shown(plans.diff(ends), open = false)),
      isEmpty = plans.isEmpty
    )
  }
}

/** Spread of repeated runs of a variant; empty where each variant ran once. */
private[page] object RepeatedRuns {
  def of(variants: Vector[Variant], links: Links): Vector[Part] = {
    val repeated = variants.filter(_.runs.size > 1)
    if (repeated.isEmpty) Vector.empty
    else
      Vector(
        Table(spread, repeated, "spread", term = Glossary.to),
        Charts(repeated.zipWithIndex.map { case (variant, n) => trend(variant, n) }),
        Details("All runs", Vector(ofRuns(repeated.flatMap(_.runs), links)))
      )
  }

  private val spread: Vector[Column[Variant]] = {
    def rates(of: Variant): Vector[Double] = of.counted.map(_.total.throughput)
    Vector(
      Column.text[Variant]("variant")(_.name),
      Column.number[Variant]("runs")(_.runs.size.toString),
      Column.number[Variant]("of them counted")(rates(_).size.toString),
      Column.some[Variant]("lowest")(rates(_).minOption.map(Numbers.rate)),
      Column.some[Variant]("highest")(rates(_).maxOption.map(Numbers.rate)),
      Column.some[Variant]("mean, 95 % interval")(of => Interval.of(rates(of)).map(Numbers.interval))
    )
  }

  private def trend(variant: Variant, n: Int): Drawing = {
    val dated = for { run <- variant.runs.map(_.result); at <- run.run.started } yield at.getEpochSecond.toDouble -> run
    def points(which: Result => Boolean): Vector[Point] =
      dated.collect { case (at, result) if which(result) => RunSeries.throughput(at, result) }
    val series = Series("measured", Look.First, Drawn.Points, points(_.sound)) +: RunSeries.unsound(points)
    Chart(
      s"trend-$n",
      s"Runs of ${variant.name}",
      Axes.time("start of the run", AxisScale.time(dated.map(_._1))) -> RunSeries.perSecond(Series.values(series)),
      series
    )
  }

  private def ofRuns(runs: Vector[StoredResult], links: Links): Table[StoredResult] = {
    def number(label: String)(of: Result => String): Column[StoredResult] =
      Column.number[StoredResult](label)(run => of(run.result))
    val columns = Vector(
      Column.text[StoredResult]("variant")(_.result.run.variant),
      number("started")(run => Numbers.minute(run.run.startedAt)),
      number("responses")(_.rate),
      number("p99")(_.latency(_.p99)),
      Column.marked[StoredResult]("state")(run => frag(Badge.of(run.result), Badge.objections(run.result).map(_.html))),
      Column.marked[StoredResult]("Gatling's report")(run =>
        links.gatling(run).fold[Frag](Numbers.none)(link => a(href := link)(run.result.run.id))
      )
    )
    Table(columns, runs, "all runs", look = run => Badge.row(run.result), term = Glossary.to)
  }
}
