package bottleneck

import bottleneck.tuning.DistantDatabase0Connections05
import bottleneck.lab.parts.Fleet
import bottleneck.lab.parts.host.Folders
import bottleneck.lab.figures.target.{CpuLimits, Target}
import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path}
import org.scalatest.{Assertion, Tag}
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._
import scala.util.{Random, Try}

/** Remains of a lab after it, or a part of it, is killed at a random moment. */
class KilledLabSpec extends FleetTest {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(40.seconds, 100.millis)

  private val seed = sys.props.get("faults.seed").fold(20261123L)(_.toLong)
  private val random = new Random(seed)
  private val mark = "BOTTLENECK_KILLED_LAB"

  /** Output of a run at each step, from its settings to its end; see `bottleneck.lab.engine.Run`. */
  private val steps = Vector(
    "DistantDatabase0Connections05: ",
    "starting the target",
    "started ",
    "warming up for|warm after",
    "warm after",
    "predicted ",
    "the load begins",
    "once more, to see whether the machine",
    "the load is over",
    "results: file"
  )

  private val wholeRun = 240.seconds

  /** A start takes about as long, on a slow machine longer. */
  private val longest = 10.seconds

  private def isOf(lab: Process)(process: Path): Boolean = Try {
    val environment = new String(Files.readAllBytes(process.resolve("environ")))
    // PostgreSQL writes its titles over its environment
    environment.contains(s"${mark}=$folder") ||
    Files
      .readSymbolicLink(process.resolve("cwd"))
      .toString
      .startsWith(s"${settings.layout.work.toRealPath()}/run-${lab.pid}-")
  }.getOrElse(false)

  private def running(lab: Process): Vector[Path] = Folders
    .entries(Path.of("/proc"))
    .filter(path => path.getFileName.toString.forall(_.isDigit) && isOf(lab)(path))

  private def entries(parent: Path, prefix: String): Vector[Path] =
    Folders.entries(parent).filter(_.getFileName.toString.startsWith(prefix))

  /** Control groups of the lab's limits. */
  private def groups(lab: Process): Vector[Path] = {
    val root = Path.of("/sys/fs/cgroup")
    FleetTest.below(root).filter(_.getFileName.toString.startsWith(s"bottleneck-${lab.pid}-"))
  }

  private def start(cycle: Int): Process =
    start(s"cycle-$cycle", Vector("bottleneck.UntilKilled", folder.resolve(s"cycle-$cycle").toString))

  /** A run of the real Gatling. */
  private def gatling(name: String): Process = {
    val results = Files.createDirectories(folder.resolve(s"$name-results"))
    val options = Vector("--add-opens=java.base/java.lang=ALL-UNNAMED", s"-Dlab.results=$results")
    val simulation = classOf[DistantDatabase0Connections05].getName
    start(name, Vector("io.gatling.app.Gatling", "-s", simulation, "-rf", results.toString), options)
  }

  private def start(name: String, main: Vector[String], more: Vector[String] = Vector.empty): Process = {
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val own = sys.props.toVector.collect { case (property, set) if property.startsWith("lab.") => s"-D$property=$set" }
    val quick = Vector("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", sys.props("java.class.path"))
    val builder = new ProcessBuilder(((java +: own) ++ more ++ quick ++ main).asJava).redirectErrorStream(true)
    builder.environment().put(mark, folder.toString)
    builder.redirectOutput(Files.createDirectories(folder).resolve(s"$name.txt").toFile).start()
  }

  /** One start, killed after a random time: the lab itself, or a random part of it and then the lab as by Ctrl-C. */
  private def cycle(number: Int): Assertion = {
    val (moment, itself) = (random.nextInt(longest.toMillis.toInt), random.nextBoolean())
    val lab = start(number)
    // a moment that is drawn, not a wait for something
    Thread.sleep(moment.toLong)
    val parts = lab.descendants().toScala(Vector)
    if (itself || parts.isEmpty) lab.destroyForcibly()
    else {
      parts(random.nextInt(parts.size)).destroyForcibly()
      Thread.sleep(random.nextInt(1000).toLong)
      lab.destroy()
    }
    val said = folder.resolve(s"cycle-$number.txt")
    val killed = if (itself) "the lab" else s"one of ${parts.size} parts"
    withClue(s"seed $seed, cycle $number, $killed after $moment ms: ") {
      nothingRuns(lab)
      ports(Files.readString(said)).foreach { port =>
        noException shouldBe thrownBy(new ServerSocket(port, 1, InetAddress.getLoopbackAddress).close())
      }
      noFolderIsLeft(lab)
    }
  }

  private def nothingRuns(lab: Process): Assertion = eventually {
    lab.isAlive shouldBe false
    running(lab).map(_.getFileName.toString) shouldBe empty
    groups(lab) shouldBe empty
  }

  /** Folders of a killed lab are removed when the next lab creates one. */
  private def noFolderIsLeft(lab: Process): Assertion = {
    Folders.remove(Folders.temporary(settings.layout.work, "run"))
    Folders.remove(Folders.temporary(settings.layout.work, "draft"))
    Vector("run", "draft").map(kind => s"$kind-${lab.pid}-").flatMap(entries(settings.layout.work, _)) shouldBe empty
  }

  /** One run, killed when it has said this. */
  private def killedAt(number: Int, line: String): Assertion = {
    val name = s"step-$number"
    val lab = gatling(name)
    def said: String = Files.readString(folder.resolve(s"$name.txt"))
    try
      eventually(timeout(wholeRun)) {
        withClue(said.takeRight(2000))(line.r.findFirstIn(said) should not be empty)
      }
    finally {
      val _ = lab.destroyForcibly()
    }
    withClue(s"killed at '$line': ") {
      nothingRuns(lab)
      noFolderIsLeft(lab)
    }
  }

  private def ports(said: String): Vector[Int] =
    said.linesIterator.filter(_.startsWith("ports ")).flatMap(_.split(' ').drop(1)).map(_.toInt).toVector

  "A lab that is killed" should "leave no process, port, control group or folder" in
    (1 to 3).foreach(cycle)

  it should "leave nothing at any step of a run" taggedAs Faults in
    steps.zipWithIndex.foreach { case (line, n) => killedAt(n + 1, line) }

  it should "leave nothing in a hundred cycles" taggedAs Faults in
    (4 to 103).foreach(cycle)
}

/** A test that kills many times. `-Pfaults` has it run. */
object Faults extends Tag("bottleneck.Faults")

/** A lab that starts a target below the folder that it is given, limits its cores, and then waits to be killed. It says
  * the ports of its instances.
  */
object UntilKilled {
  def main(arguments: Array[String]): Unit = {
    val limits = CpuLimits(service = Some(0.5))
    val target = Target(instances = 1, FleetTest.pool, Some(FleetTest.database), cpus = limits)
    val fleet = new Fleet(FleetTest.quick(target), Checkout.settings, Path.of(arguments.head), println(_))
    println(s"ports ${fleet.urls.map(_.getPort).mkString(" ")}")
    fleet.start()
    fleet.awaitReady()
    fleet.limitCpus()
    // its end is that of who started it
    while (System.in.read() >= 0) ()
    sys.exit(1)
  }
}
