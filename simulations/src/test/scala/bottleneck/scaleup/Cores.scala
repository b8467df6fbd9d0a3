package bottleneck.scaleup

/** How many cores a part of the target may use: each step doubles them, as the price of the published tiers doubles. */
private[scaleup] sealed abstract class Cores(val number: Double, val name: String)

private[scaleup] object Cores {
  case object Half extends Cores(0.5, "half a core")
  case object One extends Cores(1, "1 core")
  case object Two extends Cores(2, "2 cores")

  /** From the smallest to the largest. */
  def all: Vector[Cores] = Vector(Half, One, Two)
}
