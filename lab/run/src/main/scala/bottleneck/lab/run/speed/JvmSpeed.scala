package bottleneck.lab.run.speed

import bottleneck.lab.files.{SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import bottleneck.lab.run.process.{ChildFailed, ChildProcess, Command, StopSignal}
import java.io.{File, IOException}
import java.nio.file.{Files, Path}
import java.util.Arrays
import scala.annotation.tailrec
import scala.concurrent.duration._

/** Measures JVM work in a process of its own, on the JDK that runs the lab: what another JVM does there takes no part.
  *
  * @param within
  *   timeout of the process
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

/** The program of the probe's own process: warms itself up, and then prints how many units of [[JvmWork]] a second are
  * done on one core and on all, a line each.
  */
private[speed] object SpeedProbe {
  private val measuredNanos = 400000000L
  private val warmUpNanos = 50000000L
  private val leastWarmUps = 6
  private val mostWarmUps = 20
  private val flat = 1.03

  def main(arguments: Array[String]): Unit = {
    val cores = arguments.head.toInt
    val table = JvmWork.table()
    warmUp(new JvmWork(table), Vector.empty)
    print(SpeedCores.One, rate(new JvmWork(table), measuredNanos))
    print(SpeedCores.All, Simultaneous.sum(Vector.fill(cores)(() => rate(new JvmWork(table), measuredNanos))))
  }

  /** Until the best of the last three rates is hardly above the best of the three before. */
  @tailrec private def warmUp(work: JvmWork, rates: Vector[Double]): Unit = {
    val isWarm = rates.size >= leastWarmUps && rates.takeRight(3).max <= flat * rates.takeRight(6).take(3).max
    if (!isWarm && rates.size < mostWarmUps) warmUp(work, rates :+ rate(work, warmUpNanos))
  }

  /** Units a second, in so many nanoseconds at least. */
  private def rate(work: JvmWork, nanos: Long): Double = {
    val began = System.nanoTime()

    @tailrec def until(units: Int, seed: Int): Double = {
      val took = System.nanoTime() - began
      if (took < nanos) until(units + 1, work.unit(seed)) else units * 1e9 / took
    }
    until(0, 1)
  }

  private def print(cores: SpeedCores, perSecond: Double): Unit = println(s"${cores.name} $perSecond")
}

/** Work as services do it, the same in every unit and without new objects: numbers are written as text and parsed
  * again, sorted, hashed, and looked up in a table that is larger than the caches of one core.
  */
private[speed] final class JvmWork(table: Array[Int]) {
  private val text = new java.lang.StringBuilder(JvmWork.numbers * 12)
  private val parsed = new Array[Int](JvmWork.numbers)

  /** Does a unit, of which `seed` chooses the numbers; the result depends on all that was done. */
  def unit(seed: Int): Int = {
    text.setLength(0)
    write(seed, 0)
    parse(0, 0)
    Arrays.sort(parsed)
    lookUp(0, seed & (table.length - 1), hash(0, 17))
  }

  @tailrec private def write(number: Int, written: Int): Unit =
    if (written < JvmWork.numbers) {
      val _ = text.append(number).append(',')
      write(number * 1664525 + 1013904223, written + 1)
    }

  @tailrec private def parse(from: Int, read: Int): Unit =
    if (read < JvmWork.numbers) {
      val end = comma(from)
      parsed(read) = Integer.parseInt(text, from, end, 10)
      parse(end + 1, read + 1)
    }

  @tailrec private def comma(at: Int): Int = if (text.charAt(at) == ',') at else comma(at + 1)

  @tailrec private def hash(at: Int, sofar: Int): Int =
    if (at == parsed.length) sofar else hash(at + 1, sofar * 31 + parsed(at))

  /** Where it looks next depends on what it found. */
  @tailrec private def lookUp(done: Int, at: Int, sofar: Int): Int =
    if (done == JvmWork.numbers) sofar else lookUp(done + 1, table(at), sofar ^ at)
}

private[speed] object JvmWork {
  private val numbers = 64

  /** A power of two; 4 MiB of numbers. */
  private val places = 1 << 20

  /** Each place holds the next one of a single cycle through all (a full-period generator: Knuth, TAOCP 2, §3.2.1.2).
    */
  def table(): Array[Int] = {
    val filled = new Array[Int](places)

    @tailrec def fill(at: Int): Unit =
      if (at < places) {
        filled(at) = (at * 1664525 + 1013904223) & (places - 1)
        fill(at + 1)
      }
    fill(0)
    filled
  }
}
