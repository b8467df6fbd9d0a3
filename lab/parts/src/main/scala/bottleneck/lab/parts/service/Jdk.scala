package bottleneck.lab.parts.service

import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.figures.target.Target.oldestJava
import bottleneck.lab.parts.host.Folders
import java.nio.file.{Files, Path}
import scala.util.Try

/** A Java installation: its feature release (17, 21, 25 …), and `release`, its own description of itself. */
final case class Jdk(home: Path, feature: Int, version: String, release: String) {
  def java: Path = home.resolve("bin").resolve("java")

  private def isLongTermSupport: Boolean = feature >= oldestJava && (feature - oldestJava) % 4 == 0
}

object Jdk {

  /** The one that `property` asks for, or the newest long-term support release found where JDKs usually are. */
  def choose(requested: Option[Path], property: String): Jdk = requested match {
    case Some(home) =>
      at(home)
        .filter(_.feature >= oldestJava)
        .getOrElse(
          throw new Refused(s"-D$property=$home is no JDK $oldestJava or later: its file 'release' does not say so.")
        )
    case None =>
      installed.filter(_.isLongTermSupport).maxByOption(_.feature).getOrElse(running)
  }

  private def running: Jdk = {
    val home = Path.of(System.getProperty("java.home"))
    at(home).getOrElse(Jdk(home, Runtime.version.feature, Runtime.version.toString, Runtime.version.toString))
  }

  private def installed: Vector[Jdk] = {
    val user = Path.of(System.getProperty("user.home"))
    val folders = Vector(
      Path.of("/usr/lib/jvm"),
      Path.of("/opt/java"),
      Path.of("/Library/Java/JavaVirtualMachines"),
      user.resolve(".sdkman/candidates/java"),
      user.resolve(".jdks")
    )
    val homes = folders
      .flatMap(folder => Try(Folders.entries(folder)).getOrElse(Vector.empty))
      .flatMap(home => Vector(home, home.resolve("Contents/Home")))
    (Vector(running.home) ++ Option(System.getenv("JAVA_HOME")).map(Path.of(_)) ++ homes).flatMap(at)
  }

  private val versionLine = """(?s).*\bJAVA_VERSION="((\d+)[^"]*)".*""".r

  private def at(home: Path): Option[Jdk] =
    Try(Files.readString(home.resolve("release"))).toOption.collect {
      case release @ versionLine(version, feature) if Files.isExecutable(home.resolve("bin").resolve("java")) =>
        Jdk(home, feature.toInt, version, release)
    }
}
