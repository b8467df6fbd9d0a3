package bottleneck.lab.figures.settings

/** Scale of a run: fraction of a source's load and duration that it replays. */
sealed abstract class Scale(val name: String) {

  def choose[A](quick: => A, full: => A): A = this match {
    case Scale.Quick => quick
    case Scale.Full => full
  }
}

object Scale {

  /** Fewer users and shorter plateaus: a variant in at most 45 s. */
  case object Quick extends Scale("quick")

  /** The source's own load and durations. */
  case object Full extends Scale("full")

  val all: Vector[Scale] = Vector(Quick, Full)
}
