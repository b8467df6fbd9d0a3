package bottleneck.latency

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.ServiceProperties

/** Study: maximum response time of the same users on more instances. */
object SameUsersStudy {

  /** "Further": at least half of the way, in factors, from no less to the source's 4 of 13 s. */
  private val less = math.sqrt(4.0 / 13)

  private[latency] val threads = 60

  /** The slowest of a run is one request: what it says of five instances, several runs must say. */
  private[bottleneck] val repeatsOfFive = 3

  val study: Study = Study(
    id = "same-users",
    title = "Scale-out: the same users on more instances",
    question = "How long does the slowest response take when the same users load 1, 5 or 30 instances?",
    factor = "instances",
    Conclusions(
      Vector(
        Statement(
          "tuning/five-instances#no-time-outs",
          Verdict.Reproduced,
          _.counted(crowdName(5)).map(noneFails).merge
        ),
        Statement("tuning/thirty-instances", Verdict.Reproduced, _.judge(crowdName(5), crowdName(30))(cutFurther))
      ),
      evidence =>
        (for {
          one <- evidence.counted(name(1))
          five <- evidence.counted(name(5))
          thirty <- evidence.counted(name(30))
        } yield s"The slowest of ${Numbers.count(one.load.users)} users waits ${slowest(one)} on one instance of $threads threads, ${slowest(five)} on five and ${slowest(thirty)} on thirty.").toOption,
      evidence =>
        Vector(
          evidence.judged(name(5), name(30))((five, thirty) =>
            s"Stop adding instances when nobody waits for a thread any more: from five to thirty the throughput rose from ${five.rate} to ${thirty.rate}, which is what ${Numbers.count(thirty.load.users)} users can ask for."
          )
        ).flatten
    ),
    order = Vector(name(1), name(5), name(30)) ++ Vector(5, 30).map(crowdName)
  )

  /** Trial: the same users on `instances` of [[threads]] threads. */
  def trial(instances: Int): Trial = Trial(study.id, name(instances))

  /** Trial: the source's users on its instances. */
  def crowd(instances: Int): Trial = Trial(
    study.id,
    crowdName(instances),
    published = Map(
      5 -> PublishedSetting("tuning/five-instances", "5 instances"),
      30 -> PublishedSetting("tuning/thirty-instances", "30 instances")
    ).get(instances)
  )

  private def name(instances: Int): String = s"$instances × $threads threads"
  private def crowdName(instances: Int): String = s"the source's crowd on $instances instances"

  /** Others than the first ones fail for another reason, which leaves open what would have become of these. */
  private def noneFails(run: Result): Judgement = {
    val whole = run.measured.wholeRun
    val first = FirstRequests.of(run).map(FirstRequests.timedOut).sum
    val verdict = if (first > 0) Verdict.Refuted else if (whole.ko == 0) Verdict.Reproduced else Verdict.Undecided
    Judgement(
      verdict,
      s"${whole.ko} of ${Numbers.count(whole.ended)} requests of the whole run failed, and $first timed out of those that were sent while users arrived"
    )
  }

  private def cutFurther(five: Result, thirty: Result): Judgement =
    Judgement.of(slowestMs(thirty) <= less * slowestMs(five) && thirty.measured.wholeRun.ko == 0)(
      s"slowest ${slowest(five)} on five instances (published ${publishedMax(five)}) and ${slowest(thirty)} on thirty (${publishedMax(thirty)}), with ${Numbers.count(thirty.load.users)} users " +
        s"on ${allThreads(five)} and ${allThreads(thirty)} threads; ${thirty.measured.wholeRun.ko} failed requests"
    )

  def publishedMax(run: Result): String =
    run.expected.published.flatMap(_.times.maxMs).fold(Numbers.none)(Numbers.millis)

  private def allThreads(run: Result): String =
    ServiceProperties
      .number(run, ServiceProperties.threads)
      .fold(Numbers.none)(threads => Numbers.count(threads * run.target.instances))

  private def slowestMs(run: Result): Double = run.total.latencyMs.fold(Double.PositiveInfinity)(_.max.toDouble)

  private def slowest(run: Result): String = Numbers.millis(slowestMs(run))
}
