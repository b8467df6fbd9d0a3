package bottleneck.lab.figures

import bottleneck.lab.figures.statistics._
import bottleneck.lab.log.LogRecord
import bottleneck.lab.log.LogRecord._

/** Statistics of what ends in `[fromMs, toMs)` of a log, in one pass. Its memory does not grow with the requests. */
private[lab] final class LogStatistics(val fromMs: Int, toMs: Int) {

  /** Whole seconds in runs of up to 68 minutes. */
  val seconds = new TimeCells(fromMs, firstWidthMs = 1000, most = 4096)

  /** For charts and intervals: 64 to 128 in runs of eight seconds or more. */
  val slots = new TimeCells(fromMs, firstWidthMs = 125, most = 128)

  val requests = new Tallies(() => new Course(seconds, slots), new Tally(Vector.empty, "other requests", _, _))
  val groups = new Tallies(() => new Course(seconds, slots), new Tally(Vector("other groups"), "", _, _))

  /** Of all requests, once the log is read. */
  lazy val total: Tally = requests.total

  val okBySlot: NumberSeries = slots.sums()
  val usersBySecond = new ActiveUsers(seconds)
  val usersBySlot = new ActiveUsers(slots)

  private val messages = new Messages
  private var failed = Option.empty[FirstFailure]
  private var failedRequest = Option.empty[FirstFailure]
  private var arrived = 0
  private var judgedUsers = 0
  private var first = Int.MaxValue
  private var last = fromMs

  def add(record: LogRecord): Unit = record match {
    case request: Request => if (counts(request.end)) add(request)
    case user: User => add(user)
    case group: Group => if (counts(group.end)) add(group)
    case error: Error => if (counts(error.at)) fail(error.at, "", error.message, isRequest = false)
  }

  /** First start, but not before the part, and last end: the span of Gatling's own report. */
  def firstMs: Int = math.min(first, last)
  def lastMs: Int = last

  /** Whole seconds between them, rounded up, as Gatling has them. */
  def runSeconds: Double = math.max(1, math.ceil((lastMs - firstMs) / 1000.0))

  /** Number of users who were active at any time of the part. */
  def users: Int = math.max(0, arrived)

  /** Also of what kept a request from being built. */
  def firstFailure: Option[FirstFailure] = failed

  def firstFailedRequest: Option[FirstFailure] = failedRequest

  /** By message, the most frequent first. */
  def failures: Vector[Failure] =
    messages.counts.map { case (message, count) => Failure(message, ErrorKind.of(message), count) }

  private def counts(ms: Int): Boolean = fromMs <= ms && ms < toMs

  private def add(request: Request): Unit = {
    reach(request.start, request.end)
    val second = seconds.of(request.end)
    val slot = slots.of(request.end)
    val tally = requests.of(request.groups, request.name, request.start)
    tally.add(request.ok, request.end - request.start, second, slot)
    if (request.ok) okBySlot.add(slot, 1)
    else {
      tally.course.messages.add(request.message)
      fail(request.end, Run.path(request.groups :+ request.name), request.message, isRequest = true)
    }
  }

  /** A group's time is the sum of its requests' response times, without pauses, and not its duration: so has Gatling's
    * own report of any version, unless `useGroupDurationMetric` is set.
    */
  private def add(group: Group): Unit = {
    reach(group.start, group.end)
    val tally = groups.of(group.groups, "", group.start)
    tally.add(group.ok, math.max(0, group.responseTime), seconds.of(group.end), slots.of(group.end))
  }

  private def add(user: User): Unit = {
    val change = if (user.arrives) 1 else -1
    if (user.scenario == judged) judgedUsers += change
    if (user.at < fromMs) {
      arrived += change
      usersBySecond.addBefore(change)
      usersBySlot.addBefore(change)
    } else if (user.at < toMs) {
      if (user.arrives) arrived += 1
      reach(if (user.arrives) user.at else Int.MaxValue, user.at)
      usersBySecond.add(change, user.at)
      usersBySlot.add(change, user.at)
    }
  }

  private def reach(startMs: Int, endMs: Int): Unit = {
    first = math.min(first, math.max(startMs, fromMs))
    last = math.max(last, endMs)
  }

  private def fail(ms: Int, request: => String, message: String, isRequest: Boolean): Unit = {
    messages.add(message)
    lazy val failure = Some(FirstFailure(ms, request, message, Some(judgedUsers)))
    if (failed.forall(ms < _.atMs)) failed = failure
    if (isRequest && failedRequest.forall(ms < _.atMs)) failedRequest = failure
  }
}
