package bottleneck.lab.report.chart

import bottleneck.lab.figures.Numbers
import scala.annotation.tailrec
import scalatags.Text.all._
import scalatags.Text.{svgTags => svg}

/** Sampled stacks, the outermost box first, each with its number of samples. A box is as wide as its share of all, and
  * stands below the one that calls it; those that are not own and call nothing else are one box with what they call.
  * What is too narrow to be seen is left out.
  */
final case class FlameGraph(id: String, title: String, stacks: Vector[(Vector[FlameGraph.Box], Long)]) extends Drawing {
  import FlameGraph._

  private val all = stacks.map(_._2).sum
  private val rows = placed(stacks, 0, 0)

  def draw: Frag =
    if (rows.isEmpty) frag()
    else Figure(id, title, summary, Vector.empty).of(width, (rows.map(_.row).max + 1) * high + 2, frag(rows.map(box)))

  private def summary: String = {
    val widest = rows.filter(_.box.isOwn).sortBy(-_.count).take(mostNamed)
    val named = if (widest.isEmpty) rows.filter(_.row == 0).sortBy(-_.count).take(mostNamed) else widest
    named.map(of => s"${of.box.label}: ${share(of)}").mkString("", ", ", ".")
  }

  private def placed(of: Vector[(Vector[Box], Long)], row: Int, from: Long): Vector[Placed] = {
    val under = of.filter(_ => row < deepest).filter(_._1.nonEmpty).groupBy(_._1.head.label).values.toVector
    val inOrder = under.map(same => same -> same.map(_._2).sum).sortBy { case (same, count) =>
      (-count, same.head._1.head.label)
    }
    val starts = inOrder.scanLeft(from)(_ + _._2)
    inOrder.zip(starts).filter { case ((_, count), _) => count >= narrowest * all }.flatMap {
      case ((same, count), start) =>
        val (first, called) = joined(same.head._1.head, same.map { case (boxes, n) => boxes.tail -> n })
        Placed(first, row, start, count) +: placed(called, row + 1, start)
    }
  }

  /** A box with those that it alone calls, and what they call. */
  @tailrec
  private def joined(box: Box, called: Vector[(Vector[Box], Long)]): (Box, Vector[(Vector[Box], Long)]) = {
    val next = called.map(_._1.headOption).distinctBy(_.map(_.label))
    next match {
      case Vector(Some(only)) if !box.isOwn && !only.isOwn =>
        val name = if (box.label.endsWith(only.label)) box.label else s"${box.label} › ${only.label}"
        joined(Box(name, only.detail, isOwn = false), called.map { case (boxes, n) => boxes.tail -> n })
      case _ => box -> called
    }
  }

  private def box(of: Placed): Frag = {
    def x(samples: Long): Double = width * samples / all
    val (left, right, top) = (x(of.start), x(of.start + of.count), of.row * high)
    val letters = ((right - left - 8) / letter).toInt
    val label = if (of.box.label.length <= letters) of.box.label else of.box.label.takeRight(letters - 1)
    svg.g(
      Shape.rectangle(if (of.box.isOwn) "flame own" else "flame", (left, right - 0.5), (top + 1, top + high)),
      if (letters < leastLetters) frag()
      else Shape.label("flame", "start", left + 4, top + high - 5)(if (label == of.box.label) label else s"…$label"),
      tag("title")(s"${of.box.label}, ${share(of)}: ${of.box.detail}")
    )
  }

  private def share(of: Placed): String = Numbers.percent(of.count.toDouble / all)
}

object FlameGraph {

  /** A caller or a called one; `detail` is shown to who points at it. */
  final case class Box(label: String, detail: String, isOwn: Boolean)

  private final case class Placed(box: Box, row: Int, start: Long, count: Long)

  private val width = 1000.0
  private val high = 20.0
  private val letter = 6.6
  private val leastLetters = 4
  private val narrowest = 0.004
  private val mostNamed = 3
  private val deepest = 80
}
