package bottleneck.lab.ask

import bottleneck.lab.chart.StyleSheet
import bottleneck.lab.model.{Numbers, Problem}
import bottleneck.lab.page.PageParts
import bottleneck.lab.run.host.FreePorts
import bottleneck.lab.run.postgres.EmptyPostgres
import bottleneck.lab.run.process.Ending
import bottleneck.lab.settings.{Refused, Secrets}
import io.gatling.core.Predef._
import java.net.URI
import java.nio.file.{Files, Path}
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.time.Instant
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration._
import scala.util.Using

/** The question of `-Dask=`: which resource limits a service. Gatling starts it; [[steps]] goes from the settings to
  * the answer.
  */
final class Ask extends Simulation {
  import Ask._

  Ending.withParent()

  private val ready = new CountDownLatch(1)
  private val gone = new CountDownLatch(1)
  private val concluded = new CountDownLatch(1)

  private val settings = orExit(AskSettings.read(sys.props.toMap, Path.of("").toAbsolutePath).fold(refuse, identity))
  private val folder = Files.createDirectories(settings.folders.results.resolve(folderName))

  say(s"${Secrets.masked(settings.text)}: which resource limits ${settings.name}?")
  say(s"at most ${settings.most} users at once, and ${Climb.longestOfAll.toSeconds} s of load; results: $folder")

  private val parts = orExit(new Parts(settings, folder))
  private val users = new AskUsers(settings.question, parts.url, settings.most)

  locally {
    val thread = new Thread(() => orExit(steps()), "ask")
    thread.setDaemon(true)
    thread.start()
  }
  before(ready.await())
  after {
    gone.countDown()
    concluded.await()
  }
  setUp(users.population).protocols(users.protocol).maxDuration(2 * (Climb.longestOfAll + 3.minutes))

  private def steps(): Unit = {
    parts.conditions.foreach(say)
    val note = parts.awaitReady()
    FirstLook(parts.url, settings.question, answerWithin).fold(refuse, identity)
    say("the first answers are good")
    ready.countDown()
    val (seen, absences, cost) = look(isRecorded = true)
    val answer = Answer.of(seen)
    val sizing = Sizing.of(answer, settings.rates)
    val report = new AskReport(settings.text, settings.name, answer, sizing, parts.conditions ++ note :+ cost, absences)
    report.lines.foreach(line => say(Secrets.masked(line)))
    val confirmation = if (settings.confirm) confirm(answer) else None
    users.end()
    gone.await()
    parts.close()
    write(report, confirmation)
    confirmation.foreach(found => say(found.sentence))
    say(s"page: ${folder.resolve("index.html").toUri}")
    concluded.countDown()
  }

  /** What is seen under load, what could not be seen, and what looking cost. */
  private def look(isRecorded: Boolean): (Observation, Vector[String], String) = Using.resource(parts.watch()) {
    watch =>
      val climb =
        new Climb(users, watch, () => parts.databaseWaits, settings.most, isRecorded, () => parts.check())(say)
      (climb.run(), watch.absences, watch.cost)
  }

  /** Starts the service anew with what was advised. */
  private def confirm(answer: Answer): Option[Confirmation] = {
    val advice = Advice.of(answer)
    if (advice.isEmpty) say("There is nothing to try: no setting of Spring Boot lifts this limit.")
    advice.map { advice =>
      say(s"trying ${advice.argument}")
      parts.restart(advice)
      val _ = parts.awaitReady()
      users.forget()
      Confirmation(advice, answer.seen.hold.throughput, look(isRecorded = false)._1.hold.throughput)
    }
  }

  private def write(report: AskReport, confirmation: Option[Confirmation]): Unit = {
    def file(name: String, text: String): Unit = {
      val temporary = Files.writeString(folder.resolve(s".$name"), Secrets.masked(text))
      val _ = Files.move(temporary, folder.resolve(name), REPLACE_EXISTING)
    }
    file("answer.json", AskJson.write(report, confirmation))
    file(PageParts.styleSheet, StyleSheet.page)
    file("index.html", new AskPage(report, confirmation).render)
  }

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
    System.err.println(s"[ask] ${Secrets.masked(sentence)}")
    Option(parts).foreach(_.close())
    sys.exit(1)
  }
}

private object Ask {

  /** Unique on this machine. */
  private def folderName: String =
    s"answer-${Numbers.at("uuuuMMdd-HHmmss", Instant.now)}-${ProcessHandle.current.pid}"

  private val answerWithin = 30.seconds
  private val databaseUrl = "(?i)(datasource|r2dbc)[._-](jdbc[._-]?)?url".r

  private def refuse(problem: Problem): Nothing = throw new Refused(problem.sentence)

  private def say(line: String): Unit = println(s"[ask] $line")

  /** The running parts of a question. */
  private final class Parts(settings: AskSettings, folder: Path) extends AutoCloseable {
    private val logs = Files.createDirectories(folder.resolve("logs"))

    private val database: Option[EmptyPostgres] = Option.when(wantsDatabase) {
      say("starting an empty PostgreSQL")
      val started = EmptyPostgres.start(settings.folders.cache, settings.folders.work, logs)
      settings.schema.foreach(started.run)
      started
    }

    private val place = FreePorts.choose(1).head
    @volatile private var service = AskedService.start(settings, database, logs, place)

    def url: URI = service.url

    /** Ends the service, and starts it with an argument more in place of one of its name. */
    def restart(advice: Advice): Unit = {
      service.close()
      val others = settings.arguments.filterNot(_.startsWith(s"--${advice.property}="))
      service = AskedService.start(settings.copy(arguments = others :+ advice.argument), database, logs, place)
    }

    def conditions: Vector[String] =
      service.conditions ++
        database.map(_ => "The service has an empty PostgreSQL of the lab, in a database that it owns.")

    def awaitReady(): Option[String] = service.awaitReady(settings.question.repeated.head.target)

    def watch(): Watch = new Watch(
      service.pid.orElse(if (isHere) SocketSource.listener(port) else None),
      port,
      service.management,
      database.map(_.pid)
    )

    def databaseWaits: Map[String, Int] = database.fold(Map.empty[String, Int])(_.waits())

    /** Refuses a service that has ended. */
    def check(): Unit = {
      service.boundLog()
      if (service.hasEnded) throw new Refused(service.ending)
    }

    override def close(): Unit =
      try service.close()
      finally database.foreach(_.close())

    private def isHere: Boolean = settings.program match {
      case Program.Running(_, isHere) => isHere
      case _ => true
    }

    private def port: Int =
      if (url.getPort > 0) url.getPort else if (url.getScheme == "https") 443 else 80

    private def wantsDatabase: Boolean = settings.schema.isDefined || (settings.program match {
      case Program.Jar(path) =>
        val names = settings.arguments ++ settings.environment.keys ++ sys.env.keys
        val isNamed = names.exists(databaseUrl.findFirstIn(_).isDefined)
        !isNamed && ServiceJar.open(path).exists(_.wantsPostgres)
      case _ => false
    })
  }
}
