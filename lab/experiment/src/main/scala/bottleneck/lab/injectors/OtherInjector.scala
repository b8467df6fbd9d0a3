package bottleneck.lab.injectors

import bottleneck.lab.settings.Injector
import java.io.IOException
import java.net.{InetSocketAddress, Socket}
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.Using

/** Looks for the first injector until it is there, and waits until that lets all begin.
  *
  * @param preparing
  *   how long the first may take when this one has found it
  */
private final class OtherInjector(
    injector: Injector,
    simulation: String,
    patience: FiniteDuration,
    preparing: FiniteDuration
) extends Barrier {
  import OtherInjector._

  private val at = s"${injector.barrier.getHostString}:${injector.barrier.getPort}"

  override def await(): Beginning = Using.resource(new Line(connected(patience.fromNow))) { line =>
    line.send(Barrier.hello(injector, simulation))
    line.receive(patience).foreach(refusal)
    val clock = Clock
      .besides { () => line.send(Barrier.clock); line.receive(patience).flatMap(_.toLongOption) }
      .getOrElse(left())
    line.send(Barrier.ready)
    val said = line.receive(preparing).getOrElse(left())
    refusal(said)
    val at = said.stripPrefix(Barrier.begin).toLongOption.getOrElse(left())
    Beginning(clock, at + (clock.aheadMs * 1000).round)
  }

  override def close(): Unit = ()

  @tailrec private def connected(deadline: Deadline): Socket = {
    val socket = new Socket
    val reason =
      try {
        socket.connect(new InetSocketAddress(injector.barrier.getHostString, injector.barrier.getPort), attemptMs)
        None
      } catch { case error: IOException => Some(error.getMessage) }
    reason match {
      case None => socket
      case Some(_) if deadline.hasTimeLeft() =>
        socket.close()
        Thread.sleep(retryMs)
        connected(deadline)
      case Some(why) =>
        socket.close()
        Barrier.refuse(
          s"The first injector did not listen at $at within ${patience.toSeconds} s ($why): start it, and all with the same -Dlab.barrier=."
        )
    }
  }

  private def refusal(said: String): Unit =
    if (said.startsWith(Barrier.refused))
      Barrier.refuse(
        s"The injectors do not fit together: ${said.stripPrefix(Barrier.refused)}, this one '${Barrier.hello(injector, simulation)}'."
      )

  private def left(): Nothing = Barrier.refuse(s"The first injector, at $at, ended before the load began.")
}

private object OtherInjector {
  private val attemptMs = 2000
  private val retryMs = 200L
}
