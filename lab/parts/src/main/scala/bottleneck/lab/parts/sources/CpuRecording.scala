package bottleneck.lab.parts.sources

import java.nio.file.Path
import jdk.jfr.consumer.{RecordedEvent, RecordedFrame, RecordingFile}
import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

/** Samples of a recording in the format of Java Flight Recorder. */
private[sources] object CpuRecording {

  /** Events of async-profiler and of the JVM's recorder. */
  private val events = Set("jdk.ExecutionSample", "jdk.CPUTimeSample")
  private val mark = """_\[[a-z0-9]\]$""".r
  private val generated =
    """(\$\$Lambda|\$\$(?:Spring|Enhancer)CGLIB|\$Proxy|\$HibernateProxy|LambdaForm|GeneratedMethodAccessor|\$MH).*""".r

  /** None where it cannot be read. */
  def samples(file: Path): Option[Vector[CpuSample]] = Try(Using.resource(new RecordingFile(file)) { in =>
    val all = Iterator.continually(in).takeWhile(_.hasMoreEvents).map(_.readEvent())
    all
      .filter(event => events(event.getEventType.getName))
      .map(event => threadOf(event) -> framesOf(event))
      .toVector
      .groupMapReduce(identity)(_ => 1L)(_ + _)
      .toVector
      .map { case ((thread, frames), count) => CpuSample(thread, frames, count) }
  }).toOption

  private def threadOf(event: RecordedEvent): String =
    Vector("sampledThread", "eventThread")
      .find(event.hasField(_))
      .flatMap(field => Option(event.getThread(field)))
      .flatMap(thread => Option(thread.getJavaName).orElse(Option(thread.getOSName)))
      .getOrElse("")

  private def framesOf(event: RecordedEvent): Vector[CpuFrame] =
    Option(event.getStackTrace).toVector.flatMap(_.getFrames.asScala.map(frame))

  private def frame(of: RecordedFrame): CpuFrame = {
    val kind = of.getType match {
      case "Kernel" => CpuFrame.Kernel
      case "Native" | "C++" => CpuFrame.Native
      case _ => CpuFrame.Java
    }
    val owner = Option(of.getMethod.getType).fold("")(_.getName)
    CpuFrame(
      kind,
      generated.replaceFirstIn(owner, "$1"),
      mark.replaceFirstIn(of.getMethod.getName, ""),
      math.max(0, of.getLineNumber)
    )
  }
}
