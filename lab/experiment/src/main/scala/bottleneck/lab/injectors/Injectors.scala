package bottleneck.lab.injectors

import bottleneck.lab.explain.record.{ClockOffset, InjectorShare}
import bottleneck.lab.settings.Injector
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration._

/** All that send a load, seen from one of them; the first listens for the others from now on.
  *
  * @param own
  *   which of them this one is; none where it sends the whole load
  * @param asked
  *   a hash of what all must have been asked alike
  */
private[lab] final class Injectors(own: Option[Injector], simulation: String, asked: => String)(say: String => Unit) {
  private val barrier = own.map(Barrier.of(_, simulation, asked))
  private val beginning = new AtomicReference[Option[Beginning]](None)

  /** Waits for the others, as [[Barrier.await]] does. */
  def await(): Unit = for { one <- own; others <- barrier } {
    say(s"injector ${one.name} waits for the others")
    beginning.set(Some(others.await()))
  }

  /** How far this clock is ahead of the first's. */
  def clock: ClockOffset = beginning.get().fold(ClockOffset.none)(_.clock)

  /** How long until the load may begin. */
  def in: FiniteDuration = beginning.get().fold[FiniteDuration](Duration.Zero)(_.in)

  /** What this one sends; none where that is the whole load. */
  def share: Option[InjectorShare] =
    own.map(one => InjectorShare(one.number, one.of, Machine.name, clock, Machine.kernel))
}
