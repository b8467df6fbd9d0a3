package bottleneck.lab.run.speed

import bottleneck.lab.files.{SpeedMoment, SpeedRate, WholeFile}
import bottleneck.lab.settings.DatabaseAccess
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicReference

/** Measures how fast the machine is while a run's parts are idle, so that a reader can tell a slow machine from a slow
  * target. What cannot be measured is reported, and the run goes on.
  *
  * @param folder
  *   of the run, which gets `speed.csv`
  * @param progress
  *   gets a sentence for what could not be measured
  */
final class MachineSpeed private[speed] (
    jvm: JvmSpeed,
    cores: Int,
    folder: Path,
    progress: String => Unit
) {
  private val measured = new AtomicReference(Vector.empty[SpeedRate])

  def this(folder: Path, progress: String => Unit) =
    this(
      JvmSpeed.ofThisJdk(MachineSpeed.cores, folder.resolve("logs")),
      MachineSpeed.cores,
      folder,
      progress
    )

  /** Takes two to three seconds. The JVM is given up after 4 s, and the database when a statement takes longer than 1 s.
    *
    * @param database
    *   how to log in to one of the lab's own
    */
  def measure(moment: SpeedMoment, database: Option[DatabaseAccess]): Unit = {
    val jvmRates = jvm.measure(moment)
    val ofDatabase = database.map(new DatabaseSpeed(_, cores).measure(moment))
    (jvmRates.left.toOption ++ ofDatabase.flatMap(_._2)).foreach(progress)
    val rates = jvmRates.getOrElse(Vector.empty) ++ ofDatabase.toVector.flatMap(_._1)
    if (rates.nonEmpty)
      WholeFile.write(folder.resolve(SpeedRate.file), SpeedRate.render(measured.updateAndGet(_ ++ rates)))
  }
}

private object MachineSpeed {
  private def cores: Int = Runtime.getRuntime.availableProcessors
}
