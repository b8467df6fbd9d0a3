package bottleneck

import bottleneck.lab.parts.host.Folders
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._

/** Whole runs where a machine, its locale or its user are unusual. */
class SurroundingsSpec extends FleetTest {
  private val isRoot = sys.props("user.name") == "root"
  private val project = settings.layout.project
  private val java = Path.of(sys.props("java.home"), "bin", "java").toString

  /** Starts a shell with this script, whose arguments are `arguments`; its output is below `place`. */
  private def shell(
      place: Path,
      script: String,
      arguments: Vector[String],
      environment: Map[String, String]
  ): Process = {
    val builder = new ProcessBuilder((Vector("sh", "-c", script, "sh") ++ arguments).asJava).redirectErrorStream(true)
    builder.environment().putAll(environment.asJava)
    builder.redirectOutput(Files.createDirectories(place).resolve("said.txt").toFile).start()
  }

  private def end(process: Process, place: Path): (Int, String) =
    try {
      process.waitFor(300, SECONDS) shouldBe true
      (process.exitValue, Files.readString(place.resolve("said.txt")))
    } finally {
      process.descendants().toScala(Vector).foreach(_.destroyForcibly())
      val _ = process.destroyForcibly()
    }

  /** Folder that another user can reach. */
  private lazy val elsewhere = Files.createTempDirectory("bottleneck-")

  override def afterAll(): Unit = {
    Folders.remove(elsewhere)
    super.afterAll()
  }

  /** A folder with all that a run reads and writes of its checkout. */
  private def checkout(at: Path): Path = {
    val place = Files.createDirectories(at)
    Vector("data", "seed-sql").foreach(part => Folders.copy(project.resolve(part), place.resolve(part)))
    Files.copy(settings.layout.serviceJar, place.resolve("service.jar"))
    Files.copy(settings.layout.serviceClassPath, place.resolve("class-path.txt"))
    place
  }

  /** The command of one run of Gatling in this checkout. */
  private def run(place: Path, options: String*): Vector[String] = {
    val layout = Map(
      "lab.project" -> place,
      "lab.service.jar" -> place.resolve("service.jar"),
      "lab.service.classpath" -> place.resolve("class-path.txt"),
      "lab.work" -> place.resolve("lab"),
      "lab.results" -> place.resolve("gatling")
    ).toVector.map { case (name, at) => s"-D$name=$at" }
    val gatling = Vector("io.gatling.app.Gatling", "--simulation", "bottleneck.tuning.OneInstance", "--results-folder")
    Vector(java, s"@${project.resolve("simulations/generator.jvm")}") ++ layout ++ options ++
      Vector("-cp", sys.props("java.class.path")) ++ gatling :+ place.resolve("gatling").toString
  }

  private def below(place: Path, path: String): Vector[Path] = Folders.tree(place.resolve(path))

  /** Checks of a run: result in UTC, texts in UTF-8, private secrets, no process left. */
  private def check(place: Path, code: Int, said: String): Unit = withClue(said) {
    code shouldBe 0
    said should include("1 × service")
    val result = below(place, "gatling").filter(_.endsWith("result.json"))
    result should have size 1
    Files.readString(result.head) should include regex """"start": "[0-9T:.-]+Z""""
    below(place, "lab/cache").filter(_.getFileName.toString.startsWith("seed-")).foreach { seed =>
      Files.getPosixFilePermissions(seed).asScala.map(_.toString).filterNot(_.startsWith("OWNER")) shouldBe empty
    }
    val running =
      ProcessHandle.allProcesses().toScala(Vector).filter(_.info().commandLine().orElse("").contains(place.toString))
    running.map(_.info().commandLine()) shouldBe empty
    val _ = below(place, "lab").map(_.getFileName.toString).filter(_.startsWith("run-")) shouldBe empty
  }

  "Labs of two users at once" should "run on a core, without IPv6, in any locale, zone and path" taggedAs Faults in {
    assume(isRoot, "only root can be another user")
    val korean = checkout(folder.resolve("한글 경로"))
    val long = checkout(elsewhere.resolve("0123456789/" * 15 + "checkout"))
    below(elsewhere, "").foreach(Files.setAttribute(_, "unix:uid", 65534))
    val alone =
      """ip link set lo up; echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6; umask 077; unset HOME; exec taskset -c 0 "$@""""
    val one = shell(
      korean,
      """script=$1; shift; exec unshare -n sh -c "$script" sh "$@"""",
      alone +: run(korean, "-Duser.language=tr", "-Duser.country=TR"),
      Map("TZ" -> "Pacific/Kiritimati", "LC_ALL" -> "C.UTF-8")
    )
    // it may read the classes, wherever they are, and write nothing of another's
    val other = shell(
      long,
      """umask 000; cd /; exec setpriv --reuid 65534 --clear-groups --inh-caps -all,+dac_read_search --ambient-caps -all,+dac_read_search --bounding-set -all,+dac_read_search "$@"""",
      run(long, "-Duser.language=de"),
      Map("TZ" -> "Asia/Seoul", "LC_ALL" -> "C", "HOME" -> "/nonexistent")
    )
    val ended = Vector(korean -> one, long -> other).map { case (place, process) => place -> end(process, place) }
    ended.foreach { case (place, (code, said)) => check(place, code, said) }
  }

  "A build" should "say in a sentence what it lacks, before any plugin writes" taggedAs Faults in {
    val place = Files.createDirectories(folder.resolve("build"))
    Folders.copy(project.resolve(".mvn"), place.resolve(".mvn"))
    val inLab = "<module>(.*?)</module>".r.findAllMatchIn(Checkout.text("lab/pom.xml")).map(of => s"lab/${of.group(1)}")
    (Vector("", "target-service", "lab", "simulations") ++ inLab).foreach { part =>
      val _ = Files.createDirectories(place.resolve(part))
      Files.copy(project.resolve(part).resolve("pom.xml"), place.resolve(part).resolve("pom.xml"))
    }
    val library = sys.props("java.class.path").split(':').find(_.contains("/org/scala-lang/")).get
    val repository = library.take(library.indexOf("/org/scala-lang/"))
    def build(before: String, options: Vector[String], environment: (String, String)*): String = {
      val logs = folder.resolve("logs")
      val maven = Vector("mvn", "-o", "-q", s"-Dmaven.repo.local=$repository") ++ options :+ "validate"
      val (code, said) = end(
        shell(logs, s"""cd "$place"; ${if (before.isEmpty) "exec" else before} "$$@"""", maven, environment.toMap),
        logs
      )
      withClue(said)(code shouldBe (if (options.isEmpty && environment.isEmpty && before.isEmpty) 0 else 1))
      said should not include "\tat "
      said
    }
    build("", Vector.empty)
    build("", Vector("-Dbuild.disk.mib=999999999")) should include("less than 999999999 MiB left")
    build("", Vector.empty, "JAVA_TOOL_OPTIONS" -> "-Djava.io.tmpdir=/nonexistent") should
      include("The folder for temporary files, /nonexistent, is missing")
    if (isRoot)
      build(
        "exec unshare -m sh -c 'mount --bind . . && mount -o remount,ro,bind . && cd \"$PWD\" && exec \"$@\"' sh",
        Vector.empty
      )
        .should(include("cannot be written by root"))
  }
}
