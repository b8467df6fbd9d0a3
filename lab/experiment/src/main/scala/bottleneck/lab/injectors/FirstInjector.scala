package bottleneck.lab.injectors

import bottleneck.lab.explain.record.ClockOffset
import bottleneck.lab.settings.Injector
import java.io.IOException
import java.net.{InetSocketAddress, ServerSocket, Socket}
import java.util.concurrent.ConcurrentLinkedQueue
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.util.Using

/** Listens for the other injectors, and lets all begin when all are there and it awaits them itself.
  *
  * @param asked
  *   a hash of what all must have been asked alike
  * @param patience
  *   how long the others may be late
  */
private final class FirstInjector(injector: Injector, simulation: String, asked: String, patience: FiniteDuration)
    extends Barrier {
  import FirstInjector._

  private val others = (2 to injector.of).toVector
  private val hellos = others.map(number => Barrier.hello(injector.copy(number = number), simulation, asked) -> number)
  private val present = new Present(others)

  /** What those said of themselves that were refused. */
  private val odd = new ConcurrentLinkedQueue[String]
  private val server = listening(patience.min(untilNamed).fromNow)

  daemon("injectors")(() => while (!server.isClosed) accept())

  override def await(): Beginning = try {
    val missing = present.awaitAll(patience)
    if (missing.nonEmpty)
      Barrier.refuse(
        s"${named(missing)} of ${injector.of} did not come to ${injector.address} within ${patience.toSeconds} s: start all with the same -Dlab.barrier=.$unlike"
      )
    gone(present.tell(Barrier.compare))
    gone(present.awaitReady(Barrier.answer))
    val at = Clock.now + Barrier.notice.toMicros
    gone(present.tell(s"${Barrier.begin}$at"))
    Beginning(ClockOffset.none, at)
  } finally close()

  override def close(): Unit = {
    server.close()
    present.close()
  }

  private def gone(missing: Vector[Int]): Unit =
    if (missing.nonEmpty)
      Barrier.refuse(s"${named(missing)} of ${injector.of} ended before the load began, or did not answer.")

  private def unlike: String =
    if (odd.isEmpty) ""
    else
      s" Refused, as this one is '${Barrier.hello(injector, simulation, asked)}': '${odd.asScala.toVector.distinct.mkString("', '")}'."

  /** A name may come to be known only when its container runs. */
  @tailrec private def listening(deadline: Deadline): ServerSocket = {
    val address = new InetSocketAddress(injector.barrier.getHostString, injector.barrier.getPort)
    if (!address.isUnresolved) bound(address)
    else if (deadline.isOverdue())
      Barrier.refuse(
        s"The name ${address.getHostString} of -Dlab.barrier=${injector.address} is not known: give one of this machine."
      )
    else {
      Thread.sleep(lookMs)
      listening(deadline)
    }
  }

  private def bound(address: InetSocketAddress): ServerSocket = {
    val server = new ServerSocket
    try {
      server.bind(address)
      server
    } catch {
      case error: IOException =>
        server.close()
        Barrier.refuse(
          s"Injectors cannot meet at ${injector.address} (${error.getMessage}): give a free address of this machine, -Dlab.barrier=."
        )
    }
  }

  private def accept(): Unit =
    try {
      val socket = server.accept()
      daemon("injector") { () =>
        try Using.resource(socket)(meet)
        catch { case _: IOException => () }
      }
    } catch { case _: IOException => () }

  /** Until the other ends: before the load another may come in its place. */
  private def meet(socket: Socket): Unit = {
    val line = new Line(socket)
    line.receive(Barrier.answer).foreach { said =>
      hellos.toMap.get(said) match {
        case Some(number) if present.enter(number, line) =>
          try attend(number, line)
          finally present.leave(number)
        case Some(_) => line.send(s"${Barrier.refused}another injector of this number is there already")
        case None =>
          if (Barrier.isHello(said)) { val _ = odd.add(said) }
          line.send(
            s"${Barrier.refused}the first sends another share, simulation, load or version: start all alike"
          )
      }
    }
  }

  /** Tells the time whenever it is asked. */
  @tailrec private def attend(number: Int, line: Line): Unit = line.receive(longest) match {
    case Some(Barrier.clock) =>
      line.send(Clock.now.toString)
      attend(number, line)
    case Some(Barrier.ready) =>
      present.compared(number)
      attend(number, line)
    case _ => ()
  }

  private def daemon(name: String)(action: Runnable): Unit = {
    val thread = new Thread(action, name)
    thread.setDaemon(true)
    thread.start()
  }
}

private object FirstInjector {
  private val lookMs = 500L

  /** In which the name of a container that runs comes to be known. */
  private val untilNamed = 1.minute

  /** No load is prepared for as long. */
  private val longest = 1.day

  private def named(numbers: Vector[Int]): String =
    if (numbers.size == 1) s"Injector ${numbers.head}" else s"Injectors ${numbers.mkString(", ")}"
}
