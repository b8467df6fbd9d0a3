package bottleneck.lab.explain.chart

/** Values of one kind.
  *
  * @param name
  *   as the legend has it
  */
final case class Series(name: String, look: Look, drawn: Drawn, points: Vector[Point])

/** A value at `x`, and the ends of its interval where it has one. */
final case class Point(x: Double, y: Double, interval: Option[(Double, Double)] = None) {
  private[chart] def isFinite: Boolean = Vector(x, y).forall(value => !value.isNaN && !value.isInfinite)
}

/** How a series is drawn. */
sealed trait Drawn

object Drawn {
  case object Points extends Drawn
  case object Joined extends Drawn
  case object Bars extends Drawn

  /** A line, broken where neighbours are further apart than `gap`. */
  final case class Line(gap: Double = Double.PositiveInfinity) extends Drawn
}

/** How a series differs from the others without its colour: by the dashes of its line, which the style sheet gives to
  * its class, and by its marker.
  */
sealed abstract class Look(val css: String, val marker: Marker)

object Look {
  case object First extends Look("first", Marker.Circle)
  case object Second extends Look("second", Marker.Square)
  case object Third extends Look("third", Marker.Triangle)
  case object Fourth extends Look("fourth", Marker.Star)
  case object Fifth extends Look("fifth", Marker.Downwards)
  case object Theory extends Look("theory", Marker.Upright)
  case object Published extends Look("published", Marker.Diamond)
  case object Disturbed extends Look("disturbed", Marker.Hourglass)
  case object Invalid extends Look("invalid", Marker.Cross)

  /** Around the mark of another look. */
  case object Knee extends Look("knee", Marker.Ring)
}

/** The path of a mark around (0, 0). */
sealed abstract class Marker(val path: String)

object Marker {
  case object Circle extends Marker("M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z")
  case object Square extends Marker("M-4 -4h8v8h-8z")
  case object Triangle extends Marker("M0 -5l5 9h-10z")
  case object Downwards extends Marker("M0 5l5 -9h-10z")
  case object Diamond extends Marker("M0 -8l8 8l-8 8l-8 -8z")
  case object Star extends Marker("M-5 0h10M0 -5v10")
  case object Cross extends Marker("M-5 -5l10 10M-5 5l10 -10")
  case object Hourglass extends Marker("M-5 -5h10l-10 10h10z")
  case object Ring extends Marker("M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z")
  case object Upright extends Marker("M0 -9v18")
}
