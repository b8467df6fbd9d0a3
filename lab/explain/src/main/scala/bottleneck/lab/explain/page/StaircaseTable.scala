package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.{Result, StaircaseReading}
import bottleneck.lab.explain.statistics.LevelReading
import scalatags.Text.all._

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
        Numbers.count(level.users.toDouble),
        if (marks.isEmpty) frag() else div(cls := "note")(marks.mkString(", "))
      ),
      Page.number(Some(Numbers.plain(level.throughput))) +:
        Vector(level.p50Ms, level.p95Ms).map(ms => Page.number(ms.map(time => Numbers.millis(time.toDouble)))) :+
        Page.number(Some(Numbers.percent(level.errors)))
    )
  }
}
