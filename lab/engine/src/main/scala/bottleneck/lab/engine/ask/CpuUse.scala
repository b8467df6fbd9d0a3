package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.parts.sources.{CpuFrame, CpuProfile, CpuSample}
import bottleneck.lab.report.chart.FlameGraph
import bottleneck.lab.report.{Column, Table}

/** A part of a service's CPU time, and in seconds of a request where that is known. */
private[ask] final case class CpuShare(of: String, share: Double, seconds: Option[Double])

/** What a service spends its CPU time on, by a profile under load. What own code or a library has the JDK compute is
  * its own: a sample is of the innermost frame that is not the JDK's.
  *
  * @param request
  *   CPU seconds of the service for a request
  */
private[ask] final class CpuUse(profile: CpuProfile, code: ServiceCode, request: Option[Double]) {
  import CpuUse._

  val by: String = profile.by
  val samples: Long = profile.samples.map(_.count).sum
  val hasAll: Boolean = profile.hasAll

  /** What the shares are of. */
  val whole: String = if (hasAll) "the service's CPU time" else "the Java code that was sampled"

  /** By whose code it is, the largest first. */
  val owners: Vector[CpuShare] = shares(profile.samples.map(sample => ownerOf(sample).name -> sample.count))

  /** Methods of own code, each with all that it calls but other own code, the largest first; with the line that has
    * most of its samples.
    */
  val methods: Vector[CpuShare] = {
    val own = profile.samples.flatMap(sample => ownFrame(sample).map(_ -> sample.count))
    val lines = own.groupBy(_._1.name).view.mapValues { of =>
      of.filter(_._1.line > 0).groupMapReduce(_._1.line)(_._2)(_ + _).maxByOption(_._2).map(_._1)
    }
    shares(own.map { case (frame, count) => frame.name + lines(frame.name).fold("")(line => s":$line") -> count })
  }

  /** The largest parts, and own methods. */
  def table: Table[CpuShare] = rows(s"part of $whole", owners.filter(_.share >= least).take(mostRows))
  def methodTable: Table[CpuShare] =
    rows("own method, with what it calls", methods.filter(_.share >= least).take(mostRows))

  def flame: FlameGraph = FlameGraph(
    "flame",
    "CPU time of the service, by who calls whom",
    profile.samples.map { sample =>
      val thread = ofJvm(sample).map(of => FlameGraph.Box(of.name, sample.thread, isOwn = false))
      thread.fold(boxes(sample.frames.reverse, code))(Vector(_)) -> sample.count
    }
  )

  private def shares(counted: Vector[(String, Long)]): Vector[CpuShare] = counted
    .groupMapReduce(_._1)(_._2)(_ + _)
    .toVector
    .sortBy { case (of, count) => (-count, of) }
    .map { case (of, count) =>
      CpuShare(of, count.toDouble / samples, request.filter(_ => hasAll).map(_ * count / samples))
    }

  private def ownerOf(sample: CpuSample): Owner = ofJvm(sample).getOrElse {
    val owners = sample.frames.map(owner(_, code))
    if (owners.headOption.contains(Owner.Kernel)) Owner.Kernel
    else
      owners
        .find(of => of != Owner.Jdk && of != Owner.Jvm)
        .orElse(owners.find(_ == Owner.Jdk))
        .getOrElse(Owner.Jvm)
  }

  private def ownFrame(sample: CpuSample): Option[CpuFrame] =
    if (ofJvm(sample).isDefined) None else sample.frames.find(owner(_, code) == Owner.Own)
}

private[ask] object CpuUse {

  /** Whose code it is. */
  sealed abstract class Owner(val name: String)
  object Owner {
    case object Own extends Owner("own code")
    case object Jdk extends Owner("the JDK")
    case object Jvm extends Owner("the JVM")
    case object Collector extends Owner("garbage collection")
    case object Compilers extends Owner("compilers")
    case object Kernel extends Owner("the kernel")
    final case class Library(jar: String) extends Owner(jar)
  }

  /** Frames of own code, and one box for frames of the same library, or of a method, that call each other; the
    * outermost first.
    */
  def boxes(frames: Vector[CpuFrame], code: ServiceCode): Vector[FlameGraph.Box] =
    frames.foldLeft(Vector.empty[FlameGraph.Box]) { (before, frame) =>
      val of = owner(frame, code)
      val label = if (of == Owner.Own) frame.name else of.name
      if (before.lastOption.exists(_.label == label)) before
      else before :+ FlameGraph.Box(label, frame.name, of == Owner.Own)
    }

  private def owner(frame: CpuFrame, code: ServiceCode): Owner = frame.kind match {
    case CpuFrame.Kernel => Owner.Kernel
    case CpuFrame.Native => Owner.Jvm
    case CpuFrame.Java if Waits.isPlatform(frame.owner) => Owner.Jdk
    case CpuFrame.Java if code.isOwn(frame.owner) => Owner.Own
    case CpuFrame.Java => Owner.Library(code.library(frame.owner))
  }

  private val mostRows = 5
  private val least = 0.005

  private val collectors =
    Vector("GC Thread", "ParGC", "G1 ", "ZDriver", "ZWorker", "ZUncommitter", "ZDirector", "Shenandoah")
  private val compilers = Vector("C1 Comp", "C2 Comp", "JVMCI", "Libgraal")
  private val collection = Vector("GC_", "Collect", "collect", "MarkSweep", "Genera")

  /** What a thread of the JVM itself works for; none of one that runs Java code. The serial collector's work is done by
    * the `VM Thread`.
    */
  private def ofJvm(sample: CpuSample): Option[Owner] = {
    def is(names: Vector[String]): Boolean = names.exists(sample.thread.startsWith)
    def collects: Boolean = sample.frames.exists(frame => collection.exists(frame.method.contains))
    if (is(collectors) || sample.thread == "VM Thread" && collects) Some(Owner.Collector)
    else if (is(compilers)) Some(Owner.Compilers)
    else None
  }

  /** Share of the samples in which the JVM collected garbage. */
  def collecting(profile: CpuProfile): Option[Double] = {
    val all = profile.samples.map(_.count).sum
    val collected = profile.samples.filter(ofJvm(_).contains(Owner.Collector)).map(_.count).sum
    Option.when(profile.hasAll && all > 0)(collected.toDouble / all)
  }

  private def rows(of: String, shares: Vector[CpuShare]): Table[CpuShare] = Table(
    Vector(
      Column.text[CpuShare](of)(_.of),
      Column.number[CpuShare]("share")(row => Numbers.percent(row.share)),
      Column.number[CpuShare]("of a request")(_.seconds.fold(Numbers.none)(Limits.time))
    ),
    shares
  )
}
