package bottleneck.lab.run.service

import bottleneck.lab.run.host.Folders
import bottleneck.lab.target.Training
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** A file of preloaded classes that halves the service's start: an AOT cache from JDK 25 on (JEP 514), which has
  * profiles of methods too (JEP 515), an AppCDS archive before (JEP 350). It serves one program on one JDK.
  */
final case class StartupArchive private (file: Path, recording: String, using: String) {

  /** JVM flags of a start with the archive; none when the training run left no archive. */
  def flags: Vector[String] = if (Files.exists(file)) Vector(using) else Vector.empty
}

object StartupArchive {
  private val firstWithAotCache = 25

  /** The archive of the launch's program and JDK, recorded by `train` (which gets the JVM flag for that) the first
    * time: one for all that are trained alike, and without a training one for each set of JVM flags.
    */
  def recorded(launch: ServiceLaunch, training: Option[Training], cache: Path)(
      train: String => Unit
  ): StartupArchive = {
    import launch.{jdk, jvm, program}
    val trained = training.fold(jvm)(training => Vector(training.toString))
    val key = Folders.hash((program.hash +: jdk.release +: trained).map(_.getBytes(UTF_8)): _*)
    val folder = Folders.madeOnce(cache.resolve(s"archive-$key"))(draft => train(in(draft, jdk).recording))
    in(folder, jdk)
  }

  private def in(folder: Path, jdk: Jdk): StartupArchive =
    if (jdk.feature >= firstWithAotCache) {
      val file = folder.resolve("service.aot")
      StartupArchive(file, s"-XX:AOTCacheOutput=$file", s"-XX:AOTCache=$file")
    } else {
      val file = folder.resolve("service.jsa")
      StartupArchive(file, s"-XX:ArchiveClassesAtExit=$file", s"-XX:SharedArchiveFile=$file")
    }
}
