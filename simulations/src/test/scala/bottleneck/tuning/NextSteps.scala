package bottleneck.tuning

import bottleneck.AnswerCheck
import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.{Sentence, Study}
import io.gatling.commons.validation._

/** Readers of the first page above the database's capacity without an index, with each cure (tuning/next-steps). */
abstract class NextSteps(variant: String) extends Experiment("next-steps", variant) {
  private val patience = 10.seconds // longer than any response time that counts as cured

  override def target =
    service(Map(ServiceProperties.poolSize -> "5"), Some(Database(maxConnections = 25, Index.None)))
      // what more servers have is cores of their own; and the generator needs some to keep its schedule
      .copy(cpus = CpuLimits(database = Some(1)))

  /** About twice what the database's core does without an index. */
  override def load =
    OpenLoad(perSecond = 50, settle = 4.seconds, hold = 18.seconds, patience, Some(WarmUp(users = 2)), overloads)
  override def fullLoad = load.copy(hold = 120.seconds)
  override def requests(run: RunContext) =
    exec(http("GET /journals").get("/journals?size=20").requestTimeout(patience).check(AnswerCheck.checks: _*))
  override def expectation(run: RunContext) = Expectation(failures = failures)

  /** True if the load exceeds the capacity with this step too. */
  protected def overloads: Boolean = true

  protected def failures: Vector[String] = Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut)
}

final class NextStepsNothing extends NextSteps("nothing changed")

final class NextStepsFailFast extends NextSteps("fail fast") {

  /** Twice as many concurrent calls as connections: the pool is never idle, and an accepted call waits for one other at
    * most.
    */
  override def target = {
    val nothingChanged = super.target
    nothingChanged.copy(properties = nothingChanged.properties + ("bulkhead.calls" -> "10"))
  }
  override protected def failures: Vector[String] = super.failures :+ ErrorKind.bulkheadFull
}

/** Two servers on the same database. */
final class NextStepsTwoServers extends NextSteps("two servers") {
  override def target = super.target.copy(instances = 2)
}

/** The bottleneck is the query. */
final class NextStepsIndex extends NextSteps("index") {
  override def target = super.target.copy(database = Some(Database(maxConnections = 25, Index.Keyset)))
  override protected def overloads: Boolean = false
}

/** Cache of pages that expire after 5 s. */
final class NextStepsCache extends NextSteps("cache") {
  override def target = super.target.copy(cache = Some(Cache.Caffeine(5.seconds)))
  override protected def overloads: Boolean = false
}

/** Users who change the title of a journal of their own on the first page, and then read that page. */
abstract class ChangedPage(variant: String, cache: Option[Cache]) extends Experiment("next-steps", variant) {
  override def target =
    service(Map(ServiceProperties.poolSize -> "5"), Some(Database(maxConnections = 25, Index.Keyset)))
      .copy(cache = cache)
  override def load = ClosedLoad(
    users = 10,
    arrival = 1.second,
    settle = 2.seconds,
    hold = 20.seconds,
    Some(WarmUp(users = 2, calibrated = false))
  )
  override def requests(run: RunContext) = pace(1.second).exec(ChangedPage.changeAndRead)
  override def warmUpRequests(run: RunContext) = Some(exec(http("GET /journals").get(ChangedPage.path)))
  override def expectation(run: RunContext) = Expectation(failures = Vector(ErrorKind.wrongAnswer))
}

private[tuning] object ChangedPage {
  val path = "/journals?size=20"

  /** Numbers of users are consecutive: no two of twenty have the same journal. */
  val changeAndRead: ChainBuilder =
    exec(session => session.set("own", session.userId % 20).set("title", s"Changed at ${System.nanoTime()}"))
      .exec(http("GET /journals").get(path).check(jsonPath("$.journals[#{own}].id").saveAs("id")))
      .exec(
        http("PUT /journals/{id}/title")
          .put("/journals/#{id}/title")
          .header("Content-Type", "application/json")
          .body(StringBody("""{"title":"#{title}"}"""))
          .check(status.is(204))
      )
      .exec(
        http("GET /journals, changed")
          .get(path)
          .check(jsonPath("$.journals[*].title").findAll.validate("page", isNew _))
      )

  /** Fails by one sentence, whichever the title. */
  private def isNew(titles: Option[Seq[String]], session: Session): Validation[Option[Seq[String]]] =
    if (titles.exists(_.contains(session("title").as[String]))) titles.success else "it is old".failure
}

final class ChangedPageUncached extends ChangedPage("changed pages, no cache", None)
final class ChangedPageCached extends ChangedPage("changed pages, cache", Some(Cache.Caffeine(5.seconds)))

/** Study: four cures for slow responses, each alone under the same overload. */
object NextStepsStudy {

  val study: Study = Study(
    id = "next-steps",
    title = "What cures slow responses?",
    question = "Which cures responses that are slow under an overload: failing fast, more servers, an index, a cache?",
    factor = "cure",
    answer = Vector(
      Sentence(
        "Of 50 requests/s without an index the p99 was {p99[nothing changed]}; with failing fast it was {p99[fail fast]}, with a second server {p99[two servers]}, with an index {p99[index]}, with a cache {p99[cache]}.",
        when = "p99[nothing changed] >= 1 s"
      )
    ),
    advice = Vector(
      cures("fail fast", "Fail fast", ", the others refused after {failed.p50[fail fast]}"),
      cures("two servers", "Two servers"),
      cures("index", "An index"),
      cures("cache", "A cache"),
      Sentence(
        "Cache what may be old: of readers who had just changed a page {failed%[changed pages, cache | GET /journals, changed]} saw it without their change, of those without a cache {failed%[changed pages, no cache | GET /journals, changed]}.",
        when = "failed[changed pages, cache | GET /journals, changed] > 0"
      )
    ),
    order = Vector(
      "nothing changed",
      "fail fast",
      "two servers",
      "index",
      "cache",
      "changed pages, no cache",
      "changed pages, cache"
    )
  )

  private def cures(variant: String, name: String, others: String = ""): Sentence = Sentence(
    s"$name: {throughput[$variant]} answered with a p99 of {p99[$variant]}$others, where {throughput[nothing changed]} with {p99[nothing changed]} before.",
    when = s"p99[$variant] < 1 s and abandoned%[$variant] <= 1% given p99[nothing changed] >= 1 s"
  )
}
