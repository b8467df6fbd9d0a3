package bottleneck.lab.injectors

import bottleneck.lab.explain.record.ClockOffset
import bottleneck.lab.settings.Injector
import java.io.IOException
import java.net.{InetSocketAddress, ServerSocket, Socket}
import scala.annotation.tailrec
import scala.collection.mutable
import scala.concurrent.duration._
import scala.util.Using

/** Listens for the other injectors, and lets all begin when all are there and it awaits them itself. */
private final class FirstInjector(injector: Injector, simulation: String, patience: FiniteDuration) extends Barrier {
  import FirstInjector._

  private val address = injector.barrier
  private val server = new ServerSocket

  /** By number. Guarded by itself. */
  private val present = mutable.Map.empty[Int, Line]

  try server.bind(new InetSocketAddress(address.getHostString, address.getPort))
  catch {
    case error: IOException =>
      server.close()
      Barrier.refuse(s"Injectors cannot meet at $address (${error.getMessage}): give a free address, -Dlab.barrier=.")
  }

  daemon("injectors")(() => while (!server.isClosed) accept())

  override def await(): Beginning = try {
    val all = present.synchronized {
      val deadline = patience.fromNow
      while (present.size < injector.of - 1 && deadline.hasTimeLeft())
        present.wait(math.max(1L, deadline.timeLeft.toMillis))
      present.toMap
    }
    val missing = (2 to injector.of).filterNot(all.contains)
    if (missing.nonEmpty) Barrier.refuse(late(missing))
    val at = Clock.now + Barrier.notice.toMicros
    all.toVector.sortBy(_._1).foreach { case (number, line) =>
      try line.send(s"${Barrier.begin}$at")
      catch { case _: IOException => Barrier.refuse(s"Injector $number of ${injector.of} left before the load began.") }
    }
    Beginning(ClockOffset.none, at)
  } finally close()

  override def close(): Unit = {
    server.close()
    present.synchronized(present.values.foreach(_.close()))
  }

  private def late(missing: Seq[Int]): String =
    s"Of ${injector.of} injectors ${missing.mkString(", ")} did not come to ${address.getHostString}:${address.getPort} within ${patience.toSeconds} s: start all with the same -Dlab.barrier=."

  private def accept(): Unit =
    try {
      val socket = server.accept()
      daemon("injector") { () =>
        try meet(socket)
        catch { case _: IOException => () }
      }
    } catch { case _: IOException => () }

  private def meet(socket: Socket): Unit = Using.resource(new Line(socket)) { line =>
    for {
      said <- line.receive(greeting)
      number <- number(said, line)
      if told(line) && enter(number, line)
    } {
      // until it ends: before the load another may come in its place
      val _ = line.receive(FirstInjector.longest)
      present.synchronized(present.remove(number))
    }
  }

  /** Which one it is that said this; what is wrong is told to it. */
  private def number(said: String, line: Line): Option[Int] = {
    val found = (2 to injector.of).find(n => Barrier.hello(injector.copy(number = n), simulation) == said)
    line.send(
      found.fold(s"${Barrier.refused}the first is '${Barrier.hello(injector, simulation)}'")(_ => Barrier.welcome)
    )
    found
  }

  /** Tells the time as often as it is asked, until the other knows it. */
  @tailrec private def told(line: Line): Boolean = line.receive(greeting) match {
    case Some(Barrier.clock) =>
      line.send(Clock.now.toString)
      told(line)
    case Some(Barrier.ready) => true
    case _ => false
  }

  private def enter(number: Int, line: Line): Boolean = present.synchronized {
    val free = !present.contains(number)
    if (free) { present(number) = line; present.notifyAll() }
    else line.send(s"${Barrier.refused}injector $number of ${injector.of} is there already")
    free
  }

  private def daemon(name: String)(action: Runnable): Unit = {
    val thread = new Thread(action, name)
    thread.setDaemon(true)
    thread.start()
  }
}

private object FirstInjector {
  private val greeting = 10.seconds

  /** No load is prepared for as long. */
  private val longest = 1.day
}
