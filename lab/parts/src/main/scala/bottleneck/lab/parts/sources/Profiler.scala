package bottleneck.lab.parts.sources

import bottleneck.lab.log.WholeFile
import java.nio.file.{Files, Path}
import java.util.Locale
import scala.util.{Try, Using}

/** Samples what a JVM spends its CPU time on: by async-profiler, whose library is kept in the folder `library`, or by
  * the JVM's own recorder where that cannot be loaded.
  */
private[lab] final class Profiler(jvm: JvmLink, library: Path) {
  import Profiler._

  /** What happens meanwhile, and the samples, or a sentence that says why there are none. */
  def during[A](happens: => A): (A, Either[String, CpuProfile]) = JvmLink.written("profile", ".jfr") { file =>
    var tried = Vector.empty[Way]
    val started = ways.find { way =>
      tried :+= way
      way.start(file)
    }
    var isStopped = false
    // also one whose start was not answered in time
    val result =
      try happens
      finally isStopped = tried.map(_.stop(file)).lastOption.contains(true)
    val profile = for {
      way <- started.toRight("The JVM lets nobody sample its CPU time: neither async-profiler nor its own recorder.")
      samples <- Option
        .when(isStopped)(file)
        .flatMap(CpuRecording.samples)
        .toRight(s"The samples of ${way.name} cannot be read.")
    } yield CpuProfile(way.name, samples, way.hasAll)
    (result, profile)
  }

  private def ways: Vector[Way] = AsyncProfiler.library(library).map(new AsyncProfiler(_)).toVector :+ Recorder

  /** A profiler that writes a recording; each call says whether it succeeded. */
  private abstract class Way(val name: String, val hasAll: Boolean) {
    def start(file: Path): Boolean
    def stop(file: Path): Boolean
  }

  private final class AsyncProfiler(library: Path) extends Way("async-profiler", hasAll = true) {
    // it takes the kernel's events where it may, and timers of its own else
    def start(file: Path): Boolean = isDone(s"start,event=cpu,interval=${every}ms,timeout=$most,jfr,file=$file")
    def stop(file: Path): Boolean = isDone(s"stop,file=$file")
    private def isDone(options: String): Boolean =
      jvm
        .command("jvmtiAgentLoad", AsyncProfiler.quoted(library.toString), AsyncProfiler.quoted(options))
        .exists(_.contains("return code: 0"))
  }

  private object Recorder extends Way("the JVM's recorder (JFR)", hasAll = false) {
    private val recording = "name=bottleneck"
    def start(file: Path): Boolean = isDone(
      jvm.command(
        "jfrStart",
        recording,
        "settings=none",
        "+jdk.ExecutionSample#enabled=true",
        s"+jdk.ExecutionSample#period=${every}ms"
      )
    )
    def stop(file: Path): Boolean = isDone(jvm.command("jfrStop", recording, s"filename=$file"))
    private def isDone(answer: Option[String]): Boolean =
      answer.exists(text => text.contains("Started recording") || text.contains("Stopped recording"))
  }

  private object AsyncProfiler {

    /** As one argument of a command of `jcmd`, which else takes what stands before `=` for a name. */
    def quoted(text: String): String = "\"" + text + "\""

    /** The library of this platform out of its jar; none where it has none, or the folder cannot be written. */
    def library(folder: Path): Option[Path] = for {
      platform <- platform
      packed <- Option(getClass.getResource(s"/$platform"))
      file = folder.resolve(platform.replace('/', '-')).toAbsolutePath
      kept <- Try {
        val bytes = Using.resource(packed.openStream())(_.readAllBytes())
        // of another version, a JVM may still have the file that is there
        if (!Files.isRegularFile(file) || !Files.readAllBytes(file).sameElements(bytes))
          WholeFile.writeTo(file)(_.write(bytes))
        file
      }.toOption
    } yield kept
  }
}

private object Profiler {

  /** CPU time between two samples, in ms. */
  private val every = 5

  /** Seconds after which async-profiler ends by itself, where nobody is left to end it. The JVM's recorder would leave
    * a file in the service's folder then.
    */
  private val most = 120

  /** Path of async-profiler's library in its jar. */
  private val platform: Option[String] = {
    val isArm = sys.props("os.arch") == "aarch64"
    sys.props("os.name").toLowerCase(Locale.ROOT) match {
      case "linux" => Some(s"linux-${if (isArm) "arm64" else "x64"}/libasyncProfiler.so")
      case mac if mac.startsWith("mac") => Some("macos/libasyncProfiler.so")
      case _ => None
    }
  }
}
