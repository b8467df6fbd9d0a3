package bottleneck.lab.run.service

import bottleneck.lab.run.host.Folders
import java.nio.file.{Files, Path}

/** A file of preloaded classes that halves the service's start: an AOT cache from JDK 25 on (JEP 514), an AppCDS
  * archive before (JEP 350). It serves exactly one program on one JDK with one set of flags.
  */
final case class StartupArchive private (file: Path, recording: String, using: String) {

  /** JVM flags of a start with the archive; none when the training run left no archive. */
  def flags: Vector[String] = if (Files.exists(file)) Vector(using) else Vector.empty
}

object StartupArchive {
  private val firstWithAotCache = 25

  /** The archive for this start, trained by `train` (which gets the JVM flags of a recording run) the first time. */
  def trained(launch: ServiceLaunch, cache: Path)(
      train: Vector[String] => Unit
  ): StartupArchive = {
    import launch.{jdk, jvm, program, trainedBy}
    val key = Folders.hash((program.hash +: jdk.release +: (jvm ++ trainedBy)).map(_.getBytes): _*)
    val folder = Folders.madeOnce(cache.resolve(s"archive-$key"))(draft => train(jvm :+ in(draft, jdk).recording))
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
