package bottleneck.lab.engine.ask

import bottleneck.lab.parts.postgres.DatabaseSession
import bottleneck.lab.parts.sources.{HeapUse, PoolKind, ServiceThread, ThreadStates}
import org.HdrHistogram.Histogram

/** What was seen while so many users sent requests: response times in µs of those that succeeded or failed, snapshots
  * from begin to end, stacks of the service's threads at each dump, the service's sessions in the database at each
  * look, failed requests by what they got, the statements of a request to the database and, where nothing counts these,
  * the transactions that it commits per second for whomever.
  */
private[ask] final case class Level(
    users: Int,
    seconds: Double,
    good: Histogram,
    bad: Histogram,
    snapshots: Vector[Snapshot],
    dumps: Vector[Vector[StackedThread]] = Vector.empty,
    sessions: Vector[Vector[DatabaseSession]] = Vector.empty,
    failures: Map[String, Long] = Map.empty,
    statements: Vector[StatementUse] = Vector.empty,
    commits: Option[Double] = None
) {

  /** Requests per second that succeeded. */
  def throughput: Double = good.getTotalCount / seconds

  /** Requests per second that ended, also by failing. */
  def all: Double = (good.getTotalCount + bad.getTotalCount) / seconds

  def failedShare: Double = {
    val failed = bad.getTotalCount.toDouble
    if (failed == 0) 0 else failed / (failed + good.getTotalCount)
  }

  /** What the failed requests got, most often first, such as `answer 503`. */
  def failed: Vector[String] = failures.toVector.sortBy(-_._2).take(3).map(_._1)

  /** Mean response time, in seconds. */
  def response: Double = if (good.getTotalCount == 0) Double.NaN else good.getMean / 1e6

  /** Percentile of the response times, in ms. */
  def percentile(rank: Double): Double = good.getValueAtPercentile(rank) / 1e3

  /** CPU cores in use by a part. */
  def cores(part: Part): Option[Double] = rate(_.cpuSeconds.get(part))

  /** Most of the service's threads that ran or wanted a core at once, but for one look of twenty. */
  def mostRunning: Option[Int] = {
    val seen = snapshots.flatMap(_.states).map(_.running).sorted
    Option.when(seen.nonEmpty)(seen(((seen.size - 1) * 0.95).toInt))
  }

  /** Mean number of the service's threads that waited in epoll. */
  def polling: Option[Double] = meanOfThreads(_.polling)

  /** The same that ran or wanted a core. */
  def running: Option[Double] = meanOfThreads(_.running)

  private def meanOfThreads(of: ThreadStates => Int): Option[Double] = {
    val seen = snapshots.flatMap(_.states).map(of)
    Option.when(seen.nonEmpty)(seen.sum.toDouble / seen.size)
  }

  /** Cores in use by programs that are no part of the measured system. */
  def others: Option[Double] =
    cores(Part.Machine).map(_ - Vector(Part.Service, Part.Database, Part.Generator).flatMap(cores).sum)

  /** Cores in use by each thread that was there from begin to end. */
  def threadCores: Map[ServiceThread, Double] = (for {
    thread <- snapshots.lastOption.toVector.flatMap(_.threadSeconds.keys)
    cores <- rate(_.threadSeconds.get(thread))
  } yield thread -> cores).toMap

  /** Mean number of the service's sessions in the database by what they wait for. */
  def databaseWaits: Map[String, Double] = mean(_.waitsFor)

  /** The same by the statement that waits for a lock, and that of its holder. */
  def blocked: Map[(String, String), Double] = mean(of => of.blockedBy.map(of.query -> _))

  private def mean[A](of: DatabaseSession => Option[A]): Map[A, Double] =
    sessions.flatten.flatMap(of(_)).groupBy(identity).view.mapValues(_.size.toDouble / sessions.size).toMap

  def gcShare: Option[Double] = rate(_.gcSeconds)

  /** The least that was in use of the heap: hardly more than what lives after a collection, where there were many. */
  def heap: Option[HeapUse] = snapshots.flatMap(_.heap).minByOption(_.used)

  /** Share of the periods in which the CPU quota was used up. */
  def throttledShare: Option[Double] = for {
    periods <- rate(_.throttling.map(_.periods.toDouble)) if periods > 0
    throttled <- rate(_.throttling.map(_.throttled.toDouble))
  } yield throttled / periods

  def pools: Vector[PoolLevel] = {
    val all = snapshots.flatMap(of => of.pools.map(of.nanos -> _)).groupBy { case (_, pool) => (pool.kind, pool.name) }
    all.values.toVector.map(new PoolLevel(_)).sortBy(pool => (pool.kind.name, pool.name))
  }

  def pool(kind: PoolKind, name: String): Option[PoolLevel] = pools.find(pool => pool.kind == kind && pool.name == name)

  /** Mean number of threads of the service that serve requests, by what they do. */
  lazy val waits: Vector[(Wait, Double)] = waits(Waits.isRequestThread)

  /** The same of its other threads that have work, such as an executor's. */
  lazy val workers: Vector[(Wait, Double)] = waits(!Waits.isRequestThread(_))

  /** Mean number of its threads that have work, by their name without the number at its end. */
  lazy val busyThreads: Map[String, Double] = {
    val busy = dumps.flatMap(dump => dump.filter(Waits.of(_, dump).isDefined).map(_.name))
    busy.groupBy(Level.withoutNumber).view.mapValues(_.size.toDouble / dumps.size).toMap
  }

  private def waits(isOne: StackedThread => Boolean): Vector[(Wait, Double)] = {
    val all = dumps.flatMap(dump => dump.filter(isOne).flatMap(Waits.of(_, dump)))
    all.groupBy(identity).view.mapValues(_.size.toDouble / dumps.size).toVector.sortBy(-_._2)
  }

  /** A counter's growth per second. */
  private def rate(of: Snapshot => Option[Double]): Option[Double] = for {
    first <- snapshots.headOption
    last <- snapshots.lastOption
    from <- of(first)
    to <- of(last)
    if last.nanos > first.nanos
  } yield (to - from) / ((last.nanos - first.nanos) / 1e9)
}

private object Level {

  /** Name of the pool: `executor-thread` of `executor-thread-12`. */
  private def withoutNumber(thread: String): String = thread.reverse.dropWhile(!_.isLetter).reverse
}
