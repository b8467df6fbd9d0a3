package bottleneck.threadpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict._
import bottleneck.latency.{RandomLatency, SameUsersStudy}

/** The claims of the source on five servers of 200 threads instead of one of 1000. */
private[threadpool] object FiveServersClaims {

  /** The slowest response of five servers and of one, as published, and what is no more rounded to that of five. */
  private val (slowestOfFiveMs, slowestOfOneMs, beyondFiveMs) = (13000.0, 60000.0, 13500.0)

  /** The source's crowd on its five servers. */
  private val published = RandomLatency.full(instances = 5)
  private val fewerUsers = new FewerUsers(published)

  /** Of what is compared by all of its runs: of fewer chance could make all pairs agree too often. */
  val repeats = 4

  /** Part of what one server needs for a request, in CPU time, context switches and time of the slowest, that five may
    * need.
    */
  private val less = 0.9

  def all: Vector[Statement] = Vector(
    // by theory, as newer requests overtake, it is between what reproduces and what refutes
    Statement("tuning/five-instances#slowest", Verdict.Undecided, slowestOfFive),
    Statement("tuning/five-instances#scheduling", Verdict.Untestable, schedules)
  )

  private def one: String = HeldConnectionsStudy.manyName(1)
  private def five: String = HeldConnectionsStudy.manyName(5)
  private def onDefault: String = HeldConnectionsStudy.name(HeldConnections.default)

  /** The source's one server of 1000 threads and its five of 200, with the same users. */
  private def schedules(evidence: Evidence): Judgement = {
    val judged = evidence.byPairs(one, five)(RequestCost.of)(schedules)((ofOne, ofFive) =>
      s"on one server ${RequestCost.listed(ofOne)}; on five ${RequestCost.listed(ofFive)}"
    )
    val (ofOne, ofFive) = (costs(evidence, one), costs(evidence, five))
    val isOpen = judged.verdict == Verdict.Undecided && judged.agreement.forall(_.runs.isEmpty)
    val isKnown = Vector(ofOne, ofFive).forall(_.size >= repeats)
    if (isOpen && isKnown && !ofOne.exists(server => ofFive.exists(canTell(server, _))))
      Judgement(
        Verdict.Untestable,
        s"${judged.evidence}: with idle cores, or so little beside sleep and wait for a thread, cheaper requests could hardly make anybody wait shorter"
      )
    else judged
  }

  /** Of each run of `variant`; none where one was not watched. */
  private def costs(evidence: Evidence, variant: String): Vector[RequestCost] = {
    val all = evidence.alike(variant).map(RequestCost.of)
    if (all.forall(_.isDefined)) all.flatten else Vector.empty
  }

  private def schedules(one: RequestCost, five: RequestCost): Verdict = {
    val sooner = five.slowestMs <= less * one.slowestMs
    val cheaper = five.switches <= less * one.switches && five.cpuMs <= less * one.cpuMs
    val noCheaper = five.switches >= one.switches && five.cpuMs >= one.cpuMs
    if (sooner && noCheaper) Verdict.Refuted
    else if (sooner && cheaper && one.isBusy) Verdict.Reproduced
    else if (!sooner && canTell(one, five) && (noCheaper || cheaper && five.slowestMs >= one.slowestMs)) Verdict.Refuted
    else Verdict.Undecided
  }

  /** Whether the slowest of five would take shorter by as much if requests that cost less were the reason. */
  private def canTell(one: RequestCost, five: RequestCost): Boolean = one.isBusy && less * one.slowestMs >= five.sleepMs

  /** Reproduced only half of the way in factors from no change to the published one, at least, though one server's
    * slowest is no longer than its clients' patience. Of clients that keep their connections, as k6 and Locust do by
    * default.
    */
  private def slowestOfFive(evidence: Evidence): Judgement = {
    val (crowds, crowd) = (evidence.in(SameUsersStudy.study), SameUsersStudy.crowd(5).variant)
    for { one <- evidence.counted(onDefault); five <- crowds.counted(crowd) } yield {
      val after = crowds.alike(crowd).map(slowestMs).sorted
      val (least, most) = ofFewerUsers(five)
      val before = slowestMs(one)
      val seen =
        s"the slowest answer or failure of one server took ${Numbers.millis(before)}, of five ${listed(after)}${five.measured.byLoad.order
            .fold("")(order =>
              s" (theory: ${Numbers.millis(order.slowestInOrderMs)} in order, ${Numbers.millis(order.slowestMs)} as newer requests overtake)"
            )}, published ${SameUsersStudy.publishedMax(five)}; for as many users reproduced up to ${Numbers.millis(slowestOfFiveMs * least)}, refuted above ${Numbers
            .millis(beyondFiveMs * most)}"
      if (after.size < SameUsersStudy.repeatsOfFive)
        Judgement(Verdict.Undecided, s"$seen; ${SameUsersStudy.repeatsOfFive} runs of five are needed")
      else {
        val median = after(after.size / 2)
        val half = before * math.sqrt(slowestOfFiveMs / slowestOfOneMs)
        val verdict =
          if (median > beyondFiveMs * most || median >= before) Verdict.Refuted
          else if (median <= slowestOfFiveMs * least && median <= half) Verdict.Reproduced
          else Verdict.Undecided
        Judgement(verdict, seen)
      }
    }
  }.merge

  /** The factors of so many users, served in order and as newer requests overtake here: the smaller, the larger. */
  private def ofFewerUsers(five: Result): (Double, Double) =
    if (five.load.users >= published.users) (1.0, 1.0)
    else {
      val factors = (0.0 +: five.measured.byLoad.order.flatMap(_.atOnce).toVector).map(fewerUsers.factor)
      (factors.min, factors.max)
    }

  private def slowestMs(run: Result): Double = RequestCost.slowestMs(run.measured.wholeRun)

  private def listed(times: Vector[Double]): String = times.map(Numbers.millis(_)).mkString(", ")
}
