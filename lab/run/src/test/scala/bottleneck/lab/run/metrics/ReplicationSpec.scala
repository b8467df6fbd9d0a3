package bottleneck.lab.run.metrics

import bottleneck.lab.run.postgres.{RealPostgres, Sql}
import bottleneck.lab.target.{Database, Index}
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
import scala.util.Using

/** Observation of a real primary with real replicas. */
class ReplicationSpec extends AnyFlatSpec with Matchers with RealPostgres with Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(20, Seconds), Span(50, Millis))

  "A primary" should "tell how many replicas stream and how far behind the last one is" in
    withReaders(Database(maxConnections = 25, Index.None, readers = 2)) { database =>
      Using.resource(new DatabaseActivity(database.watchAccess, Replication.values)) { activity =>
        def sampled: Map[String, Double] =
          activity.columns.zip(activity.sample()).collect { case (column, Some(value)) => column -> value }.toMap

        val before = sampled
        before("database.streaming_readers") shouldBe 2
        val postmaster = database.readers.head.pid
        val processes = postmaster +: Processes.children(postmaster)
        signal("STOP", processes)
        try {
          Using.resource(Sql.connect(database.access))(_.run("UPDATE journal SET title = 'changed' WHERE id <= 1000"))
          val behind = sampled
          val written = behind("database.wal_bytes_total") - before("database.wal_bytes_total")
          written should be > 100000.0
          behind("database.replay_lag_bytes") should be > written / 2
        } finally signal("CONT", processes)
        eventually {
          sampled("database.replay_lag_bytes") shouldBe 0
          sampled("database.replay_lag_seconds") should (be > 0.0 and be < 60.0)
        }
      }
    }

  private def signal(name: String, pids: Vector[Long]): Unit = {
    val kill = Vector("kill", "-s", name) ++ pids.map(_.toString)
    val _ = new ProcessBuilder(kill: _*).start().waitFor() shouldBe 0
  }
}
