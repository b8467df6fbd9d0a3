package bottleneck.lab.run.metrics

import scala.concurrent.duration._

/** Something that is asked for the same values again and again. */
trait Source extends AutoCloseable {

  /** The names of its values: `part.what_unit`, and `_total` at the end of what only grows. */
  def columns: Vector[String]

  /** A value for each column, none for what cannot be had now; returns within about [[Source.patience]], and where it
    * throws all columns are empty.
    */
  def sample(): Vector[Option[Double]]

  override def close(): Unit = ()
}

object Source {

  /** How long a source waits for what it asks. */
  val patience: FiniteDuration = 800.millis
}
