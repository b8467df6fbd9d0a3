package bottleneck.lab.engine

import bottleneck.lab.figures.forecast.LoadReading
import bottleneck.lab.figures.preparation.{Phases, Preparation}
import bottleneck.lab.figures.reading.RunStatistics
import bottleneck.lab.figures.target.Load
import bottleneck.lab.log.LogRecord.{judged, Request, User}
import bottleneck.lab.log.{ChildJvm, Log, LogReader, LogRecord}
import bottleneck.lab.parts.host.Folders
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.{Assertion, BeforeAndAfterAll}
import scala.collection.mutable.ArrayBuffer
import scala.jdk.CollectionConverters._

/** Users as the real Gatling injects them: those before a load, and those of the load. */
class LoadUsersSpec extends AnyFlatSpec with Matchers with ChildJvm with BeforeAndAfterAll {

  /** All simulations run at once: they mostly wait. */
  private lazy val running: Map[Class[_], Process] = Vector[Class[_]](
    classOf[ClosedOnLoopback],
    classOf[NobodyOnLoopback],
    classOf[OpenOnLoopback],
    classOf[StairsOnLoopback],
    classOf[EndedOnLoopback],
    classOf[TwoOnLoopback],
    classOf[TurnPassedMeanwhile]
  ).map(simulation => simulation -> start(simulation)).toMap

  private lazy val closed = run(classOf[ClosedOnLoopback])

  override def beforeAll(): Unit = {
    Folders.remove(suiteFolder)
    val _ = running
  }

  override def afterAll(): Unit = {
    running.values.foreach(_.destroyForcibly().waitFor())
    Folders.remove(suiteFolder)
  }

  private def place(simulation: Class[_]): Path = suiteFolder.resolve(simulation.getSimpleName)

  private def results(simulation: Class[_]): Path = place(simulation).resolve("results")

  private def start(simulation: Class[_]): Process = {
    val into = Files.createDirectories(place(simulation))
    val home = Vector("-Dgatling.data.enableAnalytics=false", "-Dgatling.http.warmUpUrl=", s"-Dseen=$into")
    val gatling = Vector("io.gatling.app.Gatling", "-s", simulation.getName, "-rf", results(simulation).toString, "-nr")
    startedIn(into, Map.empty, home ++ gatling: _*)
  }

  /** What a simulation left, once it has ended. */
  private def run(simulation: Class[_]): Remains = {
    val into = place(simulation)
    val (code, said) = ended(running(simulation), into)
    withClue(said)(code shouldBe 0)
    val lines = Files.readAllLines(into.resolve("seen.txt")).asScala.toVector
    val seen = lines.map(_.split(": ", 2)).groupMap(_.head)(_.last)
    val log = Folders.entries(results(simulation)).head.resolve("simulation.log")
    Remains(seen, log, Preparation.read(into).fold(problem => fail(problem.sentence), identity))
  }

  private def read(log: Path): (Log, Vector[LogRecord]) = {
    val records = ArrayBuffer.empty[LogRecord]
    val read = LogReader.read(log)(records += _)
    (read.fold(error => fail(error.message), identity), records.toVector)
  }

  /** Arrivals and departures of the load's users, in ms since the epoch, from a reduced log. */
  private def users(log: Path): (Vector[Long], Vector[Long]) = {
    val (kept, records) = read(log)
    val (came, gone) = records.collect { case user @ User(`judged`, _, _) => user }.partition(_.arrives)
    (came.map(_.at + kept.header.start).sorted, gone.map(_.at + kept.header.start).sorted)
  }

  private def keep(simulation: Class[_], log: Path): Assertion =
    LoadLog.keep(log, KeptUsers(Vector(simulation.getSimpleName)), log)(_ => ()).isRight shouldBe true

  /** The same log with the load alone, in the folder of the test. */
  private def ofLoad: (Log, Vector[LogRecord]) = {
    val log = Files.copy(closed.log, folder.resolve("simulation.log"))
    keep(classOf[ClosedOnLoopback], log)
    read(log)
  }

  private def statistics(load: Load, log: Path): RunStatistics =
    LoadReading.of(load).read(log).fold(error => fail(error.message), identity)

  "The users of an open load" should "come in time, leave with their answer and share connections" in {
    val left = run(classOf[OpenOnLoopback])
    keep(classOf[OpenOnLoopback], left.log)
    val (came, gone) = users(left.log)
    came should have size 120
    gone should have size 120
    // 40 a second; a busy machine is late, but never early
    val from = left.number("released") + OnLoopback.open.arrivesFrom.toMillis
    came.zipWithIndex.foreach { case (at, n) => at should be >= from + n * 25 - 5 }
    val late = read(left.log)._2.collect { case request: Request => request.start }.sorted.zipWithIndex.map {
      case (sent, n) => sent - n * 25
    }
    val lag = statistics(OnLoopback.open, left.log).lag.getOrElse(fail("nothing was sent"))
    lag.requests shouldBe 120
    lag.p99Ms shouldBe (late.sorted.apply(118) - late.min).toDouble +- 0.1
    left.number("connections") should be < 120L
  }

  "The users of a staircase" should "stay while more come" in {
    val left = run(classOf[StairsOnLoopback])
    keep(classOf[StairsOnLoopback], left.log)
    val (came, gone) = users(left.log)
    came should have size 6
    // 1, 2 and 3 of them, a second apart; a busy machine is late, but never early
    came.zip(Vector(0, 1, 1, 2, 2, 2)).foreach { case (at, level) =>
      at should be >= left.number("released") + level * 1000 - 5
    }
    gone.filter(_ < came.last) shouldBe empty
    statistics(OnLoopback.stairs, left.log).levels.map(_.users) shouldBe Vector(1, 3, 6)
  }

  "The users of a closed load" should "come when those before it are released, and go when the clock says so" in {
    val (log, records) = read(closed.log)
    val name = classOf[ClosedOnLoopback].getSimpleName
    val first = records
      .collect { case User(scenario, true, at) => log.header.scenarios(scenario) -> at }
      .groupMapReduce(_._1)(_._2)(math.min)
    // it was released 300 ms after the last phase was over
    first(name) + log.header.start should be >= closed.number("released") - 5
    first("preparation") should be < first(name) - 300
    val began = math.min(first(name), first(LoadLog.clock))
    val (kept, own) = ofLoad
    (kept.header.scenarios, kept.header.start) shouldBe ((Vector(name), log.header.start + began))
    own.collect { case User(_, true, at) => at } should have size 20
    own.map(_.at).min should be >= 0
    // a busy machine is late, but never early
    own.map(_.at).max should be >= OnLoopback.closed.duration.toMillis.toInt - 5
  }

  "The requests before a load" should "be sent in every phase, and leave no record" in {
    val (log, records) = read(closed.log)
    val requests = records.collect { case request: Request => request }
    requests.map(_.name).distinct shouldBe Vector("GET /")
    requests.map(_.start + log.header.start).min should be >= closed.number("released") - 5
    requests.size.toLong should be < closed.number("requests")
    val slices = closed.prepared.slices
    slices.map(_.phase).dropWhile(_ == Phases.warmUp) shouldBe Phases.alone +: Vector.fill(6)(Phases.light)
    slices.foreach(slice => withClue(slice)(slice.requests should be > 0L))
    slices.map(_.requests).sum should be < closed.number("requests") - requests.size
    slices.foreach(_.meanMs.getOrElse(0.0) should be > 19.0)
    // the index changes when no request is under way, and before the first of the load's own
    closed.number("at work when the index changes") shouldBe 0
    closed.number("requests when the index changes") shouldBe 0
  }

  "Loads side by side" should "be in one log, from which each can be taken" in {
    val left = run(classOf[TwoOnLoopback])
    TwoOnLoopback.loads.foreach { case (name, load) =>
      val own = folder.resolve(s"$name.log")
      LoadLog.keep(left.log, KeptUsers(Vector(name), group = Some(name)), own)(_ => ()).isRight shouldBe true
      val (log, records) = read(own)
      log.header.scenarios shouldBe Vector(name)
      records.collect { case user: User if user.arrives => user } should have size load.users.toLong
      val requests = records.collect { case request: Request => request }
      requests should not be empty
      requests.map(of => (of.groups, of.ok)).distinct shouldBe Vector((Vector.empty, true))
    }
  }

  "A warm-up without answers" should "end at its bound, say so, and let the load begin" in {
    val left = run(classOf[NobodyOnLoopback])
    left.said should include("the bound: there were too few requests")
    left.said should include("no request was answered before the load")
    val (log, records) = read(left.log)
    val requests = records.collect { case request: Request => request }
    requests should not be empty
    requests.map(_.ok).distinct shouldBe Vector(false)
    requests.map(_.start + log.header.start).min should be >= left.number("released") - 5
    left.prepared.warmth.isWarm shouldBe false
  }

  "A run that is ended while it warms up" should "stop all its users, also those to come" in {
    val left = run(classOf[EndedOnLoopback])
    left.seen("lead") shouldBe Vector("interrupted")
    left.seen.get("released") shouldBe None
    val (log, records) = read(left.log)
    records.collect { case request: Request => request } shouldBe empty
    val before = log.header.scenarios.indexOf("preparation")
    val (came, gone) = records.collect { case user: User if user.scenario == before => user }.partition(_.arrives)
    came should not be empty
    gone should have size came.size.toLong
  }

  "A user whose turn passes before it sends" should "send nothing, and be asked again" in {
    val left = run(classOf[TurnPassedMeanwhile])
    left.number("begun") should be >= TurnPassedMeanwhile.enough
    left.number("sent") shouldBe 0
    left.number("under way") shouldBe 0
  }
}

/** Output of a simulation: lines by topic, log and preparation. */
private final case class Remains(seen: Map[String, Vector[String]], log: Path, preparation: Option[Preparation]) {
  def prepared: Preparation = preparation.getOrElse(throw new AssertionError("nothing was prepared"))
  def number(what: String): Long = seen(what).head.toLong
  def said: String = seen.getOrElse("said", Vector.empty).mkString("\n")
}
