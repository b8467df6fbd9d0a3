package bottleneck.lab.injectors

import bottleneck.lab.settings.Injector
import java.io.IOException
import java.net.{InetSocketAddress, Socket, UnknownHostException}
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.Using

/** Looks for the first injector until it is there, and waits until that lets all begin.
  *
  * @param hello
  *   what it says of itself
  * @param preparing
  *   how long the first may take when this one has found it
  */
private final class OtherInjector(
    injector: Injector,
    hello: String,
    patience: FiniteDuration,
    preparing: FiniteDuration
) extends Barrier {
  import OtherInjector._

  override def await(): Beginning =
    try Using.resource(connected(patience.fromNow))(meet)
    catch { case _: IOException => left() }

  override def close(): Unit = ()

  private def meet(socket: Socket): Beginning = {
    val line = new Line(socket)
    def heard(within: FiniteDuration): String = line.receive(within).getOrElse(left())

    line.send(hello)
    expect(Barrier.welcome, heard(Barrier.answer))
    expect(Barrier.compare, heard(preparing))
    val clock = Clock
      .besides { () => line.send(Barrier.clock); line.receive(Barrier.answer).flatMap(_.toLongOption) }
      .getOrElse(left())
    line.send(Barrier.ready)
    val at = heard(Barrier.answer * 2).stripPrefix(Barrier.begin).toLongOption.getOrElse(left())
    Beginning(clock, at + (clock.aheadMs * 1000).round)
  }

  private def expect(wanted: String, said: String): Unit =
    if (said.startsWith(Barrier.refused))
      Barrier.refuse(
        s"Injector ${injector.name} was refused at ${injector.address}: ${said.stripPrefix(Barrier.refused)}."
      )
    else if (said != wanted)
      Barrier.refuse(s"What listens at ${injector.address} is no first injector of this version.")

  @tailrec private def connected(deadline: Deadline): Socket = {
    val socket = new Socket
    val reason =
      try {
        socket.connect(new InetSocketAddress(injector.barrier.getHostString, injector.barrier.getPort), attemptMs)
        None
      } catch {
        case _: UnknownHostException => Some("its name is not known")
        case error: IOException => Some(error.getMessage)
      }
    reason match {
      case None => socket
      case Some(_) if deadline.hasTimeLeft() =>
        socket.close()
        Thread.sleep(retryMs)
        connected(deadline)
      case Some(why) =>
        socket.close()
        Barrier.refuse(
          s"The first injector did not listen at ${injector.address} within ${patience.toSeconds} s ($why): start it, and all with the same -Dlab.barrier=."
        )
    }
  }

  private def left(): Nothing =
    Barrier.refuse(s"The first injector, at ${injector.address}, ended before the load began, or does not answer.")
}

private object OtherInjector {
  private val attemptMs = 2000
  private val retryMs = 200L
}
