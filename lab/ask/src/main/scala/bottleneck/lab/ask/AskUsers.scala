package bottleneck.lab.ask

import io.gatling.commons.validation.{Failure, SuccessWrapper, Validation}
import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.Predef._
import io.gatling.http.protocol.HttpProtocolBuilder
import java.net.URI
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference, LongAdder}
import org.HdrHistogram.{Histogram, Recorder}
import scala.collection.concurrent.TrieMap
import scala.concurrent.duration._

/** Gatling's users of a question: as many of them are active as the level says, the others wait.
  *
  * Only what they send while the window is open is in simulation.log and in Gatling's report.
  *
  * @param most
  *   users in all
  */
private[ask] final class AskUsers(question: Question, url: URI, most: Int) {
  import AskUsers._

  @volatile private var level = 0
  @volatile private var isOpen = false
  @volatile private var over = false
  private val active = new AtomicInteger
  private val seen = new AtomicReference(new Answers)
  private val numbers = new AtomicInteger
  private val loggedIn = new AtomicInteger
  @volatile private var generation = 0

  /** Has so many users send requests from now on. */
  def activate(users: Int): Unit = level = users

  /** Users that are sending: those of a higher level go on until their request is answered. */
  def sending: Int = active.get

  /** Users that have logged in, where the question has a login: of those that were ever to send. */
  def ready: Int = loggedIn.get

  /** Has all log in once more, at a service that was started anew. */
  def forget(): Unit = {
    loggedIn.set(0)
    generation += 1
  }

  /** Opens or closes the window whose requests Gatling records. */
  def record(open: Boolean): Unit = isOpen = open

  def end(): Unit = over = true

  /** Answers from now on; those before it are no longer counted. */
  def count(): Answers = {
    val next = new Answers
    seen.set(next)
    next
  }

  def population: PopulationBuilder = {
    val silent = chain(isSilent = true)
    val loud = chain(isSilent = false)
    val round = doIfOrElse(_ => isOpen)(loud)(silent)
    scenario("ask")
      .exec(_.set(number, numbers.getAndIncrement()))
      .asLongAs(_ => !over)(
        doIfOrElse(session => session(number).as[Int] < level)(
          exec(enter(_)).doIf(!isReady(_))(logins).doIf(isReady(_))(round).exec(leave(_))
        )(pause(session => look(session(number).as[Int]).success))
      )
      .inject(atOnceUsers(most))
  }

  def protocol: HttpProtocolBuilder =
    http.baseUrl(url.toString).disableCaching.disableFollowRedirect.userAgentHeader("bottleneck")

  private def enter(session: Session): Session = {
    active.incrementAndGet()
    session
  }

  private def leave(session: Session): Session = {
    active.decrementAndGet()
    session
  }

  private def isReady(session: Session): Boolean = session.attributes.get(loggedInto).contains(generation)

  /** Once for each user; one whose login fails tries again. */
  private def logins: ChainBuilder =
    question.logins
      .map(asked => exec(_.remove(statusOf)).exec(request(asked, isSilent = true)))
      .foldLeft(exec(_.markAsSucceeded))((all, login) => all.doIf(!_.isFailed)(login))
      .doIfOrElse(_.isFailed)(
        exec { session =>
          seen.get.fail(0, s"login: ${failure(session)}")
          session
        }.pause(afterFailure)
      )(exec { session =>
        loggedIn.incrementAndGet()
        session.set(loggedInto, generation)
      })

  /** Those who are next look often. */
  private def look(user: Int): FiniteDuration = if (user < 4 * math.max(level, 1)) lookNear else lookFar

  private def chain(isSilent: Boolean): ChainBuilder = {
    val requests = question.repeated.flatMap(asked => Vector.fill(asked.weight)(counted(request(asked, isSilent))))
    requests.tail.foldLeft(requests.head)(_.exec(_))
  }

  private def counted(request: ChainBuilder): ChainBuilder =
    exec(_.markAsSucceeded.remove(statusOf).set(started, System.nanoTime()))
      .exec(request)
      .exec { session =>
        val nanos = System.nanoTime() - session(started).as[Long]
        if (session.isFailed) seen.get.fail(nanos, failure(session)) else seen.get.succeed(nanos)
        session
      }
      // a refused connection fails at once: without a pause its user would use up the machine
      .doIf(_.isFailed)(pause(afterFailure))

  private def failure(session: Session): String = session.attributes.get(statusOf).fold("no answer") { status =>
    if (goodStatuses.contains(status)) s"answer $status without what is to be taken from it" else s"answer $status"
  }

  private def request(asked: AskedRequest, isSilent: Boolean): ChainBuilder = {
    val target = expression(asked.target)
    val method = http(asked.name).httpRequest(asked.method, target)
    val headed = asked.headers.foldLeft(method) { case (http, (name, value)) => http.header(name, expression(value)) }
    val whole = asked.body.fold(headed)(body => headed.body(StringBody(expression(body))))
    // a login may answer with a redirect
    val good = if (asked.once) 200 to 399 else goodStatuses
    val looked = whole.check(status.saveAs(statusOf), status.in(good))
    val checked = asked.takes.foldLeft(looked) { case (http, (variable, path)) =>
      http.check(jsonPath(path).saveAs(variable))
    }
    exec(if (isSilent) checked.silent else checked.notSilent)
  }

  private def expression(text: String): Session => Validation[String] = Template.of(text) match {
    case Left(problem) => _ => Failure(problem.sentence)
    case Right(template) =>
      session =>
        template
          .render(name => session.attributes.get(name).map(_.toString).orElse(question.variables.get(name)))
          .success
  }
}

private[ask] object AskUsers {
  private val number = "bottleneck.number"
  private val loggedInto = "bottleneck.loggedInto"
  private val started = "bottleneck.started"
  private val statusOf = "bottleneck.status"
  private val lookNear = 50.millis
  private val lookFar = 500.millis
  private val afterFailure = 100.millis

  /** Those that Gatling takes for good by itself. */
  private val goodStatuses = (200 to 209) :+ 304
}

/** Answers of a time, counted as they come. */
private[ask] final class Answers {
  private val good = new Recorder(3)
  private val bad = new Recorder(3)
  private val count = new LongAdder
  private val causes = TrieMap.empty[String, LongAdder]

  def succeed(nanos: Long): Unit = add(good, nanos)

  /** @param cause such as `answer 503` */
  def fail(nanos: Long, cause: String): Unit = {
    add(bad, nanos)
    causes.getOrElseUpdate(cause, new LongAdder).increment()
  }

  private def add(to: Recorder, nanos: Long): Unit = {
    to.recordValue(math.max(0, nanos / 1000))
    count.increment()
  }

  /** Answers so far. */
  def size: Long = count.sum

  /** Number of those that failed, by their causes. */
  def failures: Map[String, Long] = causes.view.mapValues(_.sum).toMap

  /** Response times of those that succeeded, and of those that failed, in microseconds. */
  lazy val ended: (Histogram, Histogram) = (good.getIntervalHistogram, bad.getIntervalHistogram)
}
