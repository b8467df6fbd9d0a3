package bottleneck.lab.run.postgres

import bottleneck.lab.settings.DatabaseAccess
import java.sql.SQLException
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit.{MILLISECONDS, SECONDS}
import java.util.concurrent.atomic.AtomicReference

/** Cancels builds of indexes as soon as one has made its index known, until it is closed. */
private[postgres] final class Cancelling(owner: DatabaseAccess) extends AutoCloseable {
  import Cancelling._

  private val connection = new AtomicReference(Option.empty[Sql])
  private val thread = Executors.newSingleThreadScheduledExecutor()
  private val scheduled = thread.scheduleWithFixedDelay(() => cancel(), 0, everyMs, MILLISECONDS)

  /** One that fails is followed by another, over a new connection. */
  private def cancel(): Unit =
    try connection.updateAndGet(_.orElse(Some(Sql.watch(owner)))).foreach(_.run(statement))
    catch { case _: SQLException => disconnect() }

  private def disconnect(): Unit = connection.getAndSet(None).foreach(_.close())

  override def close(): Unit = {
    val _ = scheduled.cancel(false)
    thread.shutdown()
    val _ = thread.awaitTermination(patienceSeconds, SECONDS)
    disconnect()
  }
}

private object Cancelling {
  private val everyMs = 20L
  private val patienceSeconds = 5L

  /** The phases in which an index is there and not valid yet
    * (https://www.postgresql.org/docs/18/progress-reporting.html#CREATE-INDEX-PHASES).
    */
  private val statement =
    """SELECT pg_cancel_backend(pid)
      |  FROM pg_stat_progress_create_index
      | WHERE phase LIKE 'building index%'
      |    OR phase LIKE 'waiting for%'""".stripMargin
}
