package bottleneck.lab.log

import org.scalatest.concurrent.Eventually
import org.scalatest.time.{Millis, Seconds, Span}

/** Waits for what happens in other threads and processes, as long as a busy machine may need. */
trait Patient extends Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(60, Seconds), Span(20, Millis))
}
