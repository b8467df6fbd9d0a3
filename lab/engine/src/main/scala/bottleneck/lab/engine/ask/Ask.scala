package bottleneck.lab.engine.ask

import bottleneck.lab.engine.turns.{Cycles, Slices, TurnCycle, TurnPair, Turns}
import bottleneck.lab.figures.preparation.CyclesForecast
import bottleneck.lab.figures.record.{AskResult, CompareResult, ServiceResult}
import bottleneck.lab.figures.settings.{Refused, Secrets}
import bottleneck.lab.figures.{Numbers, Ratio}
import bottleneck.lab.log.WholeFile
import bottleneck.lab.parts.host.{Daemon, FreePorts}
import bottleneck.lab.parts.process.Ending
import bottleneck.lab.parts.service.Program
import bottleneck.lab.report.Page
import bottleneck.lab.report.chart.StyleSheet
import io.gatling.core.Predef._
import java.nio.file.{Files, Path}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration._
import bottleneck.lab.parts.metrics.Gauge
import scala.util.{Random, Using}

/** The question of `-Dask=`: which resource limits a service or, with `-Dagainst.jar=`, which of two is faster. Gatling
  * starts it; [[steps]] goes from the services' start to the answer.
  */
final class Ask extends Simulation {
  import Ask._

  Ending.withParent()

  private val ready = new CountDownLatch(1)
  private val gone = new CountDownLatch(1)
  private val concluded = new CountDownLatch(1)

  private val settings = orExit(
    Refused.unless(AskSettings.read(sys.props.toMap, Path.of("").toAbsolutePath))
  )
  private val folder = Files.createDirectories(settings.results.resolve(AskJvm.folder.getOrElse(AskJvm.newFolder)))

  say(s"${Secrets.masked(settings.text)}: ${settings.against
      .fold(s"which resource limits ${settings.service.name}?")(of =>
        s"${settings.service.nameInFull} against ${of.name}"
      )}")
  say(s"at most ${settings.most} users at once, and ${settings.longest.toSeconds} s of load; results: $folder")

  @volatile private var parts: Vector[ServiceParts] = orExit(
    settings.against
      .fold(Vector(settings -> "logs"))(against => Vector(settings -> "logs/new", settings.old(against) -> "logs/old"))
      .map { case (of, logs) => new ServiceParts(of, Files.createDirectories(folder.resolve(logs)), say) }
  )
  private val marks = if (settings.against.isEmpty) Vector("") else Vector("A · ", "B · ")

  /** Port of the service with what is advised. */
  private val placeOfChanged = FreePorts.choose(1).head
  private val addressees =
    parts.zip(marks).map { case (part, mark) => Addressee(() => part.url, mark) } ++
      Option.when(settings.confirm)(Addressee(() => parts.last.url, "changed · "))
  private val users = new AskUsers(settings.question, addressees, settings.most)

  /** The best level so far, until there is an answer or a reason why not. */
  private val progress = new Progress
  if (settings.against.isEmpty)
    Runtime.getRuntime.addShutdownHook(new Thread(() => stopped(), "stopped"))

  new Daemon("ask", () => orExit(steps())).start()
  before(ready.await())
  after {
    gone.countDown()
    concluded.await()
  }
  setUp(users.populations).protocols(users.protocol).maxDuration(settings.longest + 10.minutes)

  /** On Ctrl-C, too. */
  private def stopped(): Unit = {
    console.close()
    progress.sentence.foreach(say)
  }

  private def steps(): Unit = {
    conditions.foreach(say)
    val notes = named(parts.map(_.awaitReady().toVector))
    say("the first answers are good")
    ready.countDown()
    settings.against.fold(ask(notes))(compare(_, notes))
    concluded.countDown()
  }

  private def ask(notes: Vector[String]): Unit = {
    val (seen, database, absences, cost) = look()
    val answer = Answer.of(seen)
    val sizing = Sizing.of(answer, settings.rates)
    val code = settings.service.program match {
      case Program.Jar(path) => ServiceCode.of(path)
      case Program.CommandLine(ofJar(path)) => ServiceCode.of(Path.of(path))
      case _ => ServiceCode.unknown
    }
    val canTry = settings.service.program.isInstanceOf[Program.Jar]
    // a profile has what the service does beside requests, too
    val ofRequest = seen.hold.cores(Part.Service).filter(_ => seen.hold.all > 0).map(_ / seen.hold.all)
    val use = seen.profile.toOption.map(new CpuUse(_, code, ofRequest))
    val report =
      new AskReport(
        settings.text,
        settings.service.name,
        answer,
        use,
        database,
        canTry,
        sizing,
        conditions ++ notes :+ cost,
        absences
      )
    report.lines.foreach(line => say(Secrets.masked(line)))
    progress.end()
    def writeAll(confirmation: Option[Confirmation]): Unit = write(
      AskResult.file -> ServiceResult.render(report.result(confirmation)),
      "answer.md" -> report.markdown(confirmation),
      "TEST-answer.xml" -> report.junit,
      "index.html" -> new AskPage(report, confirmation, WaitPicture.of(seen.hold, code)).render
    )
    // a trial that fails or is stopped leaves the answer
    writeAll(None)
    val confirmation = if (settings.confirm) confirm(answer, database) else None
    end()
    confirmation.foreach { found =>
      say(found.sentence)
      writeAll(confirmation)
    }
    sayPage()
  }

  private def compare(against: Against, notes: Vector[String]): Unit = {
    val random = new Random(against.seed)
    say(s"order by -Dseed=${against.seed}")
    val rounds = Vector.tabulate(against.rounds) { n =>
      if (n > 0) {
        parts.foreach(_.restart())
        parts.foreach(_.awaitReady())
        users.forget()
      }
      Using.Manager { open =>
        val watches = parts.map(part => open(part.watch()))
        val cores = Runtime.getRuntime.availableProcessors
        def atOnce(perCore: Int): Int = math.min(settings.most, perCore * cores)
        def alive(): Unit = parts.foreach(_.check())
        val turns =
          new Turns(
            users,
            n => Gauge.Reading.of(watches(n).serviceSeconds),
            atOnce(usersPerCore),
            against.looks,
            random,
            alive _,
            show = console.show
          )(say)
        say(s"round ${n + 1} of ${against.rounds}")
        val _ = turns.warmUp()
        val closed = turns.closed(against.isNarrow, against.soFar)
        val rate = 0.6 * TurnPair.means(closed)(turn => Some(turn.perSecond)).min
        say(s"both at ${Numbers.rate(rate)}")
        TurnsRound(closed, turns.paced(rate, atOnce(4 * usersPerCore)), rate, turns.sliceSeconds)
      }.get
    }
    end()
    val report = new CompareReport(settings, against, rounds, conditions ++ notes)
    report.lines.foreach(line => say(Secrets.masked(line)))
    write(
      CompareResult.file -> ServiceResult.render(report.result),
      "compare.md" -> report.markdown,
      "TEST-compare.xml" -> report.junit,
      "index.html" -> new ComparePage(report).render
    )
    sayPage()
    report.exitCode.filter(_ > 0).foreach(Ending.failBuild)
  }

  private def conditions: Vector[String] = named(parts.map(_.conditions))

  private def end(): Unit = {
    progress.end()
    users.end()
    gone.await()
    parts.foreach(_.close())
  }

  /** What is seen under load, the statements of it, what could not be seen, and what looking cost. */
  private def look(): (Observation, Option[DatabaseUse], Vector[String], String) =
    Using.resource(parts.head.watch()) { watch =>
      val climb =
        new Climb(users, watch, parts.head, settings.most, settings.goal, progress.reached(_), console.show)(say)
      val seen = climb.run()
      val noProfile = seen.profile.left.toOption.filterNot(why => watch.absences.exists(_.startsWith(why)))
      val absences = watch.absences ++ noProfile.map(why => s"No profile of CPU time. $why")
      (seen, DatabaseUse.of(seen.hold, seen.idle, watch.postgres), absences, watch.cost)
    }

  private def confirm(answer: Answer, database: Option[DatabaseUse]): Option[Confirmation] = {
    val advice = Advice.of(answer, database).filter(_.canBeTried)
    if (advice.isEmpty) say("There is nothing to try: no setting and no index that the lab knows lifts this limit.")
    advice.flatMap { advice =>
      try Some(tried(advice, answer.seen))
      catch {
        case failure: Throwable if Ending.sentence(failure).isDefined =>
          say(Secrets.masked(s"Not tried: ${Ending.sentence(failure).mkString}"))
          None
      }
    }
  }

  /** With an advice, by turns with the service as it is. */
  private def tried(advice: Advice, seen: Observation): Confirmation = {
    say(s"trying ${advice.argument}, by turns with the service as it is")
    val logs = Files.createDirectories(folder.resolve("logs/changed"))
    val changed = new ServiceParts(settings, logs, say, placeOfChanged, Some(advice))
    parts = parts :+ changed
    val _ = changed.awaitReady()
    Using.Manager { open =>
      val watches = parts.map(part => open(part.watch()))
      val climb = new Climb(users, watches.last, changed, settings.most)(say)
      users.turnTo(1)
      climb.warm()
      // those that the limit needs, and as many times more as the change may need
      val enough = seen.levels.filter(_.throughput >= 0.9 * seen.hold.throughput).map(_.users).minOption
      val atOnce = enough.fold(seen.hold.users)(n => math.min(seen.hold.users, 4 * n))
      val slices = new Slices(users, n => watches(n).read(None), atOnce, () => parts.foreach(_.check()))
      def times(so: Vector[TurnCycle]) =
        TurnPair.ratio(Vector(so.map(of => TurnPair(of.turns.last, of.turns.head, of.part))), looksOfTrial)(turn =>
          Some(turn.perSecond)
        )
      val cycles =
        new Cycles(
          slices,
          Vector("as it is", "changed"),
          new Random,
          Climb.turnTimes.copy(look = 30.seconds, shortestFull = 2.seconds),
          withLight = false,
          isRecorded = false,
          looksOfTrial,
          console.show
        )(say).run(
          times(_).exists(_.halfWidth <= CyclesForecast.enough),
          times(_).fold("")(of => s", changed ÷ as it is ${Ratio.text(Ratio.of(of))}")
        )
      val means = TurnPair.means(cycles.map(_.pair))(turn => Some(turn.perSecond))
      users.turnTo(1)
      val next = climb.glance(atOnce)
      val full = Option.when(watches.last.capacity.isUsedUp(next))("cores").toVector ++
        next.pools.filter(_.isFull).map(_.kind.name)
      Confirmation(advice, means.last, means.head, times(cycles), full)
    }.get
  }

  private def write(files: (String, String)*): Unit =
    files.toVector.appended(Page.styleSheet -> StyleSheet.page).foreach { case (name, text) =>
      WholeFile.write(folder.resolve(name), AskJvm.inWords(Secrets.masked(text), AskJvm.words))
    }

  private def sayPage(): Unit = say(s"page: ${folder.resolve("index.html").toUri}")

  /** Ends the JVM with a sentence where a user's mistake or a failing part is the reason. */
  private def orExit[A](part: => A): A =
    try part
    catch {
      case failure: Throwable =>
        exit(Ending.sentence(failure).getOrElse {
          failure.printStackTrace()
          s"The question failed unexpectedly: $failure."
        })
    }

  private def exit(sentence: String): Nothing = {
    console.clear()
    System.err.println(s"[ask] ${AskJvm.inWords(Secrets.masked(sentence), AskJvm.words)}")
    Option(progress).foreach(_.end())
    Option(parts).foreach(_.foreach(_.close()))
    sys.exit(AskJvm.refused)
  }
}

/** What is said where somebody ends the run before its answer. */
private final class Progress {
  private val best = new AtomicReference[Option[Level]](None)
  @volatile private var isEnded = false

  def reached(level: Level): Unit = {
    val _ = best.updateAndGet(before => if (before.exists(_.throughput >= level.throughput)) before else Some(level))
  }

  def end(): Unit = isEnded = true

  def sentence: Option[String] = Option.unless(isEnded)(
    best
      .get()
      .filter(_.throughput > 0)
      .fold("Stopped before anything was measured.") { level =>
        s"Stopped: at least ${Numbers.rate(level.throughput)}, with ${Numbers.counted(level.users, "user")} at once. " +
          "What limits is not known yet."
      }
  )
}

private object Ask {

  /** At the ratio of a service with an advice to the one without. */
  private val looksOfTrial = 2

  /** Users at once by turns: enough for the cores, and few enough that no queue hides what a request takes. */
  private val usersPerCore = 4

  private val ofJar = """.*java\b.*\s-jar\s+(\S+).*""".r

  private val console = new AskConsole(System.out, AskJvm.isTerminal)

  private def say(line: String): Unit = console.say(AskJvm.inWords(line, AskJvm.words))

  /** Sentences about the new service and the old; one that is about one of two names it. */
  private[ask] def named(ofEach: Vector[Vector[String]]): Vector[String] = {
    val common = ofEach.reduce(_ intersect _)
    common ++ ofEach.zip(Vector("new", "old")).flatMap { case (own, name) => own.diff(common).map(of => s"$name: $of") }
  }
}
