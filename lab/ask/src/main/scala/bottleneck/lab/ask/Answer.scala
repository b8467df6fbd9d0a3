package bottleneck.lab.ask

import bottleneck.lab.model.Numbers

/** What limits the service, as far as it can be said. */
private[ask] sealed trait Finding {

  /** In a sentence. */
  def sentence: String
}

private[ask] object Finding {

  /** A resource that was full, and whose capacity ÷ demand is what was measured. */
  final case class Named(limit: Limit, throughput: Double, holds: Option[String]) extends Finding {
    override def sentence: String =
      s"The limit is the ${limit.resource.name}: ${limit.formula} = ${Numbers.rate(limit.perSecond.value)}, measured " +
        s"${Numbers.rate(throughput)}." + holds.fold("")(" " + _)
  }

  /** What most request threads wait for; `atOnce` is how many requests are past it, by Little's law. */
  final case class Queue(behind: Wait, share: Double, atOnce: Option[Double]) extends Finding {
    override def sentence: String = {
      val where = if (behind.detail.isEmpty) "" else s" (${behind.detail})"
      s"The limit is ${behind.kind.name}$where: ${Numbers.percent(share)} of the request threads wait for it." +
        atOnce.fold("")(n => s" About ${Numbers.plain(n)} at a time get past it, by Little's law.")
    }
  }

  /** A lock in the database, by its own views. */
  final case class DatabaseLock(behind: String, sessions: Double) extends Finding {
    override def sentence: String =
      s"The limit is a lock in the database: ${Numbers.plain(sessions)} sessions wait for it on average ($behind)."
  }

  /** All of a pool are held by requests that wait for one more. */
  final case class Deadlock(pool: PoolLevel, where: String) extends Finding {
    override def sentence: String =
      s"The limit is the ${pool.kind.name}, nested: all ${pool.max.mkString} are held by requests that wait for one more" +
        s"${if (where.isEmpty) "" else s" ($where)"}, so none goes on. With n at once per request, t threads need t × (n − 1) + 1."
  }

  /** More users still gave more throughput. */
  final case class NotReached(users: Int) extends Finding {
    override def sentence: String =
      s"No limit was reached: ${Numbers.counted(users, "user")} at once, the most that were allowed, still gave more throughput than half of them. Allow more with -Dask.users=."
  }

  /** @param seen what was, as far as it could be seen */
  final case class Unknown(seen: String) extends Finding {
    override def sentence: String =
      s"The limit is not known: no resource that can be seen was full and explains the throughput. $seen"
  }
}

/** The answer to a question.
  *
  * @param limits
  *   the smallest first
  * @param unexplained
  *   what does not fit, in sentences
  */
private[ask] final case class Answer(
    seen: Observation,
    limits: Vector[Limit],
    finding: Finding,
    unexplained: Vector[String]
) {

  /** Greatest throughput seen, in requests per second. */
  def most: Double =
    (seen.hold +: seen.levels).filter(_.failedShare <= 0.1).map(_.throughput).maxOption.getOrElse(seen.hold.throughput)

  /** The limit that comes next once the named one is gone. */
  def next: Option[Limit] = finding match {
    case Finding.Named(limit, _, _) =>
      limits.find(other => other.resource != limit.resource && other.perSecond.value > limit.perSecond.value)
    case _ => limits.headOption.filter(_.perSecond.value > most)
  }
}

private[ask] object Answer {

  /** Share of the request threads that names what they wait for. */
  private val mostOf = 0.5

  def of(seen: Observation, quota: Option[Double]): Answer = {
    val limits = Limits.of(seen, quota)
    val hold = seen.hold
    val named = limits.find(limit => limit.isFull && limit.predicts(hold.throughput))
    val finding = deadlock(hold).getOrElse(named match {
      case Some(limit) => Finding.Named(limit, hold.throughput, holders(limit, hold))
      case None => byStacks(seen).getOrElse(unnamed(seen))
    })
    Answer(seen, limits, finding, unexplained(limits, hold, finding))
  }

  private def threads(hold: Level): Double = hold.waits.map(_._2).sum

  /** Who holds a connection is not in the line for one, unless for another one. */
  private def deadlock(hold: Level): Option[Finding] = for {
    pool <- hold.pools.find(pool => pool.kind == PoolKind.JdbcConnections && pool.isFull)
    max <- pool.max
    (inLine, others) = hold.waits.partition(_._1.kind == WaitKind.JdbcPool)
    if inLine.nonEmpty && others.map(_._2).sum < 0.5 * max
  } yield Finding.Deadlock(pool, inLine.head._1.detail)

  private def byStacks(seen: Observation): Option[Finding] = {
    val hold = seen.hold
    val all = threads(hold)
    val locks = hold.databaseWaits.filter { case (wait, sessions) => wait.startsWith("Lock") && sessions >= 1 }
    val queue = hold.waits.filter(_._1.kind.resource).groupMapReduce(_._1)(_._2)(_ + _).maxByOption(_._2)
    queue.filter(_._2 > mostOf * all) match {
      // who waits for a connection waits for those who have one
      case Some((Wait(WaitKind.JdbcPool, _), waiting)) if hold.pools.exists(_.kind == PoolKind.JdbcConnections) =>
        locked(locks).orElse {
          val inside = hold.waits.filter(_._1.kind != WaitKind.JdbcPool)
          inside.filter(_._1.kind.resource).find(_._2 > mostOf * (all - waiting)).map { case (wait, threads) =>
            Finding.Queue(wait, threads / all, atOnce(seen))
          }
        }
      case Some((wait, threads)) => Some(Finding.Queue(wait, threads / all, atOnce(seen)))
      case None => locked(locks)
    }
  }

  private def locked(locks: Map[String, Double]): Option[Finding] =
    locks.maxByOption(_._2).map { case (wait, sessions) => Finding.DatabaseLock(wait, sessions) }

  /** Requests in service at once: throughput × response time of one alone. */
  private def atOnce(seen: Observation): Option[Double] =
    Option(seen.hold.throughput * seen.single.response).filterNot(_.isNaN)

  private def unnamed(seen: Observation): Finding =
    if (!seen.isFlat) Finding.NotReached(seen.levels.lastOption.getOrElse(seen.single).users)
    else {
      val hold = seen.hold
      val cores = hold.cores(Part.Machine).fold("") { used =>
        s", the machine's cores ${Numbers.percent(used / Runtime.getRuntime.availableProcessors)} busy"
      }
      val all = threads(hold)
      val where = hold.waits.headOption.fold("") { case (wait, threads) =>
        val detail = if (wait.detail.isEmpty) "" else s" in ${wait.detail}"
        s" ${Numbers.percent(threads / all)} of the request threads: ${wait.kind.name}$detail."
      }
      Finding.Unknown(s"${hold.users} requests in flight$cores.$where")
    }

  /** What those who hold one of a pool are doing, where that is not what the pool is for. */
  private def holders(limit: Limit, hold: Level): Option[String] = limit.resource match {
    case Resource.Pool(PoolKind.JdbcConnections, _) =>
      val holding = hold.waits.filterNot(_._1.kind == WaitKind.JdbcPool)
      val all = holding.map(_._2).sum
      holding.headOption
        .filter { case (wait, n) =>
          n > mostOf * all && wait.kind != WaitKind.DatabaseRead && wait.kind != WaitKind.Running
        }
        .map { case (wait, n) =>
          s"Those who hold one do not use it: ${Numbers.percent(
              n / all
            )} of them are at ${wait.kind.name}${if (wait.detail.isEmpty) "" else s" (${wait.detail})"}."
        }
    case _ => None
  }

  private def unexplained(limits: Vector[Limit], hold: Level, finding: Finding): Vector[String] = limits.collect {
    case limit if limit.isFull && !limit.predicts(hold.throughput) && isOther(limit, finding) =>
      val why =
        if (limit.perSecond.value > hold.throughput) "what holds them waits for something else"
        else "a request takes less of it under load than alone"
      s"The ${limit.resource.name} were full too, but ${limit.formula} = ${Numbers.rate(limit.perSecond.value)}: $why."
  }

  private def isOther(limit: Limit, finding: Finding): Boolean = finding match {
    case Finding.Named(named, _, _) => named.resource != limit.resource
    case _ => true
  }
}
