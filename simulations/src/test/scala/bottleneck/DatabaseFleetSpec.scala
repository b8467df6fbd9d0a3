package bottleneck

import bottleneck.lab.target._
import java.nio.file.{Files, Path}
import scala.concurrent.duration._

/** The lab with a target's database. */
class DatabaseFleetSpec extends FleetTest {

  "A fleet" should "send reads to a replica of its database, and tell when that ended" in {
    val properties =
      pool ++ Map("reader.datasource.maximum-pool-size" -> "2", "reader.datasource.connection-timeout" -> "1000")
    val replicated = database.map(_.copy(readers = 1))
    val read = during("read", Target(instances = 1, properties, replicated)) { read =>
      def status: Option[Int] = get(read, "/journals?size=5")
      status shouldBe Some(200)
      eventually {
        metrics("read").gauge("reader-1.cpu_seconds_total").flatten should not be empty
        metrics("read").gauge("database.streaming_readers").flatten should contain(1.0)
      }
      val reader = listeningOn(folder.resolve("read").resolve("logs").resolve("postgres-reader-1.log"))
      kill(reader)
      eventually(reader.isAlive shouldBe false)
      eventually(status shouldBe Some(503))
    }
    read.endedEarly shouldBe Vector("The database's reader-1 ended during the run; see logs/postgres-reader-1.log.")
  }

  /** The server with this log, which begins with its command line. */
  private def listeningOn(log: Path): ProcessHandle =
    childWith("port=\\d+".r.findFirstIn(Files.readString(log)).getOrElse(fail("no port")))

  /** Not the shell that supervises it, which has the same arguments. */
  private def childWith(argument: String): ProcessHandle = childWhere { process =>
    process.arguments().map[Boolean](_.contains(argument)).orElse(false) &&
    !process.command().map[Boolean](_.endsWith("sh")).orElse(true)
  }

  it should "send reads the long way to a distant database, and tell when that ended" in {
    val distant = Some(Database(maxConnections = 25, Index.Keyset, roundTrip = 100.millis))
    val properties = pool + (ServiceProperties.connectionTimeout -> "1000")
    val far = during("far", Target(instances = 1, properties, distant)) { far =>
      def status: Option[Int] = get(far, "/journals?size=5")
      status shouldBe Some(200)
      val began = System.nanoTime()
      status shouldBe Some(200)
      (System.nanoTime() - began).nanos.toMillis should be >= 100L
      eventually(metrics("far").gauge("relay.cpu_seconds_total").flatten should not be empty)
      val relay = childWith("bottleneck.lab.run.relay.Relay")
      kill(relay)
      eventually(status shouldBe Some(503))
    }
    far.endedEarly shouldBe Vector("The relay in front of the database ended during the run; see logs/relay.log.")
  }

  it should "build an index under load, and record that the service's statements then use it" in {
    val bare = Target(instances = 1, pool, Some(Database(maxConnections = 25, Index.None)))
    val changed = during("changed", bare) { changed =>
      val index = "idx_journal_posted_at_id_live"
      changed.intervene(BuildIndex(Duration.Zero, IndexBuild.Concurrent, Index.Keyset, index), 200.millis)
      eventually(changed.steps.map(_.outcome) shouldBe Vector(Step.ok))
      changed.loadEnds(Vector("/journals?size=5", "/journals?size=5"))
      val plans = Files.readString(folder.resolve("changed").resolve("plan.txt"))
      plans should (include("GET /journals?size=5: 200") and include(index))
      plans should (include("actual time=") and include("Buffers: shared"))
    }
    changed.steps should have size 1
  }
}
