package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.parts.sources.PoolKind

/** The answer to a question: the limits, the smallest first, and what does not fit, in sentences. */
private[ask] final case class Answer(
    seen: Observation,
    limits: Vector[ResourceLimit],
    finding: Finding,
    unexplained: Vector[String]
) {

  /** Greatest throughput seen, in requests per second. */
  def most: Double =
    (seen.hold +: seen.levels).filter(_.failedShare <= 0.1).map(_.throughput).maxOption.getOrElse(seen.hold.throughput)

  /** Throughput with a machine of its own, up to the next limit; none unless cores limit, and Gatling took many. */
  def alone: Option[Double] = for {
    generator <- seen.hold.cores(Part.Generator)
    all <- seen.hold.cores(Part.Machine)
    service = Vector(Part.Service, Part.Database).flatMap(seen.hold.cores).sum
    if finding.resource.contains(Resource.Cores) || finding.isInstanceOf[Finding.Unknown]
    if !seen.capacity.leaves(seen.hold) && generator > Answer.notableGenerator * all && service > 0
    others = limits.filter(_.resource != Resource.Cores).map(_.perSecond)
  } yield math.max(most, (others :+ seen.hold.throughput * all / service).min)

  /** The limit that comes next once the named one is gone; none where it is far away. */
  def next: Option[ResourceLimit] = (finding match {
    case Finding.Named(limit, _, _) =>
      limits.find(other => other.resource != limit.resource && other.perSecond > limit.perSecond)
    // what a request takes of the cores is less with more heap
    case _: Finding.Heap => limits.find(of => !of.resource.isCpu && of.perSecond > most)
    case Finding.Deadlock(pool, _) => limits.find(of => of.resource.name != pool.kind.name && of.perSecond > most)
    case _ => limits.headOption.filter(_.perSecond > most)
  }).filter(limit => isNear(limit.perSecond))

  def isNear(perSecond: Double): Boolean = perSecond < Answer.far * most
}

private[ask] object Answer {

  /** Share of the busy cores from which the service without Gatling is another matter. */
  private val notableGenerator = 0.3

  /** Multiple of what was measured beyond which a limit says nothing of this service. */
  private val far = 50

  /** Share of the threads that names what they wait for. */
  private val mostOf = 0.5

  /** Share of the response time from which there is a queue: with less, a request takes hardly longer than alone. */
  private val queueing = 0.4

  /** Requests at a time with which there is no gate that one passes after the other. */
  private val lessThanOne = 0.5

  /** Share of the users, or of the threads that serve them, that must be in a queue. */
  private val inQueue = 0.3

  def of(seen: Observation): Answer = {
    val limits = Limits.of(seen)
    // a full pool whose prediction fits is the limit whatever the collector does
    val pool = named(seen, limits.filterNot(_.resource.isCpu))
    val heap = if (pool.isEmpty && seen.ended == ClimbEnd.Flat) Finding.Heap.of(seen) else None
    val standstill = Finding.Leak.of(seen).orElse(heap.flatMap(_ => collected(seen))).orElse(heap)
    val finding = standstill.orElse(named(seen, limits)).orElse(deadlock(seen, limits)).getOrElse {
      if (seen.ended != ClimbEnd.Flat) Finding.NotReached(seen.hold.users, seen.ended == ClimbEnd.NoTime)
      else if (seen.capacity.isUsedUp(seen.hold) && !seen.hasCores) unknown(seen)
      else
        byStacks(seen)
          .orElse(named(seen, Limits.ofConnections(seen)))
          .orElse(named(seen, Limits.ofThreads(seen)))
          .orElse(named(seen, Limits.ofProcesses(seen)))
          .orElse(named(seen, Limits.ofEventLoops(seen)))
          .orElse(asleep(seen))
          .getOrElse(unknown(seen))
    }
    val all = finding match {
      case Finding.Named(limit, _, _) if !limits.contains(limit) => (limits :+ limit).sortBy(_.perSecond)
      case _ => limits
    }
    Answer(seen, all, finding, unexplained(limits, seen.hold, finding))
  }

  /** True if the window used up cores, and no lower limit by time explains its throughput: then turns are to show what
    * a request takes.
    */
  def wantsTurns(seen: Observation): Boolean =
    Limits.isCpuUsedUp(seen) &&
      !Limits.of(seen).filter(_.isFull).takeWhile(!_.resource.isCpu).exists(_.predicts(seen.hold))

  /** The smallest that is used up and agrees with the throughput; else one of CPU time of which a request takes less in
    * a full slice.
    */
  private def named(seen: Observation, limits: Vector[ResourceLimit]): Option[Finding] = {
    val full = limits.filter(_.isFull)
    full
      .find(_.predicts(seen.hold))
      .orElse(full.find(_.isExceeded(seen.hold)))
      .map(limit => Finding.Named(limit, limit.efficiency(seen.hold), holders(limit, seen.hold)))
  }

  private def threads(hold: Level): Double = hold.waits.map(_._2).sum

  /** Who holds a connection is not in the line for one, unless for another one. */
  private def deadlock(seen: Observation, limits: Vector[ResourceLimit]): Option[Finding] = for {
    pool <- seen.hold.pools.find(pool => pool.kind == PoolKind.JdbcConnections && pool.isFull)
    max <- pool.max if seen.capacity.leaves(seen.hold)
    (inLine, others) = seen.hold.waits.partition(_._1.kind == WaitKind.JdbcPool)
    predicted = limits.collectFirst { case of @ ResourceLimit(Resource.Pool(pool.kind, _), _, _, _, _) => of.perSecond }
    if inLine.nonEmpty && others.map(_._2).sum < mostOf * max
    if predicted.forall(_ * mostOf > seen.hold.throughput)
  } yield Finding.Deadlock(pool, inLine.head._1.detail)

  /** What most request threads wait for, and how many they are, where requests wait for it for longer than one alone.
    */
  private def queue(seen: Observation): Option[(Wait, Double)] = {
    val hold = seen.hold
    val (queue, waiting) = most(hold.waits)
    val serving = hold.pools.filter(_.kind == PoolKind.RequestThreads).flatMap(_.max).sum
    val inService = if (serving > 0) math.min(serving, hold.users) else hold.users
    // a few event loops serve any number of users
    val isCrowd = waiting >= inQueue * inService || queue.exists(_.kind == WaitKind.EventLoop)
    queue.map(_ -> waiting).filter(_ => seen.excess > queueing && waiting > mostOf * threads(hold) && isCrowd)
  }

  /** Collections that code asks for, of which a larger heap has as many. */
  private def collected(seen: Observation): Option[Finding] = {
    val all = threads(seen.hold)
    most(seen.hold.waits) match {
      case (Some(wait), waiting) if wait.kind == WaitKind.Collection && waiting > mostOf * all =>
        Some(Finding.Queue(wait, waiting / all, None))
      case _ => None
    }
  }

  /** Code that admits so many by letting the others sleep. */
  private def asleep(seen: Observation): Option[Finding] = queue(seen).collect {
    case (wait @ Wait(WaitKind.Sleep, _), waiting) =>
      Finding.Asleep(wait, waiting / threads(seen.hold), seen.hold.throughput)
  }

  private def byStacks(seen: Observation): Option[Finding] = {
    val hold = seen.hold
    val all = threads(hold)
    val locks = hold.databaseWaits.filter { case (wait, sessions) => wait.startsWith("Lock") && sessions >= 1 }
    def locked: Option[Finding] = locks.maxByOption(_._2).map { case (wait, sessions) =>
      Finding.DatabaseLock(wait, sessions, hold.blocked.maxByOption(_._2).map(_._1))
    }
    // the connections of a client that has no more of them: who waits for one seems to wait for the answer
    def connections: Option[Finding] = named(seen, Limits.ofConnections(seen))
    queue(seen).flatMap { case (wait, waiting) =>
      def behind = Finding.Queue(wait, waiting / all, atOnce(seen))
      wait.kind match {
        // who waits for a connection waits for those who have one
        case WaitKind.JdbcPool if hold.pools.exists(_.kind == PoolKind.JdbcConnections) =>
          val (inside, threads) = most(hold.waits.filter(_._1.kind != WaitKind.JdbcPool))
          locked.orElse(
            inside
              .filter(_.kind.resource && threads > mostOf * (all - waiting))
              .map(Finding.Queue(_, threads / all, atOnce(seen)))
          )
        case WaitKind.Future | WaitKind.Queue =>
          val (inside, threads) = most(hold.workers)
          val named = inside.filter(_.kind.resource && threads > mostOf * hold.workers.map(_._2).sum)
          named.map(Finding.Queue(_, threads / hold.workers.map(_._2).sum, atOnce(seen))).orElse(Some(behind))
        case WaitKind.DatabaseRead => locked.orElse(connections).orElse(Some(Finding.Beyond(wait, waiting / all)))
        case WaitKind.OutboundRead | WaitKind.RedisRead =>
          val inLine = Option.when(areFew(seen, waiting))(
            Finding.Queue(wait.copy(kind = WaitKind.OutboundPool), waiting / all, atOnce(seen))
          )
          connections.orElse(inLine).orElse(Some(Finding.Beyond(wait, waiting / all)))
        case kind => Option.when(kind.resource)(behind)
      }
    }
  }

  /** Whether there are far fewer connections to one peer than threads that wait for an answer, and about as many as get
    * in at once: then most wait for a connection. A single one may have the requests of all (HTTP/2).
    */
  private def areFew(seen: Observation, waiting: Double): Boolean = {
    val open =
      seen.hold.pools.filter(_.kind == PoolKind.OutboundConnections).map(_.mostInUse).maxOption.getOrElse(0)
    open > 1 && 2 * open < waiting && mostAtOnce(seen).exists(n => open > 0.6 * n && open < 1.1 * n)
  }

  /** What most threads wait for, by its kind, with how many they are. */
  private def most(waits: Vector[(Wait, Double)]): (Option[Wait], Double) = waits
    .groupBy(_._1.kind)
    .values
    .map(same => same.headOption.map(_._1) -> same.map(_._2).sum)
    .maxByOption(_._2)
    .getOrElse(None -> 0.0)

  /** Requests that a gate has inside at once: throughput × the time for which one alone is there. */
  private def atOnce(seen: Observation): Option[Double] = Limits.heldAlone(seen).map(seen.hold.throughput * _.value)

  /** The same if it has them for all of their time. */
  private def mostAtOnce(seen: Observation): Option[Double] =
    Option(seen.hold.throughput * seen.single.response).filterNot(_.isNaN)

  private def unknown(seen: Observation): Finding = {
    val hold = seen.hold
    val cores = hold.cores(Part.Machine).fold("") { used =>
      s", the cores ${Numbers.percent(used / seen.capacity.all)} busy"
    }
    val all = threads(hold)
    val where = hold.waits.headOption.fold("") { case (wait, threads) =>
      s" ${Numbers.percent(threads / all)} of the request threads: ${wait.sentence}."
    }
    // a lock or a gate that nobody can see still shows how many it lets in
    val inside =
      atOnce(seen).filter(_ => seen.excess > queueing && seen.hasCores).fold("") { n =>
        val hasPool = hold.pools.flatMap(_.max).exists(size => math.abs(size - n) < 0.2 * n)
        if (n < lessThanOne)
          s" About ${Numbers.rate(hold.throughput)} get in, though one after the other would be " +
            s"${Numbers.rate(1 / seen.single.response)}: it may be a limit of the rate, or a wait that comes with several users."
        else
          s" About ${Numbers.plain(n)} at a time are served, by throughput × the time that one request takes alone, less half of its CPU time (Little's law)" +
            (if (hasPool) "."
             else ": nothing that can be seen has that size, so it may be a lock or a gate in the service.")
      }
    Finding.Unknown(s"${hold.users} requests in flight$cores.$where$inside")
  }

  /** What those who hold one of a pool are doing, where that is not what the pool is for. */
  private def holders(limit: ResourceLimit, hold: Level): Option[String] = limit.resource match {
    case Resource.Pool(PoolKind.JdbcConnections, _) =>
      val holding = hold.waits.filterNot(_._1.kind == WaitKind.JdbcPool)
      val all = holding.map(_._2).sum
      holding.headOption
        .filter { case (wait, n) =>
          n > mostOf * all && wait.kind != WaitKind.DatabaseRead && wait.kind != WaitKind.Running
        }
        .map { case (wait, n) =>
          s"Those who hold one do not use it: ${Numbers.percent(n / all)} of them are at ${wait.sentence}."
        }
    case Resource.SomeCores(n, _) =>
      val many =
        s"${Numbers.counted(n, "thread")} of the service ${if (n == 1) "runs or wants" else "run or want"} a core"
      Some(s"On average $many: a runtime that is set so (GOMAXPROCS), or a lock around what computes.")
    case _ => None
  }

  private def unexplained(limits: Vector[ResourceLimit], hold: Level, finding: Finding): Vector[String] = {
    val explained = finding.isStandstill || finding.isInstanceOf[Finding.Heap]
    limits.collect {
      // without turns it is not known what a request takes of the cores
      case limit if limit.isFull && !limit.predicts(hold) && !explained && limit.isKnown =>
        val why =
          if (limit.perSecond < limit.measured(hold)) "a request takes less of it under load than alone"
          else if (limit.resource.isCpu) "a request takes more CPU time in a full slice, or cores are idle"
          else "what holds them waits for something else"
        val also = if (finding.resource.contains(limit.resource)) "" else " too"
        s"The ${limit.resource.name} were full$also, but ${limit.formula} = ${Numbers.rate(limit.perSecond)}: $why."
    }
  }
}
