package bottleneck.threadpool

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result._

/** What the runs say of a longer listen queue. */
object AcceptCountStudy {
  private val (shortest, longest, unset) = (1, 40, 0)

  /** Late: more than so many times what the cores need for all of them. */
  private val late = 2.0

  val study: Study = Study(
    id = "accept-count",
    title = "Tomcat: accept-count",
    question =
      "What becomes of 50 simultaneous requests when a service accepts 10 connections and the kernel keeps some more?",
    factor = "accept-count",
    claims = Vector(Claim("tomcat/accept-count", Verdict.Refuted, _.judge(name(shortest), name(longest))(moreButLate))),
    answer = _.judged(name(shortest), name(longest))((short, long) =>
      s"Accept-count is how many connections the kernel keeps ready: with $shortest it answered ${answered(short)} of ${AcceptCount.requests} requests and with $longest ${answered(long)}, each as soon as the cores had done those before it."
    ),
    advice = evidence =>
      Vector(
        Some(
          "Set accept-count to the connections that may come while all of max-connections are taken, and no higher than requests can wait: (accept-count + 1) ÷ the requests per second that the service answers is how long the last waits."
        ),
        evidence
          .valid(name(unset))
          .toOption
          .flatMap(_.server.network)
          .map(seen =>
            s"Accept-count 0 is not 'none': Java asks the kernel for 50 then, and ${Numbers.count(seen.backlogMax)} connections waited at once."
          ),
        evidence.valid(name(shortest)).toOption.map(lost)
      ).flatten,
    simulations = Some("bottleneck.threadpool.AcceptCount*")
  )

  private def name(acceptCount: Int): String = s"accept-count $acceptCount"

  def trial(acceptCount: Int): Trial =
    Trial(study, name(acceptCount), Some(Factor("accept-count", acceptCount.toDouble)))

  private def moreButLate(short: Result, long: Result): Judgement = {
    val more = long.total.ok > short.total.ok
    val slow = for { took <- CpuBound.totalMs(long); needed <- neededMs(long) } yield took / needed
    Judgement.of(more && slow.exists(_ > late))(
      s"${answered(short)} of ${AcceptCount.requests} were answered with accept-count $shortest and ${answered(long)} with $longest, the last after ${CpuBound.total(long)}: " +
        s"${neededMs(long).fold(Numbers.none)(Numbers.millis)} of it is what the cores need for so many, published are 5 minutes instead of 10 s" +
        long.server.network.fold("")(seen =>
          s". ${Numbers.count(seen.establishedMax)} connections were established at once, those in the listen queue too, so none had to be made when its turn came"
        )
    )
  }

  /** Who sends the first packet again, or after a handshake that only the client believes in, the request. */
  private def lost(run: Result): String = {
    val drops =
      run.server.network.fold("")(seen => s" (${Numbers.count(seen.listenDrops)} with accept-count $shortest)")
    s"A full queue refuses nobody: Linux drops packets of the handshake$drops, the client sends again after a second, later after ever longer pauses, and gets in if there is room just then. " +
      s"So the last of ${answered(run)} answers came after ${CpuBound.total(run)}, though the cores could have done the work in ${neededMs(run).fold(Numbers.none)(Numbers.millis)}: it is too short a queue that makes clients wait for long."
  }

  private def neededMs(run: Result): Option[Double] = run.prediction.map(run.total.ok / _.perSecond * 1000)

  private def answered(run: Result): String = Numbers.count(run.total.ok.toDouble)
}
