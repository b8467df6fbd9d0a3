package bottleneck.lab.files

import java.util.Locale

/** Rate of a fixed piece of work on the machine, per second; a row of a run's `speed.csv`. */
final case class SpeedRate(moment: SpeedMoment, work: SpeedWork, cores: SpeedCores, perSecond: Double)

object SpeedRate {

  /** File of the rates in a run's folder. */
  val file = "speed.csv"

  val columns: Vector[String] = Vector("moment", "work", "cores", "per_second")

  /** The content of the file. */
  def render(rates: Vector[SpeedRate]): String = Csv.render(columns +: rates.map { rate =>
    Vector(rate.moment.name, rate.work.name, rate.cores.name, number(rate.perSecond))
  })

  /** A rate as all files have it. */
  def number(perSecond: Double): String = "%.3f".formatLocal(Locale.ROOT, perSecond)
}

/** Moment of the measurement; all parts of the run are idle then. */
sealed abstract class SpeedMoment(val name: String)

object SpeedMoment {
  case object Before extends SpeedMoment("before")
  case object After extends SpeedMoment("after")

  val all: Vector[SpeedMoment] = Vector(Before, After)
}

/** Kind of work: the two do not slow down alike. */
sealed abstract class SpeedWork(val name: String)

object SpeedWork {

  /** Work in a JVM of its own. */
  case object Jvm extends SpeedWork("jvm")

  /** A statement in PostgreSQL. */
  case object Database extends SpeedWork("database")

  val all: Vector[SpeedWork] = Vector(Jvm, Database)
}

/** On how many cores at once; the rate is that of all together. */
sealed abstract class SpeedCores(val name: String)

object SpeedCores {
  case object One extends SpeedCores("one")
  case object All extends SpeedCores("all")

  val all: Vector[SpeedCores] = Vector(One, All)
}
