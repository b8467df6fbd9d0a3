package bottleneck.lab.engine

import bottleneck.lab.engine.PhaseTimes.time
import bottleneck.lab.figures.settings.Settings
import bottleneck.lab.log.WholeFile
import java.nio.file.{Files, Path}
import java.time.{Duration, Instant}
import java.util.concurrent.atomic.AtomicReference
import scala.jdk.CollectionConverters._
import scala.util.Try

/** Elapsed times of the phases of the run `name`, whose JVM began at `jvm`. A file in `work` keeps those of the earlier
  * runs of the same `invocation` of Maven; without one the run stands for itself.
  */
private final class PhaseTimes(
    name: String,
    work: Path,
    invocation: Option[Instant],
    jvm: Instant,
    clock: () => Instant = () => Instant.now()
) {
  private val ends = new AtomicReference(Vector.empty[(String, Instant)])
  private val file = work.resolve("times.txt")

  /** The phase is over; the next one begins. */
  def over(phase: String): Unit = ends.updateAndGet(_ :+ (phase -> clock())): Unit

  /** One line with the phases of all runs so far, in minutes and seconds. */
  def line(): String = {
    val runs = invocation.fold(Vector.empty[String])(earlier) :+ phases
    invocation.foreach(began => WholeFile.write(file, (began.toString +: runs).mkString("", "\n", "\n")))
    s"time: ${runs.mkString("; ")}; in all ${time(invocation.getOrElse(jvm), clock())}"
  }

  private def earlier(began: Instant): Vector[String] = Try(Files.readAllLines(file).asScala.toVector).toOption
    .filter(_.headOption.contains(began.toString))
    .fold(Vector(s"compiled ${time(began, jvm)}"))(_.tail)

  private def phases: String = {
    val ended = ends.get()
    val begun = jvm +: ended.map { case (_, at) => at }
    ended.zip(begun).map { case ((phase, until), from) => s"$phase ${time(from, until)}" }.mkString(s"$name ", ", ", "")
  }
}

private object PhaseTimes {

  /** Times of a run; one whose repeats are left to its caller stands for itself. */
  def of(name: String, settings: Settings): PhaseTimes =
    new PhaseTimes(
      name,
      settings.layout.work,
      Invocation.ofMaven.filterNot(_ => settings.runs.alone),
      Invocation.jvmBegan
    )

  private def time(from: Instant, until: Instant): String = {
    val seconds = Duration.between(from, until).plusMillis(500).toSeconds
    f"${seconds / 60}%d:${seconds % 60}%02d"
  }
}
