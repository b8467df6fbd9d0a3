package bottleneck.lab.ask

import bottleneck.lab.chart.{PageParts, StyleSheet}
import bottleneck.lab.model.{Numbers, Problem}
import bottleneck.lab.run.postgres.EmptyPostgres
import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.settings.Refused
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

  private val ready = new CountDownLatch(1)
  private val gone = new CountDownLatch(1)
  private val concluded = new CountDownLatch(1)

  private val settings = orExit(AskSettings.read(sys.props.toMap, Path.of("").toAbsolutePath).fold(refuse, identity))
  private val folder = Files.createDirectories(settings.folders.results.resolve(folderName))

  say(s"${Secrets.masked(settings.text)}: which resource limits ${settings.name}?")
  say(s"at most ${settings.most} users at once, and ${Climb.longestOfAll.toMinutes} minutes; results: $folder")

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
  setUp(users.population).protocols(users.protocol).maxDuration(Climb.longestOfAll + 3.minutes)

  private def steps(): Unit = {
    parts.added.foreach(say)
    val note = parts.awaitReady()
    FirstLook(parts.url, settings.question, answerWithin).fold(refuse, identity)
    say("the first answers are good")
    val seen = Using.resource(parts.watch()) { watch =>
      ready.countDown()
      val climb = new Climb(users, watch, () => parts.databaseWaits, settings.most, () => parts.check())(say)
      val seen = climb.run()
      users.end()
      gone.await()
      (seen, watch.absences, watch.cores.flatMap(_.quota))
    }
    parts.close()
    val answer = Answer.of(seen._1, seen._3)
    val sizing = Sizing.of(answer, settings.rates)
    val report = new AskReport(settings.text, settings.name, answer, sizing, parts.added ++ note, seen._2)
    write(report)
    report.lines.foreach(line => say(Secrets.masked(line)))
    say(s"page: ${folder.resolve("index.html").toUri}")
    concluded.countDown()
  }

  private def write(report: AskReport): Unit = {
    def file(name: String, text: String): Unit = {
      val temporary = Files.writeString(folder.resolve(s".$name"), Secrets.masked(text))
      val _ = Files.move(temporary, folder.resolve(name), REPLACE_EXISTING)
    }
    file("answer.json", AskJson.write(report))
    file(PageParts.styleSheet, StyleSheet.page)
    file("index.html", new AskPage(report).render)
  }

  /** Ends the JVM with a sentence where a user's mistake or a failing part is the reason. */
  private def orExit[A](part: => A): A =
    try part
    catch {
      case failure @ (_: Refused | _: ChildFailed) => exit(failure.getMessage)
      case failure: Throwable =>
        failure.printStackTrace()
        exit(s"The question failed unexpectedly: $failure.")
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

    private val service = AskedService.start(settings, database, logs)

    def url: URI = service.url

    def added: Vector[String] =
      (if (service.added.isEmpty) Vector.empty else Vector(s"The lab adds ${service.added.mkString(" ")}.")) ++
        database.map(_ => "The service has an empty PostgreSQL of the lab, in a database that it owns.")

    def awaitReady(): Option[String] = service.awaitReady(settings.question.repeated.head.target)

    def watch(): Watch = new Watch(
      service.pid.orElse(SocketSource.listener(url.getPort)),
      url.getPort,
      Some(url),
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

    private def wantsDatabase: Boolean = settings.schema.isDefined || (settings.program match {
      case Program.Jar(path) =>
        val isNamed = (settings.arguments ++ settings.environment.keys).exists(databaseUrl.findFirstIn(_).isDefined)
        !isNamed && ServiceJar.open(path).exists(_.wantsPostgres)
      case _ => false
    })
  }
}
