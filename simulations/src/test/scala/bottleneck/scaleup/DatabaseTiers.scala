package bottleneck.scaleup

/** Larger servers for the database: they say nothing of pools/rds, whose servers differ in memory alone. */
private[bottleneck] object DatabaseTiers {
  val tiers: Tiers = new Tiers(
    part = "database",
    "What does a larger server for the database bring to each kind of work?",
    "pools/rds",
    Vector.empty,
    Vector("db.t3.small", "db.t3.medium", "db.t3.large"),
    "which have equally many cores and differ in memory: here, where all data is cached, the sizes differ in cores"
  )
}
