package bottleneck.lab.command

import bottleneck.lab.model.Run
import bottleneck.lab.statistics.{CoarseBins, ExactCounts}
import java.util.IdentityHashMap
import scala.annotation.tailrec
import scala.collection.mutable

/** OK responses by seconds and response times by slots: of a request, a group or all. */
private[command] final class Course(seconds: TimeCells, slots: TimeCells) {
  val ok: NumberSeries = seconds.sums()
  val times: DistributionSeries = slots.distributions()

  def add(isOk: Boolean, ms: Int, second: Int, slot: Int): Unit = {
    if (isOk) ok.add(second, 1)
    times.add(slot, CoarseBins.of(ms))
  }

  def addAll(other: Course): Unit = {
    ok.addAll(other.ok)
    times.addAll(other.times)
  }
}

/** Response times of a request by group path and name, or of a group, whose name is empty. */
private[command] final class Tally(val groups: Vector[String], val name: String, val firstMs: Int, val course: Course) {
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
private[command] final class Tallies(newCourse: () => Course, newRest: (Int, Course) => Tally) {
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

private object Tallies {
  private val mostCourses = 256
  private val most = 5000

  /** Of all paths. */
  private val mostCharacters = 1 << 22
}
