package bottleneck.threadpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict._
import bottleneck.latency.{RandomLatency, SameUsersStudy}

/** The claim of the source on the slowest response of five servers of 200 threads instead of one of 1000. */
private[threadpool] object FiveServersClaims {

  /** The slowest response of five servers and of one, as published, and what is no more rounded to that of five. */
  private val (slowestOfFiveMs, slowestOfOneMs, beyondFiveMs) = (13000.0, 60000.0, 13500.0)

  /** By how much the slowest of a tenth of the users on a tenth of the threads is slower than that of all, by a
    * simulation of their queue: in order, and where some are served at once.
    */
  private val (ofTenthInOrder, ofTenth) = (1.05, 1.07)

  // by theory, as newer requests overtake, it is between what reproduces and what refutes
  def slowest: Statement = Statement("tuning/five-instances#slowest", Verdict.Undecided, slowestOfFive)

  /** Reproduced only half of the way in factors from no change to the published one, at least, though one server's
    * slowest is no longer than its clients' patience. Of clients that keep their connections, as k6 and Locust do by
    * default.
    */
  private def slowestOfFive(evidence: Evidence): Judgement = {
    val (crowds, crowd) = (evidence.in(SameUsersStudy.study), SameUsersStudy.crowd(5).variant)
    for {
      one <- evidence.counted(HeldConnectionsStudy.name(HeldConnections.default)); five <- crowds.counted(crowd)
    } yield {
      val after = crowds.alike(crowd).map(slowestMs).sorted
      val (least, most) = if (five.load.users >= RandomLatency.sourcesUsers) (1.0, 1.0) else (ofTenthInOrder, ofTenth)
      val before = slowestMs(one)
      val seen =
        s"the slowest answer or failure of one server took ${Numbers.millis(before)}, of five ${listed(after)}, published ${SameUsersStudy
            .publishedMax(five)}; for as many users reproduced up to ${Numbers.millis(slowestOfFiveMs * least)}, refuted above ${Numbers
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

  private def slowestMs(run: Result): Double = {
    val whole = run.measured.wholeRun
    (whole.latencyMs ++ whole.failedLatencyMs).map(_.max.toDouble).maxOption.getOrElse(0.0)
  }

  private def listed(times: Vector[Double]): String = times.map(Numbers.millis(_)).mkString(", ")
}
