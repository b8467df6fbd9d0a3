package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.{DatabaseAccess, Refused}
import bottleneck.lab.figures.target.{BuildIndex, Index, IndexBuild, Step}
import bottleneck.lab.parts.host.Daemon
import java.nio.file.Path
import java.sql.SQLException
import java.util.concurrent.TimeUnit.{MILLISECONDS, SECONDS}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import java.util.concurrent.{ConcurrentLinkedQueue, Executors}
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.util.Using

/** Builds indexes in a database while it is under load, over connections of its own, as a superuser who owns the
  * tables. Closed, it cancels what is not done yet.
  */
final class IndexBuilds(owner: DatabaseAccess, seedSql: Path) extends AutoCloseable {
  import IndexBuilds._

  private val done = new ConcurrentLinkedQueue[Step]

  /** True once the load has ended. */
  private val isOver = new AtomicBoolean

  /** The server process that works on the step. */
  private val working = new AtomicReference(Option.empty[Int])

  private val thread = Executors.newSingleThreadScheduledExecutor(new Daemon("intervention", _))

  /** Begins it `in` this time, without waiting for it. */
  def begin(asked: BuildIndex, in: FiniteDuration): Unit = {
    val definition = Indexes.definition(asked.index, asked.of, seedSql)
    val _ = thread.schedule((() => carryOut(asked.build, definition)): Runnable, in.toMillis, MILLISECONDS)
  }

  /** Steps done so far. */
  def steps: Vector[Step] = done.asScala.toVector

  override def close(): Unit = {
    isOver.set(true)
    val _ = thread.shutdownNow()
    // a cancellation may come before what it is to cancel
    val _ = Iterator
      .continually {
        working.get.foreach(process => query(s"SELECT pg_cancel_backend($process)"))
        thread.awaitTermination(pollMs, MILLISECONDS)
      }
      .take(mostAttempts)
      .find(identity)
  }

  private def carryOut(build: IndexBuild, definition: String): Unit = build match {
    case IndexBuild.Plain => val _ = step("CREATE INDEX")(definition)
    case IndexBuild.Concurrent => val _ = step("CREATE INDEX CONCURRENTLY")(concurrently(definition))
    case IndexBuild.Interrupted =>
      Using.resource(new Cancelling(owner)) { _ =>
        step("CREATE INDEX CONCURRENTLY, cancelled")(concurrently(definition))
      }
      invalidIndexes.foreach { index =>
        if (step("REINDEX INDEX CONCURRENTLY")(s"REINDEX INDEX CONCURRENTLY $index")) verify(index)
      }
  }

  /** Says which indexes a build left that are written to and of no use to a query. */
  private def invalidIndexes: Vector[String] = finding("look for invalid indexes") {
    val found = query("SELECT indexrelid::REGCLASS FROM pg_index WHERE NOT indisvalid")
    if (found.isEmpty) (found, "no index is invalid", "there is none: the build was done before it was cancelled")
    else (found, s"${found.mkString(", ")} is invalid", Step.ok)
  }

  private def verify(index: String): Unit = {
    val _ = finding(s"look at $index") {
      val valid = query(s"SELECT indisvalid FROM pg_index WHERE indexrelid = '$index'::REGCLASS") == Vector("t")
      if (valid) (Vector.empty, s"$index is valid", Step.ok)
      else (Vector.empty, s"$index is invalid", "it was built again and is invalid still")
    }
  }

  private def step(name: String)(statement: String): Boolean = {
    val from = System.currentTimeMillis()
    val outcome =
      try
        Using.resource(Sql.connect(owner)) { sql =>
          working.set(sql.column("SELECT pg_backend_pid()").map(_.toInt).headOption)
          if (!isOver.get) sql.run(statement)
          Step.ok
        }
      catch { case error: SQLException => firstLine(error) }
    working.set(None)
    add(name, from, outcome)
    outcome == Step.ok && !isOver.get
  }

  /** Result of a look, logged as a step with its name and outcome. */
  private def finding(name: String)(look: => (Vector[String], String, String)): Vector[String] =
    if (isOver.get) Vector.empty
    else {
      val from = System.currentTimeMillis()
      try {
        val (found, said, outcome) = look
        add(said, from, outcome)
        found
      } catch {
        case error: SQLException =>
          add(name, from, firstLine(error))
          Vector.empty
      }
    }

  private def add(name: String, from: Long, outcome: String): Unit = {
    val to = Option.when(!isOver.get)(System.currentTimeMillis())
    val _ = done.add(Step(name, from, to, if (to.isEmpty) Step.unfinished else outcome))
  }

  private def query(sql: String): Vector[String] = Using.resource(Sql.connect(owner))(_.column(sql))
}

private object IndexBuilds {
  private val pollMs = 50L
  private val mostAttempts = 200

  /** The same statement without a lock that blocks writers. */
  private def concurrently(definition: String): String =
    definition.replaceFirst("CREATE INDEX", "CREATE INDEX CONCURRENTLY")

  private def firstLine(error: SQLException): String = error.getMessage.linesIterator.next()
}

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

/** The index variants of seed-sql. */
object Indexes {

  /** Adds `index` to a database that has no variant yet, as a fresh copy of the seed. */
  def add(sql: Sql, index: Index, seedSql: Path): Unit =
    if (index != Index.None) sql.file(file(index, seedSql))

  /** Replaces whatever variant the database has by `index`. */
  def replace(sql: Sql, index: Index, seedSql: Path): Unit = {
    sql.file(file(Index.None, seedSql))
    add(sql, index, seedSql)
  }

  /** Statement that creates `index` in the file of `variant`; refused where there is none. */
  private[postgres] def definition(index: String, variant: Index, seedSql: Path): String = {
    val create = s"CREATE INDEX $index "
    Sql
      .statements(file(variant, seedSql))
      .find(_.linesIterator.exists(_.startsWith(create)))
      .map(statement => statement.substring(statement.indexOf(create)))
      .getOrElse(
        throw new Refused(s"${file(variant, seedSql)} does not create the index $index: name one that it does.")
      )
  }

  private def file(index: Index, seedSql: Path): Path = seedSql.resolve(s"index-${index.name}.sql")
}
