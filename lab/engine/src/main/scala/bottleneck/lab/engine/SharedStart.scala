package bottleneck.lab.engine

import bottleneck.lab.figures.settings.{Injector, Refused}
import java.time.{Duration => JavaDuration, Instant}
import scala.concurrent.duration._
import scala.jdk.DurationConverters._

/** The beginning of a load that several injectors share; at once where one sends all of it. */
private final class SharedStart(own: Option[Injector])(say: String => Unit) {

  /** Time in which Gatling ends the users of the warm-up and starts those of the load: it starts users once a second.
    */
  private val notice = 4.seconds

  /** Time left until the start; zero without other injectors. */
  def in: FiniteDuration = own.fold[FiniteDuration](Duration.Zero)(one => until(one.start).max(Duration.Zero))

  /** Waits until shortly before; refused where the target was not prepared in time. */
  def await(): Unit = own.foreach { one =>
    val left = until(one.start) - notice
    if (left < Duration.Zero)
      throw new Refused(
        s"Injector ${one.name} was not ready $notice before ${one.start}: choose a later -Dlab.start=, as the first warms the target up before."
      )
    say(s"injector ${one.name} waits until ${one.start}")
    Thread.sleep(left.toMillis)
  }

  private def until(start: Instant): FiniteDuration = JavaDuration.between(Instant.now(), start).toScala
}
