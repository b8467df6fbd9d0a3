package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.balancer.BalancerRecord
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.series.PartMetrics
import bottleneck.lab.explain.statistics.LevelReading
import bottleneck.lab.explain.verdict.{RunMetrics, Variant}
import bottleneck.lab.page.PageParts
import scalatags.Text.all._

/** Load balancer numbers in the newest run of each variant; empty where no run has one. */
private[page] object BalancerTable extends RunTable("load balancer", "balancer numbers") {
  override protected val columns: Columns =
    Columns.plain("instance", "requests", "in the window", "5xx of its own", "last request", "marked down")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "By the balancer's log: what it received for each instance, and answered itself with 5xx, such as 504 where an " +
      s"instance was silent for too long. Times are since the start of the run. ${BalancerRecord.noServer} is what no instance was left for."
  )

  override protected def rows(run: Result): Seq[Frag] = run.measured.balancer.toVector.flatMap { reading =>
    val used = run.figures(PartMetrics.balancer).map(cores => s": the balancer used ${Numbers.cores(cores)} cores")
    group(run, used.getOrElse("")) +: reading.servers.map(row)
  }

  private def row(server: BalancedServer): Frag = part(
    server.name,
    Vector(server.requests, server.inWindow, server.failed).map(n => Page.number(Some(Numbers.count(n)))) ++
      Vector(server.lastReceivedMs, server.downAtMs).map(ms => Page.number(ms.map(Numbers.millis(_))))
  )
}

/** Every figure of each variant's run, by subject: those that one of them has. */
private[page] object FiguresTable {
  def of(variants: Vector[Variant]): Vector[Frag] = {
    val runs = variants.map(_.shown)
    val groups = RunMetrics.rows.map { case (subject, rows) =>
      subject -> rows.filter(row => runs.exists(row.text(_).isDefined))
    }
    val header = tr(th(cls := "text")("figure"), variants.map(variant => th(cls := "text")(variant.name)))
    val rows = groups.filter(_._2.nonEmpty).flatMap { case (subject, rows) =>
      tr(cls := "group")(th(colspan := runs.size + 1)(subject)) +: rows.map(row(_, variants))
    }
    if (runs.isEmpty) Vector.empty else Vector(PageParts.table("figures", header, rows, "conditions"))
  }

  private def row(of: RunMetrics.Row, variants: Vector[Variant]): Frag = tr(
    th(attr("scope") := "row")(code(of.name), div(cls := "note")(of.about)),
    variants.map(variant =>
      td(cls := "number", attr("data-label") := variant.name)(of.text(variant.shown).getOrElse[String](Numbers.none))
    )
  )
}

/** Interventions of the lab in the newest run of each variant, and the stalls that followed; empty where there were
  * none.
  */
private[page] object InterventionTable extends RunTable("interventions", "interventions numbers") {
  override protected val columns: Columns = Columns.plain("step", "began", "took", "outcome")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Times are since the start of the run. A stall is the longest time of the window in which requests waited and none was answered."
  )

  override protected def rows(run: Result): Seq[Frag] = if (run.treatment.intervention.isEmpty) Vector.empty
  else {
    val stalls = run.measured.stalls.toVector.sorted.map { case (name, ms) => s"$name ${Numbers.millis(ms)}" }
    group(run, s": stalls of ${stalls.mkString(", ")}") +: run.treatment.intervention.map(step)
  }

  private def step(step: InterventionStep): Frag = part(
    step.name,
    Vector(Some(step.fromMs), step.durationMs).map(ms => Page.number(ms.map(Numbers.millis(_)))) :+
      Page.number(Some(step.outcome))
  )
}

/** The levels of the newest load staircase of each variant; nothing where no run has one. */
private[page] object StaircaseTable extends RunTable("levels", "levels numbers") {
  override protected val columns: Columns = Columns.plain("users", "OK/s", "p50", "p95", "errors")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Sustained: the last level such that it and all before it meet the SLO. Saturation: the level from which more users " +
      "bring hardly more throughput (Kneedle)."
  )

  override protected def rows(run: Result): Seq[Frag] = run.measured.byLoad.staircase.toVector.flatMap { staircase =>
    val slo = s": SLO of p95 ${Numbers.millis(staircase.slo.p95Ms)} and ${Numbers.percent(staircase.slo.errors)} errors"
    group(run, slo) +: staircase.levels.map(level(_, staircase))
  }

  private def level(level: LevelReading, staircase: StaircaseReading): Frag = {
    val marks = Vector(
      Option.when(staircase.sustained.contains(level))("sustained"),
      Option.when(staircase.saturation.contains(level))("saturation")
    ).flatten
    part(
      frag(
        Numbers.count(level.users),
        if (marks.isEmpty) frag() else div(cls := "note")(marks.mkString(", "))
      ),
      Page.number(Some(Numbers.plain(level.throughput))) +:
        Vector(level.p50Ms, level.p95Ms).map(ms => Page.number(ms.map(Numbers.millis(_)))) :+
        Page.number(Some(Numbers.percent(level.errors)))
    )
  }
}

/** Share of each injector in a load that several sent together; empty where one sent all. */
private[page] object InjectorTable extends RunTable("injector", "injectors") {
  override protected val columns: Columns =
    Columns.plain("injector", "machine", "users", "requests", "began after", "cores used")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "The merged log has the times of each injector's own clock: NTP must keep them together."
  )

  override protected def rows(run: Result): Seq[Frag] = {
    val injectors = run.treatment.injectors
    if (injectors.isEmpty) Vector.empty else group(run, "") +: injectors.map(row)
  }

  private def row(share: InjectorShare): Frag = {
    def number(text: SentShare => Option[String]): Columns.Cell = Page.number(share.sent.flatMap(text))
    part(
      share.name,
      Vector(
        td(cls := "text")(share.host),
        number(sent => Some(Numbers.count(sent.users))),
        number(sent => Some(Numbers.count(sent.requests))),
        number(sent => Some(Numbers.millis(sent.beganMs))),
        number(sent => sent.generatorCores.map(cores => s"${Numbers.cores(cores)} of ${sent.cpus}"))
      )
    )
  }
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
