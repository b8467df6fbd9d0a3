package bottleneck.lab.run.speed

import bottleneck.lab.files.{SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import bottleneck.lab.run.process.{ChildFailed, ChildProcess, Command, StopSignal}
import java.io.{File, IOException}
import java.nio.file.{Files, Path}
import scala.concurrent.duration._

/** Measures JVM work in a process of its own, on the JDK that runs the lab: what another JVM does there takes no part.
  *
  * @param within
  *   how long the process may take
  */
private[speed] final class JvmSpeed(java: Path, cores: Int, logs: Path, within: FiniteDuration) {

  /** The rate on one core and on all; a sentence where they cannot be known. */
  def measure(moment: SpeedMoment): Either[String, Vector[SpeedRate]] = {
    val name = s"speed-${moment.name}.log"
    val log = logs.resolve(name)
    val unknown = s"JVM work ${moment.name} the load could not be measured"
    try {
      ChildProcess.run(Command("speed probe", command, log, stop = StopSignal.Kill, grace = 1.second), within)
      val rates = JvmSpeed.said(Files.readString(log))
      Either.cond(
        rates.map(_._1) == SpeedCores.all,
        rates.map { case (cores, perSecond) => SpeedRate(moment, SpeedWork.Jvm, cores, perSecond) },
        s"$unknown: the probe did not print all rates; see logs/$name."
      )
    } catch {
      case _: ChildFailed | _: IOException =>
        Left(s"$unknown: the probe failed or took longer than $within; see logs/$name.")
    }
  }

  private def command: Vector[String] =
    java.toString +: JvmSpeed.flags :+ "-cp" :+ JvmSpeed.classPath :+ JvmSpeed.program :+ cores.toString
}

private[speed] object JvmSpeed {

  /** A JVM that starts and gets warm within tenths of a second, and hardly collects garbage. */
  private val flags = Vector("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xms64m", "-Xmx64m", "-Xshare:auto")

  private val program = SpeedProbe.getClass.getName.stripSuffix("$")
  private val line = """(?m)^(\w+) ([0-9.E]+)$""".r

  def ofThisJdk(cores: Int, logs: Path): JvmSpeed =
    new JvmSpeed(Path.of(System.getProperty("java.home"), "bin", "java"), cores, logs, within = 4.seconds)

  /** Only what the program needs: a class path as long as Gatling's takes time to open. */
  private def classPath: String =
    Vector(SpeedProbe.getClass, classOf[SpeedRate], classOf[Option[_]])
      .map(part => Path.of(part.getProtectionDomain.getCodeSource.getLocation.toURI).toString)
      .distinct
      .mkString(File.pathSeparator)

  /** The rates among what the program and its JVM printed. */
  private def said(log: String): Vector[(SpeedCores, Double)] = for {
    found <- line.findAllMatchIn(log).toVector
    cores <- SpeedCores.all.find(_.name == found.group(1))
    perSecond <- found.group(2).toDoubleOption if perSecond > 0
  } yield cores -> perSecond
}
