package bottleneck.journal

import bottleneck.lab.explain.theory.Prediction
import io.gatling.core.Predef._
import io.gatling.core.session.Session
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration._

/** Users who read and two who write, each on their own: a write that waits delays no read. */
private[journal] final class ReadersAndWriters(data: Path) {
  private val journals = csv(data.resolve("journal-ids.csv").toString)

  private val write = feed(journals.circular).exec(
    http(ReadersAndWriters.write)
      .put("/journals/#{id}/title")
      .header("Content-Type", "application/json")
      .body(StringBody(_ => s"""{"title":"Changed at ${System.nanoTime()}"}"""))
      .check(status.is(204))
  )

  private val writers = new FirstUsers(ReadersAndWriters.writers)

  val requests: ChainBuilder = exec(session => writers.numbered(session))
    .doIfOrElse(session => writers.has(session))(pace(ReadersAndWriters.pace).exec(write))(exec(read("")))

  /** A read without the wait. */
  val calibration: ChainBuilder = exec(read("?millis=0"))

  /** One request of each kind, without a pause. */
  val warmUp: ChainBuilder = calibration.exec(write)

  private def read(query: String) =
    http(ReadersAndWriters.read).get(s"/workload/db$query").check(status.is(200))
}

private[journal] object ReadersAndWriters {
  val read = "GET /workload/db"
  val write = "PUT /journals/{id}/title"

  val readers = 100
  val writers = 2

  /** Shortest time between two writes of a user. */
  val pace: FiniteDuration = 50.millis

  /** Delay of a read in the database. */
  val waits: FiniteDuration = 50.millis

  /** Connections in the primary's pool, and per reader in the readers' pool. */
  val connections = 10

  /** All reads go to the readers, where there are some, and the writers wait for no one then. */
  def limit(readers: Int): Prediction =
    if (readers == 0) reads(0, waits) else reads(readers, waits).beside(Prediction.users(writers, pace))

  /** Reads that hold a connection for so long. */
  def reads(readers: Int, holding: FiniteDuration): Prediction =
    Prediction.connections(connections, math.max(1, readers), holding)
}

/** The first `many` users of a load to arrive: Gatling's own numbers include the warm-up. */
private[journal] final class FirstUsers(many: Int) {
  private val users = new AtomicInteger

  def numbered(session: Session): Session =
    if (session.contains(FirstUsers.number)) session else session.set(FirstUsers.number, users.incrementAndGet())

  def has(session: Session): Boolean = session(FirstUsers.number).as[Int] <= many
}

private object FirstUsers {
  private val number = "number"
}
