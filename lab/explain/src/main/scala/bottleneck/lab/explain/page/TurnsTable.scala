package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.{TurnsFigure, TurnsResult}
import bottleneck.lab.model.{Column, Numbers, Table}
import scalatags.Text.all._

/** Two variants that ran by turns in one run. */
private[page] object TurnsTable {
  private type Row = (TurnsResult, TurnsFigure)

  def of(runs: Vector[TurnsResult]): Vector[Frag] = {
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
    if (rows.isEmpty) Vector.empty
    else
      Vector(
        Table(columns, rows).html("turns"),
        p(cls := "note")(
          "Both ran at once, and users were sent to one and then to the other, in turns of a second or more and in random order: what the machine did meanwhile happened to both."
        )
      )
  }
}
