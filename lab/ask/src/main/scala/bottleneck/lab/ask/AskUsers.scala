package bottleneck.lab.ask

import io.gatling.commons.validation.{Failure, SuccessWrapper, Validation}
import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.Predef._
import io.gatling.http.protocol.HttpProtocolBuilder
import java.net.URI
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference, LongAdder}
import org.HdrHistogram.Recorder
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

  /** Has so many users send requests from now on. */
  def activate(users: Int): Unit = level = users

  /** Users that are sending: those of a higher level go on until their request is answered. */
  def sending: Int = active.get

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
          exec(enter(_)).doIf(session => !session.contains(ready))(logins).exec(round).exec(leave(_))
        )(pause(look))
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

  private def logins: ChainBuilder =
    question.logins
      .map(request(_, isSilent = true))
      .foldLeft(exec(identity[Session](_)))(_.exec(_))
      .exec(_.set(ready, true))

  private def chain(isSilent: Boolean): ChainBuilder = {
    val requests = question.repeated.flatMap(asked => Vector.fill(asked.weight)(counted(request(asked, isSilent))))
    requests.tail.foldLeft(requests.head)(_.exec(_))
  }

  private def counted(request: ChainBuilder): ChainBuilder =
    exec(session => session.markAsSucceeded.set(started, System.nanoTime()))
      .exec(request)
      .exec { session =>
        seen.get.add(System.nanoTime() - session(started).as[Long], isGood = !session.isFailed)
        session
      }
      // a refused connection fails at once: without a pause its user would use up the machine
      .doIf(_.isFailed)(pause(afterFailure))

  private def request(asked: AskedRequest, isSilent: Boolean): ChainBuilder = {
    val target = expression(asked.target)
    val method = http(asked.name).httpRequest(asked.method, target)
    val headed = asked.headers.foldLeft(method) { case (http, (name, value)) => http.header(name, expression(value)) }
    val whole = asked.body.fold(headed)(body => headed.body(StringBody(expression(body))))
    val checked = asked.takes.foldLeft(whole) { case (http, (variable, path)) =>
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
  private val ready = "bottleneck.ready"
  private val started = "bottleneck.started"
  private val look = 50.millis
  private val afterFailure = 100.millis
}

/** Answers of a time, counted as they come. */
private[ask] final class Answers {
  private val good = new Recorder(3)
  private val bad = new Recorder(3)

  private val count = new LongAdder

  def add(nanos: Long, isGood: Boolean): Unit = {
    (if (isGood) good else bad).recordValue(math.max(0, nanos / 1000))
    count.increment()
  }

  /** Answers so far. */
  def size: Long = count.sum

  /** Response times of those that succeeded, and of those that failed, in microseconds. */
  lazy val ended: (org.HdrHistogram.Histogram, org.HdrHistogram.Histogram) =
    (good.getIntervalHistogram, bad.getIntervalHistogram)
}
