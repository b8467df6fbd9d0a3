package bottleneck.lab.model

/** Truth value of Kleene's three-valued logic: what is undecided stays so unless the other side decides. */
sealed trait Truth {
  import Truth._

  def and(other: Truth): Truth =
    if (this == No || other == No) No else if (this == Yes && other == Yes) Yes else Undecided

  def or(other: Truth): Truth = this.not.and(other.not).not

  def not: Truth = this match {
    case Yes => No
    case No => Yes
    case Undecided => Undecided
  }
}

object Truth {
  case object Yes extends Truth
  case object No extends Truth
  case object Undecided extends Truth
}
