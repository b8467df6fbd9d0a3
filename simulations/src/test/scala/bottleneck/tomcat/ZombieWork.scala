package bottleneck.tomcat

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** 50 simultaneous requests for 10 threads, whose clients give up after one and a half batches (tomcat/zombie-work). */
final class ZombieWork extends Experiment("zombie-work", "clients give up") {
  private val threads = 10

  override def target = TomcatSetting(threads, threads).computing(Computing.quick)
  override def load: Load = load(Computing.quick.time)
  override def fullLoad: Load = load(Computing.published)
  override def requests(run: RunContext) =
    Computing.request(patience(run.scale.choose(Computing.quick.time, Computing.published)))
  override def expectation(run: RunContext) = Expectation(failures = Vector(ErrorKind.requestTimedOut))

  /** Duration of one batch: as many requests as threads. */
  private def batch(alone: FiniteDuration): FiniteDuration = alone * threads / math.min(threads, cores).toLong

  private def patience(alone: FiniteDuration): FiniteDuration = batch(alone) * 3 / 2

  /** Watched until all the work is done, as long as that takes and half as long again. */
  private def load(alone: FiniteDuration): Load =
    Burst(users = 50, patience(alone), Some(Computing.warmUp), after = batch(alone) * 6)
}

/** Study: requests whose clients have timed out. */
object ZombieWorkStudy {
  val study: Study = Study(
    id = "zombie-work",
    title = "Tomcat: work that nobody waits for",
    question = "What does a service do with requests whose clients have given up?",
    factor = "clients",
    answer = Vector(
      "It finished {handled[clients give up]} of {users[clients give up]} requests, though clients read {ok[clients give up]} answers: {(handled[clients give up] - ok[clients give up]) ÷ handled[clients give up] as %} of the work was for nobody."
    ),
    advice = Vector(
      "A client's timeout ends its wait and not the work. Let requests wait little (max-connections and accept-count no higher than can be answered in time), so that late ones fail before they cost anything.",
      "Let long work check whether it is still wanted: give it a deadline of its own, since a handler of Tomcat does not learn that its client has gone until it writes."
    )
  )
}
