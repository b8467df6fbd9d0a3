package bottleneck.lab.explain.report

import bottleneck.lab.explain.result.{Result, StaircaseReading, Variant}
import bottleneck.lab.explain.stats.LevelReading
import scalatags.Text.all._

/** The levels of the newest load staircase of each variant; nothing where no run has one. */
private[report] object StaircaseTable {
  private val columns = Vector("OK/s", "p50", "p95", "errors")

  def of(variants: Vector[Variant]): Vector[Frag] = {
    val rows = variants.map(_.newest).flatMap(run => run.staircase.toVector.flatMap(group(run, _)))
    if (rows.isEmpty) Vector.empty
    else Vector(Page.table("levels", "levels numbers", header, rows), p(cls := "note")(reading))
  }

  private val reading =
    "Sustained: the last level such that it and all before it meet the SLO. Saturation: the level from which more users " +
      "bring hardly more throughput (Kneedle)."

  private val header: Frag = tr(th(cls := "text")("users"), columns.map(th(_)))

  private def group(run: Result, staircase: StaircaseReading): Vector[Frag] = {
    val slo = s": SLO of p95 ${Numbers.millis(staircase.slo.p95Ms)} and ${Numbers.percent(staircase.slo.errors)} errors"
    val title = th(colspan := columns.size + 1, cls := "text")(run.run.variant, slo, " ", Badge.of(run))
    tr(cls := "group")(title) +: staircase.levels.map(row(_, staircase))
  }

  private def row(level: LevelReading, staircase: StaircaseReading): Frag = {
    val marks = Vector(
      Option.when(staircase.sustained.contains(level))("sustained"),
      Option.when(staircase.saturation.contains(level))("saturation")
    ).flatten
    tr(
      th(attr("scope") := "row", cls := "text")(
        Numbers.count(level.users.toDouble),
        if (marks.isEmpty) frag() else div(cls := "note")(marks.mkString(", "))
      ),
      Page.number(Some(Numbers.plain(level.throughput))),
      Vector(level.p50Ms, level.p95Ms).map(ms => Page.number(ms.map(time => Numbers.millis(time.toDouble)))),
      Page.number(Some(Numbers.percent(level.errors)))
    )
  }
}
