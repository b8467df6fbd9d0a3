package bottleneck.lab

import bottleneck.lab.explain.log.{LogReader, LogRecord}
import bottleneck.lab.explain.log.LogRecord.{judged, User}
import bottleneck.lab.explain.stats.RunStatistics
import bottleneck.lab.target.Load
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.collection.mutable.ArrayBuffer
import scala.jdk.StreamConverters._
import scala.util.Using

/** Users as the real Gatling injects them. */
class UsersSpec extends AnyFlatSpec with Matchers with ChildJvm {

  /** How many connections a simulation opened, and its log. */
  private def run(simulation: Class[_]): (Int, Path) = {
    val connections = folder.resolve("connections.txt")
    val home = Vector("-Dgatling.data.enableAnalytics=false", "-Dgatling.http.warmUpUrl=")
    val gatling = Vector("io.gatling.app.Gatling", "-s", simulation.getName, "-rf", folder.toString, "-nr")
    val (code, said) = jvm(home ++ Vector(s"-Dconnections=$connections") ++ gatling: _*)
    withClue(said)(code shouldBe 0)
    val results = Using.resource(Files.list(folder))(_.toScala(Vector)).filter(Files.isDirectory(_))
    (Files.readString(connections).toInt, results.head.resolve("simulation.log"))
  }

  /** When users of the judged scenario came and left, and how many. */
  private def users(log: Path): Vector[User] = {
    val users = ArrayBuffer.empty[User]
    LogReader.read(log) {
      case user @ User(`judged`, _, _) => users += user
      case _: LogRecord => ()
    }
    users.toVector
  }

  private def statistics(load: Load, log: Path): RunStatistics =
    new JudgedLoad(load).read(log).fold(error => fail(error.message), identity)

  "The users of an open load" should "come in time, leave with their answer and share connections" in {
    val (connections, log) = run(classOf[OpenOnLoopback])
    val (came, left) = users(log).partition(_.arrives)
    came should have size 120
    left should have size 120
    (came.last.at - came.head.at) should be < 3100
    val lag = statistics(OnLoopback.open, log).lag.getOrElse(fail("nothing was sent"))
    lag.requests shouldBe 120
    lag.p99Ms should be < 1000.0
    // two of the warm-up and as many as are in flight: 40/s × 20 ms, were it not for a cold JVM
    connections should be < 60
  }

  "The users of a staircase" should "stay while more come" in {
    val (_, log) = run(classOf[StairsOnLoopback])
    val (came, left) = users(log).partition(_.arrives)
    came should have size 6
    // 1, 2 and 3 of them, a second apart, however late a busy machine is
    val times = came.map(_.at)
    Vector(times(1) - times(0), times(3) - times(2)).foreach(_ should be > 700)
    left.map(_.at).filter(_ < times.last) shouldBe empty
    statistics(OnLoopback.stairs, log).levels.map(_.users) shouldBe Vector(1, 3, 6)
  }
}
