package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record.{Result, Speed}
import bottleneck.lab.files.{SpeedMoment, SpeedWork}

/** Sentences about the machine's speed, for pages and the console. */
private[page] object SpeedNotes {

  /** A sentence for each work that the machine was not equally fast in, for two of these runs that stand side by side
    * or during one of them.
    */
  def of(runs: Vector[Result]): Vector[String] = {
    val known = runs.flatMap(run => run.machine.speed.map(run -> _))
    SpeedWork.all.flatMap(between(known, _)) ++ known.flatMap { case (run, speed) => within(run, speed) } ++
      unknown(runs)
  }

  /** Notes on the speed within one run. */
  def within(run: Result): Vector[String] = run.machine.speed.toVector.flatMap(within(run, _))

  def name(work: SpeedWork): String = work match {
    case SpeedWork.Jvm => "JVM work"
    case SpeedWork.Database => "database work"
  }

  def part(share: Double): String = Numbers.fixed(share, 2)

  /** By the two runs that differ the most. */
  private def between(runs: Vector[(Result, Speed)], work: SpeedWork): Option[String] = {
    val pairs = for {
      Vector((one, ofOne), (other, ofOther)) <- runs.combinations(2).toVector
      spread <- ofOne.spreadTo(ofOther, work) if spread > Speed.notable
      first <- ofOne.of(work).mean
      second <- ofOther.of(work).mean
    } yield (spread, s"${part(first)} in ${one.run.variant}, ${part(second)} in ${other.run.variant}")
    pairs.maxByOption(_._1).map { case (spread, parts) =>
      s"The machine's speed differs by ${Numbers.percent(spread)} between these runs: ${name(work)} " +
        s"(1 is the reference machine) $parts."
    }
  }

  private def within(run: Result, speed: Speed): Vector[String] = for {
    work <- SpeedWork.all
    spread <- speed.of(work).spread.toVector if spread > Speed.notable
    before <- speed.of(work).at(SpeedMoment.Before)
    after <- speed.of(work).at(SpeedMoment.After)
  } yield s"The machine's speed changed by ${Numbers.percent(spread)} during the run of ${run.run.variant}: " +
    s"${name(work)} (1 is the reference machine) ${part(before)} before the load, ${part(after)} after it.${notOfCores(run)}"

  private def notOfCores(run: Result): String =
    run.expected.prediction.filterNot(_.isOfCores).fold("")(limit => s" By theory ${limit.by} limit it, not cores.")

  private def unknown(runs: Vector[Result]): Option[String] = {
    val (known, not) = runs.partition(_.machine.speed.isDefined)
    Option.when(known.nonEmpty && not.nonEmpty)(
      s"The machine's speed is not known for ${not.map(_.run.variant).mkString(", ")}."
    )
  }
}
