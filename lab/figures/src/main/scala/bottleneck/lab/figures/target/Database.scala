package bottleneck.lab.figures.target

import scala.concurrent.duration._

/** The database to start: how many connections it allows, which of seed-sql's index variants it has, `scale` times the
  * rows of rows.sql, `readers` that follow by streaming, each with as many connections, for the service's read-only
  * transactions, and by how much longer a round trip takes than on loopback, as between hosts.
  */
final case class Database(
    maxConnections: Int,
    index: Index,
    scale: Int = 1,
    readers: Int = 0,
    roundTrip: FiniteDuration = Duration.Zero
) {
  require(maxConnections > 0, s"maxConnections ($maxConnections) must be > 0")
  require(scale > 0, s"scale ($scale) must be > 0")
  require(readers >= 0, s"readers ($readers) must be >= 0")
  require(roundTrip >= Duration.Zero, s"roundTrip ($roundTrip) must be >= 0")
  require(readers == 0 || roundTrip == Duration.Zero, "a database with readers has no round trip")

  def isFar: Boolean = roundTrip > Duration.Zero
}

/** A variant of the indexes, created by seed-sql/index-`name`.sql. */
sealed abstract class Index(val name: String)

object Index {
  case object None extends Index("none")
  case object Published extends Index("published")
  case object Keyset extends Index("keyset")
}
