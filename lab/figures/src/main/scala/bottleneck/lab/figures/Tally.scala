package bottleneck.lab.figures

import bottleneck.lab.figures.statistics._
import java.util.IdentityHashMap
import scala.annotation.tailrec
import scala.collection.mutable

/** Failures counted by message. Messages may all differ, as those of checks that include the value found: the first 300
  * are counted each, further ones together.
  */
private[lab] final class Messages {
  import Messages._

  private val byMessage = mutable.LinkedHashMap.empty[String, Long]
  private var further = 0L

  def add(message: String, times: Long = 1): Unit =
    if (byMessage.size < most || byMessage.contains(message))
      byMessage(message) = byMessage.getOrElse(message, 0L) + times
    else further += times

  def addAll(other: Messages): Unit = {
    other.byMessage.foreachEntry(add(_, _))
    further += other.further
  }

  /** The most frequent first, and last all further ones. */
  def counts: Vector[(String, Long)] = byMessage.toVector.sortBy(-_._2) ++ Option.when(further > 0)(others -> further)
}

private[lab] object Messages {
  val most = 300

  /** Stands for all further messages; no kind of failure is known of it. */
  val others = "other messages"
}

/** OK responses by seconds, response times by slots, and failures by message: of a request, a group or all. */
private[lab] final class Course(seconds: TimeCells, slots: TimeCells) {
  val ok: NumberSeries = seconds.sums()
  val times: DistributionSeries = slots.distributions()
  lazy val messages = new Messages

  def add(isOk: Boolean, ms: Int, second: Int, slot: Int): Unit = {
    if (isOk) ok.add(second, 1)
    times.add(slot, CoarseBins.of(ms))
  }

  def addAll(other: Course): Unit = {
    ok.addAll(other.ok)
    times.addAll(other.times)
    messages.addAll(other.messages)
  }
}

/** Response times of a request by group path and name, or of a group, whose name is empty. */
private[lab] final class Tally(val groups: Vector[String], val name: String, val firstMs: Int, val course: Course) {
  val ok = new ExactCounts
  val ko = new ExactCounts

  def all: ExactCounts = ExactCounts.of(Vector(ok, ko))

  def path: String = Run.path(groups ++ Option(name).filter(_.nonEmpty))

  def addTimes(other: Tally): Unit = {
    ok.addAll(other.ok)
    ko.addAll(other.ko)
  }

  def add(isOk: Boolean, ms: Int, second: Int, slot: Int): Unit = {
    (if (isOk) ok else ko).add(ms)
    course.add(isOk, ms, second, slot)
  }
}

/** The tallies of a log, found without hashing, since the reader gives equal names and group paths as one instance. The
  * first 256 have a course of their own. A log with more of them makes up a name for each request: those beyond a bound
  * are counted together, in a `newRest` by its first time and its course.
  */
private[lab] final class Tallies(newCourse: () => Course, newRest: (Int, Course) => Tally) {
  import Tallies._

  private val byPath = mutable.LinkedHashMap.empty[(Vector[String], String), Tally]
  private val byName = new IdentityHashMap[String, List[Tally]]
  private val others = newCourse()
  private var last = new Tally(Vector.empty, new String, 0, others)
  private var room = mostCharacters

  /** Everything that has no tally of its own. */
  var rest: Option[Tally] = None

  def of(groups: Vector[String], name: String, startMs: Int): Tally = {
    if (!(last.name eq name) || !(last.groups eq groups))
      last = known(groups, name, startMs, byName.getOrDefault(name, Nil))
    last
  }

  /** In the order of their first record. */
  def all: Vector[Tally] = byPath.values.toVector ++ rest

  /** In Gatling's order: by first start, then the outer before the inner. */
  def byStart: Vector[Tally] = all.sortBy(tally => (tally.firstMs, tally.groups.size))

  def total: Tally = {
    val total = new Tally(Vector.empty, "", 0, newCourse())
    all.foreach(total.addTimes)
    all.map(_.course).distinct.foreach(total.course.addAll)
    total
  }

  /** None where a tally shares it with others. */
  def course(tally: Tally): Option[Course] = Some(tally.course).filterNot(_ eq others)

  @tailrec
  private def known(groups: Vector[String], name: String, startMs: Int, among: List[Tally]): Tally = among match {
    case tally :: more => if (tally.groups eq groups) tally else known(groups, name, startMs, more)
    case Nil => byPath.getOrElse((groups, name), added(groups, name, startMs))
  }

  private def added(groups: Vector[String], name: String, startMs: Int): Tally = {
    room -= name.length + groups.map(_.length).sum
    if (rest.isEmpty && (room < 0 || byPath.size == most)) rest = Some(newRest(startMs, others))
    rest.getOrElse {
      val tally = new Tally(groups, name, startMs, if (byPath.size < mostCourses) newCourse() else others)
      byPath((groups, name)) = tally
      val _ = byName.put(name, tally :: byName.getOrDefault(name, Nil))
      tally
    }
  }
}

private[lab] object Tallies {

  /** The tallies by path: of those that join to the same text, the later ones get a number. */
  def named(tallies: Vector[Tally]): Vector[(String, Tally)] = {
    val seen = mutable.Map.empty[String, Int].withDefaultValue(0)
    tallies.map { tally =>
      seen(tally.path) += 1
      (if (seen(tally.path) == 1) tally.path else s"${tally.path} (${seen(tally.path)})") -> tally
    }
  }

  private val mostCourses = 256
  private val most = 5000

  /** Of all paths. */
  private val mostCharacters = 1 << 22
}
