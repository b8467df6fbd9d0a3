package bottleneck.lab.target

/** The database to start: how many connections it allows, which of seed-sql's index variants it has, and how many times
  * the rows of seed-sql/rows.sql.
  */
final case class Database(maxConnections: Int, index: Index, scale: Int = 1) {
  require(maxConnections > 0, s"maxConnections ($maxConnections) must be > 0")
  require(scale > 0, s"scale ($scale) must be > 0")
}

/** A variant of the indexes, created by seed-sql/index-`name`.sql. */
sealed abstract class Index(val name: String)

object Index {
  case object None extends Index("none")
  case object Published extends Index("published")
  case object Keyset extends Index("keyset")
}
