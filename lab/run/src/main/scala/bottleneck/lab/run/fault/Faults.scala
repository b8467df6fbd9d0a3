package bottleneck.lab.run.fault

import bottleneck.lab.run.postgres.{OwnDisk, Sql}
import bottleneck.lab.run.process.{ChildProcess, Command, FailingPart, StopSignal}
import bottleneck.lab.run.relay.RelayProcess
import bottleneck.lab.run.step.Steps
import bottleneck.lab.settings.DatabaseAccess
import bottleneck.lab.target.{Fault, Part, RollingRestart, Step}
import java.nio.file.Path
import java.sql.SQLException
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.Using
import scala.util.control.NonFatal

/** Makes parts of the target fail while it is under load. Closed, it ends what still lasts.
  *
  * @param logs
  *   of the processes that keep cores busy
  */
final class Faults(target: FailingTarget, logs: Path) extends AutoCloseable {
  import Faults._

  private val log = new Steps
  private val restarts = new RollingRestarts(target, step)

  /** Begins the first of them `in` this time, without waiting for it, and each other when the one before is over. */
  def begin(faults: Vector[Fault], in: FiniteDuration): Unit = log.begin(in)(faults.foreach(carryOut))

  /** Begins to restart all instances `in` this time, without waiting for it. */
  def begin(restart: RollingRestart, in: FiniteDuration): Unit = log.begin(in)(restarts.carryOut(restart))

  /** What was done until now. */
  def steps: Vector[Step] = log.all

  override def close(): Unit = log.end(())

  private def carryOut(fault: Fault): Unit = fault match {
    case Fault.Kill(part) => on(part)(s"kill $part")(_.process.fail())
    case Fault.Restart(part, inOrder, down) =>
      on(part)(s"restart $part, down for ${text(down)}")(restart(part, inOrder, down))
    case Fault.Stall(part, lasts) =>
      on(part)(s"stall $part for ${text(lasts)}")(stalled =>
        whileIt(lasts)(stalled.process.suspend())(stalled.process.resume())
      )
    case Fault.Slow(roundTrip, lasts) =>
      step(s"slow the network down to ${text(roundTrip)} for ${text(lasts)}")(network { relay =>
        whileIt(lasts)(relay.delay(roundTrip))(relay.delay(relay.roundTrip))
      })
    case Fault.LoseConnections => step("lose the connections to the database")(network(_.loseConnections()))
    case Fault.TakeConnections(lasts) =>
      step(s"take all connections of the database for ${text(lasts)}")(target.database.foreach { database =>
        Using.resource(new Taken(database.access))(_ => Thread.sleep(lasts.toMillis))
      })
    case Fault.FillDisk(lasts) =>
      step(s"fill the disk of the database for ${text(lasts)}")(fillDisk(lasts))
    case Fault.TakeCores(lasts) =>
      step(s"keep all cores busy for ${text(lasts)}")(
        Using.resource(new Busy(logs))(_ => Thread.sleep(lasts.toMillis))
      )
  }

  private def restart(part: Part, inOrder: Boolean, down: FiniteDuration)(failing: FailingPart): Unit = {
    val atOnce = if (part == Part.Database) StopSignal.Quit else StopSignal.Kill
    val asked = if (part == Part.Database) StopSignal.Interrupt else StopSignal.Terminate
    failing.process.restart(if (inOrder) asked else atOnce, down, endsWithin)
    failing.awaitReady()
  }

  /** A PostgreSQL that finds no room for its WAL ends, or neither ends nor recovers: whoever runs it starts it again.
    */
  private def fillDisk(lasts: FiniteDuration): Unit = {
    val disk = target.database.flatMap(_.disk)
    disk.fold(throw new IllegalStateException("the database has no disk of its own"))(full(_, lasts))
    if (!databaseAnswers) target.part(Part.Database).foreach(restart(Part.Database, inOrder = false, Duration.Zero))
  }

  private def databaseAnswers: Boolean = target.database.forall { database =>
    try {
      Sql.watch(database.watchAccess).close()
      true
    } catch { case _: SQLException => false }
  }

  private def full(disk: OwnDisk, lasts: FiniteDuration): Unit = {
    val deadline = lasts.fromNow

    // a database that finds no room gives up some of its own
    @tailrec def again(): Unit = if (deadline.hasTimeLeft()) {
      disk.fill()
      Thread.sleep(refill.toMillis)
      again()
    }

    try again()
    finally disk.free()
  }

  private def on(part: Part)(name: String)(action: FailingPart => Unit): Unit =
    step(name)(action(target.part(part).getOrElse(throw new IllegalStateException(s"the lab has started no $part"))))

  private def network(action: RelayProcess => Unit): Unit =
    action(target.relay.getOrElse(throw new IllegalStateException("the database is not some way off")))

  /** Records when the action began and ended, and how; whatever fails is its outcome. */
  private def step(name: String)(action: => Unit): Unit = if (!log.areOver) {
    val from = System.currentTimeMillis()
    val outcome =
      try { action; Step.ok }
      catch {
        case _: InterruptedException => Step.unfinished
        case NonFatal(error) => error.toString.linesIterator.next()
      }
    log.add(name, from, outcome)
  }
}

private object Faults {
  private val endsWithin = 60.seconds

  /** For how long a disk that is to be full may have room. */
  private val refill = 50.millis

  private def text(time: FiniteDuration): String = time.toString

  private def whileIt(lasts: FiniteDuration)(begin: => Unit)(end: => Unit): Unit =
    try {
      begin
      Thread.sleep(lasts.toMillis)
    } finally end

  /** Every connection that was left. */
  private final class Taken(access: DatabaseAccess) extends AutoCloseable {
    private val connections = all(Vector.empty)

    @tailrec private def all(taken: Vector[Sql]): Vector[Sql] = attempt match {
      case Some(another) => all(taken :+ another)
      case None => taken
    }

    private def attempt: Option[Sql] =
      try Some(Sql.connect(access))
      catch { case _: SQLException => None }

    override def close(): Unit = connections.foreach(_.close())
  }

  /** A process for each core that does nothing but use it. */
  private final class Busy(logs: Path) extends AutoCloseable {
    private val processes = Vector.tabulate(Runtime.getRuntime.availableProcessors)(n =>
      ChildProcess.start(
        Command(
          "a busy process",
          Vector("sh", "-c", "while :; do :; done"),
          logs.resolve(s"busy-${n + 1}.log"),
          stop = StopSignal.Kill
        )
      )
    )

    override def close(): Unit = processes.foreach(_.close())
  }
}
