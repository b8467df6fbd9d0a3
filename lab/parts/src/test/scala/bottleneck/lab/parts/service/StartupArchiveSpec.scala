package bottleneck.lab.parts.service

import bottleneck.lab.figures.target.{Database, Index, Training}
import bottleneck.lab.log.{StubService, TemporaryFolder}
import java.net.URI
import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path}
import java.util.jar.{Attributes, JarFile, JarOutputStream, Manifest}
import java.util.zip.ZipEntry
import org.scalatest.Suite
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration._
import scala.util.Using

class StartupArchiveSpec extends AnyFlatSpec with Matchers with SmallService {
  private val usual = Training(Vector("/a", "/b"), Map("pool" -> "5"), Some(Database(25, Index.Keyset)))

  /** JVM flags of the recordings that were made for it. */
  private val recordings = ArrayBuffer.empty[String]

  /** A JVM that leaves an archive, as the flag tells it, or none. */
  private def recorded(
      of: ServiceProgram = program(),
      jdk: Jdk = jdk,
      training: Option[Training] = Some(usual),
      leaves: Boolean = true,
      jvm: Vector[String] = Vector("-Xmx1g")
  ): StartupArchive = {
    val launch = ServiceLaunch(of, jdk, jvm, Map.empty, None, folder)
    val archive = StartupArchive.of(launch, training, folder.resolve("cache"))
    archive.record { recording =>
      recordings += recording
      if (leaves) { val _ = Files.createFile(Path.of(recording.dropWhile(_ != '=').drop(1))) }
    }
    archive.wasRecorded shouldBe true
    archive
  }

  private def made[A](archive: => A): Int = {
    val before = recordings.size
    val _ = archive
    recordings.size - before
  }

  "An archive" should "be recorded once for a program, a JDK and a training, whatever flags a start has" in {
    val (first, again) = (recorded(), recorded())
    made(recorded()) shouldBe 0
    made(recorded(jvm = Vector("-Xmx2g"))) shouldBe 0
    again.file shouldBe first.file
    again.flags shouldBe Vector(s"-XX:AOTCache=${first.file}")
    Files.exists(first.file) shouldBe true
    recordings.toVector.map(_.takeWhile(_ != '=')) shouldBe Vector("-XX:AOTCacheOutput")
  }

  it should "be another one for each other of these" in {
    made(recorded()) shouldBe 1
    made(recorded(program("a.C"))) shouldBe 1
    made(recorded(jdk = jdk.copy(release = "JAVA_VERSION=\"25.0.2\""))) shouldBe 1
    made(recorded(training = Some(usual.copy(paths = usual.paths.reverse)))) shouldBe 1
    made(recorded(training = Some(usual.copy(properties = Map("pool" -> "6"))))) shouldBe 1
    made(recorded(training = Some(usual.copy(database = Some(Database(25, Index.None)))))) shouldBe 1
    made(recorded(training = None)) shouldBe 1
    made(recorded(training = None)) shouldBe 0
    made(recorded(training = None, jvm = Vector("-Xmx2g"))) shouldBe 1
  }

  "A JVM that leaves none" should "start without, and not be asked again" in {
    recorded(leaves = false).flags shouldBe empty
    made(recorded()) shouldBe 0
  }

  "A training" should "ask for every path, from all connections, until its time is over" in
    Using.resource(new StubService("yes")) { service =>
      val paths = Vector("/a", "/b", "/c")
      val began = Deadline.now
      val answered = TrainingLoad.send(paths.map(path => new URI(s"${service.url}$path")), connections = 3, 300.millis)
      -began.timeLeft should (be >= 300.millis and be < 30.seconds)
      val asked = paths.map(service.asked)
      asked.foreach(_ should be > 0)
      answered shouldBe asked.sum.toLong
      // each connection begins with another path, and goes on in turn: they differ by one for each
      asked.max - asked.min should be <= 3
    }

  override def beforeEach(): Unit = {
    super.beforeEach()
    recordings.clear()
  }
}

/** A service that consists of a manifest, and a JDK for it. */
trait SmallService extends TemporaryFolder { this: Suite =>
  protected val jdk: Jdk = Jdk(Path.of("/jdk"), 25, "25.0.1", "JAVA_VERSION=\"25.0.1\"")

  protected def program(mainClass: String = "a.B", classPath: String = "/lib/x.jar"): ServiceProgram = {
    val manifest = new Manifest
    manifest.getMainAttributes.put(Attributes.Name.MANIFEST_VERSION, "1.0")
    manifest.getMainAttributes.put(Attributes.Name.MAIN_CLASS, mainClass)
    val jar = folder.resolve("service.jar")
    // with a time of its own it would be another program two seconds later
    Using.resource(new JarOutputStream(Files.newOutputStream(jar))) { output =>
      output.putNextEntry(new ZipEntry(JarFile.MANIFEST_NAME).setLastModifiedTime(FileTime.fromMillis(0)))
      manifest.write(output)
    }
    ServiceProgram.kept(jar, Files.writeString(folder.resolve("class-path.txt"), classPath), folder.resolve("cache"))
  }
}
