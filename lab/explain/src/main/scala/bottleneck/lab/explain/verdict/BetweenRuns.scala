package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.statistics.PooledSpread
import bottleneck.lab.explain.validity.MachineChecks
import scala.util.Random

/** By what part of its response time another run of a variant would differ where no check of this one can see it: where
  * the cores are the limit, and where time is (threads, connections).
  */
final case class BetweenRuns(cores: PooledSpread, time: PooledSpread) {
  def of(run: Result): PooledSpread = if (BetweenRuns.isOfCores(run)) cores else time

  /** This spread with `more` further degrees of freedom. */
  private[verdict] def confirmed(run: Result, more: Int): BetweenRuns =
    if (BetweenRuns.isOfCores(run)) copy(cores = cores.copy(degrees = cores.degrees + more))
    else copy(time = time.copy(degrees = time.degrees + more))

  /** Random draw of the spread. */
  private[verdict] def drawn(random: Random): BetweenRuns = BetweenRuns(
    cores.copy(standard = cores.drawn(random)),
    time.copy(standard = time.drawn(random))
  )
}

object BetweenRuns {

  /** Degrees of freedom of the assumed spread: as many as five runs of one variant have. */
  private val degrees = 4.0

  /** Assumed spread: uniform up to the tolerated change of a sound run's machine, or up to 1.5 % for the time that JVMs
    * hold a thread or a connection (JCGM 100:2008, §4.3.7).
    */
  val assumed: BetweenRuns = BetweenRuns(
    PooledSpread(MachineChecks.mostOfRequest / math.sqrt(3), degrees),
    PooledSpread(0.015 / math.sqrt(3), degrees)
  )

  /** Assumed spread pooled with that between sound runs of the same variant and load. */
  def of(variants: Vector[Variant]): BetweenRuns = {
    val groups = variants.flatMap(alike).groupBy { case (ofCores, _) => ofCores }
    def shown(ofCores: Boolean): Vector[Vector[PooledSpread.Repeat]] = groups.getOrElse(ofCores, Vector.empty).map(_._2)
    BetweenRuns(assumed.cores.and(shown(ofCores = true)), assumed.time.and(shown(ofCores = false)))
  }

  private def alike(variant: Variant): Vector[(Boolean, Vector[PooledSpread.Repeat])] = {
    // elsewhere the sample of a window's throughput is not that of its response times
    val sound = variant.runs.filter { case StoredResult(_, run) =>
      run.sound && run.load.perSecond.isEmpty && run.load.thinkMs == 0
    }
    sound
      .groupBy(stored => (isOfCores(stored.result), stored.result.load))
      .toVector
      .map { case ((ofCores, _), runs) => ofCores -> runs.flatMap(repeat) }
  }

  private def repeat(stored: StoredResult): Option[PooledSpread.Repeat] = stored.result.total.latencyMs
    .filter(_.mean > 0)
    .map(times => PooledSpread.Repeat(math.log(times.mean), math.pow(Uncertainty.sampled(stored.result), 2)))

  /** True if cores limit the run, or if its limit is unknown. */
  private[explain] def isOfCores(run: Result): Boolean = run.expected.prediction.forall(_.isOfCores)
}
