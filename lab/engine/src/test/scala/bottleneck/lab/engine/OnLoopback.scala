package bottleneck.lab.engine

import bottleneck.lab.engine.prepare.{Preparing, Rounds, StepLengths}
import bottleneck.lab.engine.users.Users
import bottleneck.lab.figures.preparation.Preparation
import bottleneck.lab.figures.target._
import bottleneck.lab.log.StubService
import bottleneck.lab.parts.metrics.{Gauge, WatchedParts}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import java.net.URI
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import org.scalatest.concurrent.Eventually
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

/** A load, and what comes before it, on a server of its own. It leaves what it saw in the folder that the system
  * property `seen` names: the preparation, and lines in `seen.txt`.
  *
  * @param warmsUp
  *   path of the warm-up's requests
  */
abstract class OnLoopback(
    load: Load,
    bound: FiniteDuration = 4.seconds,
    warmsUp: String = "/"
) extends Simulation
    with Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(30.seconds, 10.millis)

  private val folder = Path.of(sys.props("seen"))
  private val lines = new ConcurrentLinkedQueue[String]()
  protected val server = new StubService(delayMs = 20)

  private val workload = Workload(exec(http("GET /").get("/")))
  private val rounds = Rounds(exec(http("warm-up").get(warmsUp)), workload.requests)
  private val preparing =
    load.warmUp.map(new Preparing(_, load.users, bound, rounds, OnLoopback.lengths)(see("said", _)))
  private val users = new LoadUsers(getClass.getSimpleName, load, workload, preparing)

  /** Address of the requests. */
  protected def target: URI = server.url

  /** Hook that runs while the load is prepared. */
  protected def meanwhile(): Unit = ()

  protected def endUsers(): Unit = users.end()

  private def see(what: String, value: Any): Unit = {
    val _ = lines.add(s"$what: $value")
  }

  private def lead(preparing: Preparing): Unit =
    try {
      val gauge = Gauge.of(WatchedParts(Vector.empty))
      val warm = preparing.warmUp(gauge)
      see("at work when the index changes", server.atWork)
      see("requests when the index changes", server.times("/").size)
      val prepared = preparing.calibrate(warm, gauge)
      Preparation.write(folder, prepared)
      // users that did not wait for the release would come now
      new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS)
      see("released", System.currentTimeMillis())
      preparing.release()
    } catch { case _: InterruptedException => see("lead", "interrupted") }

  private def inBackground(work: => Unit): Unit = {
    val thread = new Thread(() => work)
    thread.setDaemon(true)
    thread.start()
  }

  before {
    inBackground(meanwhile())
    preparing.foreach(preparing => inBackground(lead(preparing)))
  }

  setUp(LoadUsers.populations(Vector(users -> Vector(target))))

  after {
    users.end()
    see("connections", server.connections)
    see("requests", server.requests)
    server.close()
    val _ = Files.write(folder.resolve("seen.txt"), lines.asScala.toVector.asJava)
  }
}

object OnLoopback {

  /** Slice lengths, just enough for some requests: nothing is measured here. */
  private val lengths: StepLengths =
    StepLengths(coresSlice = 750.millis, timeSlice = 250.millis, alone = 500.millis, light = 100.millis)

  private val warmUp: WarmUp = WarmUp(users = 2, WarmUp.TimeSteady(1.second), calibrated = false)
  private val calibrated: WarmUp = warmUp.copy(calibrated = true)

  val open: OpenLoad =
    OpenLoad(perSecond = 40, settle = 1.second, hold = 3.seconds, patience = 2.seconds, Some(warmUp))
  val stairs: Staircase = Staircase(Vector(1, 3, 6), each = 1.second, settle = 400.millis, Some(warmUp))

  /** Closed load with more users than its warm-up. */
  val closed: ClosedLoad = ClosedLoad(users = 20, arrival = 1.second, settle = 500.millis, 2.seconds, Some(calibrated))
  val endless: ClosedLoad = closed.copy(hold = 1.hour, warmUp = None)
}

final class OpenOnLoopback extends OnLoopback(OnLoopback.open)
final class StairsOnLoopback extends OnLoopback(OnLoopback.stairs)
final class ClosedOnLoopback extends OnLoopback(OnLoopback.closed, warmsUp = "/warm")

/** Nobody listens where it sends its requests. */
final class NobodyOnLoopback extends OnLoopback(OnLoopback.closed, bound = 2.seconds) {
  override protected def target: URI = new URI("http://127.0.0.1:1")
}

/** It is ended while it warms up. */
final class EndedOnLoopback extends OnLoopback(OnLoopback.closed, bound = 1.hour) {
  override protected def meanwhile(): Unit = {
    eventually(assert(server.requests > 5))
    endUsers()
  }
}

/** Two loads side by side on one server, with nothing before them. */
final class TwoOnLoopback extends Simulation {
  private val server = new StubService(delayMs = 20)
  private val users = TwoOnLoopback.loads.map { case (name, load) =>
    new LoadUsers(name, load, Workload(exec(http("GET /").get(s"/$name"))), None, isShared = true)
  }
  setUp(LoadUsers.populations(users.map(_ -> Vector(server.url))))

  after {
    users.foreach(_.end())
    server.close()
    val _ = Files.createFile(Path.of(sys.props("seen")).resolve("seen.txt"))
  }
}

object TwoOnLoopback {
  val loads: Vector[(String, ClosedLoad)] =
    Vector("one" -> 3, "two" -> 5).map { case (name, users) =>
      name -> ClosedLoad(users, arrival = 1.second, settle = 500.millis, hold = 2.seconds)
    }
}

/** A user whose turn it is when it asks, and no more when it would send. */
final class TurnPassedMeanwhile extends Simulation {
  private val users = new Users
  private val (asked, sent) = (new AtomicInteger, new AtomicInteger)
  users.activate(1)

  setUp(users.population("turns", users = 1, asked.getAndIncrement() % 2 == 0) {
    exec { session =>
      val _ = sent.incrementAndGet()
      session
    }
  }).maxDuration(20.seconds)

  before {
    val thread = new Thread(() => {
      while (users.begun < TurnPassedMeanwhile.enough) Thread.sleep(10)
      users.end()
    })
    thread.setDaemon(true)
    thread.start()
  }

  after {
    val lines = Vector(s"begun: ${users.begun}", s"sent: ${sent.get}", s"under way: ${users.sending}")
    val _ = Files.write(Path.of(sys.props("seen")).resolve("seen.txt"), lines.asJava)
  }
}

object TurnPassedMeanwhile {
  val enough: Long = 20
}
