package bottleneck

import bottleneck.lab.run.Fleet
import bottleneck.lab.run.postgres.{OwnDisk, Sql}
import bottleneck.lab.target._
import java.net.URI
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.nio.file.Files
import org.scalatest.Assertion
import scala.concurrent.duration._
import scala.util.{Try, Using}

/** The disk of the real PostgreSQL is full while the real service changes titles. */
class FullDiskSpec extends FaultTest {
  private val client = HttpClient.newHttpClient()
  private val lasts = 8.seconds

  private def changed(fleet: Fleet, journal: Int, title: String): HttpResponse[String] = client.send(
    HttpRequest
      .newBuilder(new URI(s"${fleet.urls.head}/journals/$journal/title"))
      .header("Content-Type", "application/json")
      .PUT(BodyPublishers.ofString(s"""{"title": "$title"}"""))
      .build(),
    BodyHandlers.ofString()
  )

  /** Changes one journal after the other until one is answered with a problem of this title; whatever else is refused
    * until then is a problem too.
    *
    * @param between
    *   done after each
    */
  private def refused(fleet: Fleet, title: String)(between: => Any): Assertion = {
    val deadline = lasts.fromNow
    Iterator
      .from(1)
      .takeWhile(_ => deadline.hasTimeLeft())
      .map(n => changed(fleet, n % 5000 + 1, "x" * 200))
      .tapEach(_ => between)
      .filterNot(answer => done(answer.statusCode))
      .tapEach(isAProblem)
      .exists(_.body.contains(s""""title":"$title"""")) shouldBe true
  }

  /** Some journals are deleted. */
  private def done(status: Int): Boolean = Set(204, 404)(status)

  /** Uses up a segment of the WAL, of 16 MiB; nothing where the database is away. */
  private def useUpWal(fleet: Fleet): Unit = fleet.unlimitedDatabase.foreach { access =>
    val _ = Try(Using.resource(Sql.connect(access))(_.column("SELECT pg_switch_wal()")))
  }

  private def isAProblem(response: HttpResponse[String]): Assertion = {
    response.statusCode shouldBe 503
    response.headers.firstValue("Content-Type").orElse("") should startWith("application/problem+json")
    response.body should not(include("write") or include("extend") or include("Exception") or include("No space"))
  }

  private def onDisk(disk: Disk): Target = Target(
    instances = 1,
    pool + (ServiceProperties.connectionTimeout -> "1000"),
    Some(Database(maxConnections = 5, Index.Keyset, disk = Some(disk)))
  )

  /** Once it is full and again when it has room; nothing is left after that. */
  private def filled(name: String, disk: Disk)(meanwhile: Fleet => Any): Assertion = {
    OwnDisk.unmet.foreach(cancel(_))
    val fleet = started(this.fleet(name, onDisk(disk)))
    Using.resource(fleet) { fleet =>
      disks should not be empty
      changed(fleet, 1, "before").statusCode shouldBe 204
      afterwards(fleet, Fault.FillDisk(lasts))(meanwhile(fleet))
      eventually(status(fleet, "/journals/1") shouldBe Some(200))
      (1 to 200).map(changed(fleet, _, "after").statusCode).filterNot(done) shouldBe empty
    }
    fleet.endedEarly shouldBe empty
    children shouldBe 0
    disks shouldBe empty
  }

  "A full disk of the database" should "refuse changes while reads go on" in
    filled("data", Disk(mebibytes = 128, wal = false)) { fleet =>
      refused(fleet, "Database out of resources")(())
      status(fleet, "/journals/1") shouldBe Some(200)
      Files.readString(folder.resolve("data/logs/service-1.log")) should not include "\tat "
    }

  it should "put it out of service where its WAL finds no room, until it has some and is started again" in
    filled("wal", Disk(mebibytes = 192, wal = true)) { fleet =>
      refused(fleet, "No database connection")(useUpWal(fleet))
    }
}
