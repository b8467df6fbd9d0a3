package bottleneck.lab.run.postgres

import bottleneck.lab.settings.{DatabaseAccess, Layout}
import bottleneck.lab.target.{Database, Index}
import java.net.URI
import java.nio.file.Path
import scala.util.{Failure, Success, Try, Using}

/** A primary with its readers. What is said of the database is said of the primary. */
final class ReplicatedDatabase private (
    primary: PostgresServer,
    override val readers: Vector[ReaderServer],
    seed: PostgresSeed
) extends TargetDatabase {
  override def access: DatabaseAccess = primary.access

  override def watchAccess: DatabaseAccess = primary.watchAccess

  override def indexBuilds: Option[IndexBuilds] = primary.indexBuilds

  override def pid: Option[Long] = primary.pid

  override def readersUrl: Option[String] = Some(seed.balancedUrl(readers.map(_.port)))

  /** Also until every reader has the index variant. */
  override def awaitReady(): Unit = {
    primary.awaitReady()
    val written = Using.resource(Sql.connect(watchAccess))(_.column("SELECT pg_current_wal_lsn()").head)
    readers.foreach(_.awaitReplayed(written))
  }

  override def useIndex(index: Index): Unit = primary.useIndex(index)

  override def recordPlans(requests: Vector[URI], file: Path): Unit = primary.recordPlans(requests, file)

  override def hasEnded: Boolean = primary.hasEnded

  override def close(): Unit = ReplicatedDatabase.closeAll(readers :+ primary)

  override def toString: String = s"$primary, readers ${readers.size}"
}

object ReplicatedDatabase {

  /** Starts the primary and its readers, without waiting for them; if one cannot be, all are ended again. */
  def start(
      binaries: PostgresBinaries,
      seed: PostgresSeed,
      database: Database,
      layout: Layout,
      logs: Path
  ): ReplicatedDatabase = {
    val primary = PostgresServer.start(binaries, seed, database, layout, logs)
    val attempts = Vector
      .range(1, database.readers + 1)
      .map(n => Try(ReaderServer.start(n, primary, database)(binaries, seed, layout, logs)))
    val readers = attempts.collect { case Success(reader) => reader }
    attempts.collectFirst { case Failure(failure) => failure }.foreach { failure =>
      closeAll(readers :+ primary)
      throw failure
    }
    new ReplicatedDatabase(primary, readers, seed)
  }

  private def closeAll(parts: Vector[AutoCloseable]): Unit = parts.map(part => Try(part.close())).foreach(_.get)
}
