package bottleneck.lab.engine.ask

import bottleneck.lab.engine.users.Users
import io.gatling.commons.validation.{Failure, SuccessWrapper, Validation}
import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.Predef._
import io.gatling.http.protocol.HttpProtocolBuilder
import java.net.URI
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration._

/** Gatling's `most` users of a question, for each service that it is asked of. Only what is sent while the window is
  * open is in simulation.log and in Gatling's report.
  */
private[ask] final class AskUsers(question: Question, addressees: Vector[Addressee], most: Int) extends Users {
  import AskUsers._

  private val loggedIn = new AtomicInteger
  @volatile private var generation = 0

  /** Users that have logged in, where the question has a login: of those that were ever to send. */
  def ready: Int = loggedIn.get

  /** What may be wrong where logged-in users are refused later on; empty where nobody logs in. */
  def loginAdvice: String =
    if (question.logins.isEmpty) ""
    else " Does a login end those before it? Then let each user be another one, for example by {{$random.uuid}}."

  /** Has all log in once more, at a service that was started anew. */
  def forget(): Unit = {
    loggedIn.set(0)
    generation += 1
  }

  def populations: List[PopulationBuilder] = addressees.toList.zipWithIndex.map { case (to, n) =>
    population(s"${to.mark}ask", most, turn == n)(round(to))
  }

  def protocol: HttpProtocolBuilder =
    http.disableCaching.disableFollowRedirect.userAgentHeader("bottleneck")

  /** The requests of a user to a service, with its login before the first ones. */
  private def round(to: Addressee): ChainBuilder = {
    def isReady(session: Session): Boolean = session.attributes.get(loggedInto).contains(generation)
    val requests = doIfOrElse(_ => isOpen)(chain(to, isSilent = false))(chain(to, isSilent = true))
    doIf(!isReady(_))(logins(to)).doIf(isReady(_))(requests)
  }

  /** Once for each user; one whose login fails tries again. */
  private def logins(to: Addressee): ChainBuilder =
    question.logins
      .map(login => judged(to, login, isSilent = true))
      .foldLeft(exec(_.markAsSucceeded))((all, login) => all.doIf(!_.isFailed)(login))
      .doIfOrElse(_.isFailed)(
        exec { session =>
          answers.fail(System.nanoTime(), s"login: ${failure(session)}")
          session
        }.pause(afterFailure)
      )(exec { session =>
        loggedIn.incrementAndGet()
        session.set(loggedInto, generation)
      })

  private def chain(to: Addressee, isSilent: Boolean): ChainBuilder = {
    val requests = question.repeated.flatMap(asked => Vector.fill(asked.weight)(counted(to, asked, isSilent)))
    requests.tail.foldLeft(requests.head)(_.exec(_))
  }

  private def counted(to: Addressee, asked: QuestionRequest, isSilent: Boolean): ChainBuilder =
    exec { session =>
      // the first request of a round was due earlier where no user was free
      val late = session(Users.lateBy).asOption[Long].getOrElse(0L)
      session.set(started, System.nanoTime() - late).remove(Users.lateBy)
    }
      .exec(judged(to, asked, isSilent))
      .exec { session =>
        val sent = session(started).as[Long]
        if (session.isFailed) answers.fail(sent, failure(session)) else answers.succeed(sent)
        session
      }
      // a refused connection fails at once: without a pause its user would use up the machine
      .doIf(_.isFailed)(pause(afterFailure))

  /** A request that fails the session by what it saved: Gatling leaves that of a silent request as it was. */
  private def judged(to: Addressee, asked: QuestionRequest, isSilent: Boolean): ChainBuilder = {
    val fresh = asked.takes.map { case (variable, _) => (to.mark + variable, freshly + variable) }
    exec(_.markAsSucceeded.removeAll(statusOf +: fresh.map(_._2): _*))
      .exec(request(to, asked, isSilent))
      .exec { session =>
        val isGood = session.attributes.get(statusOf).exists(goodOf(asked).contains)
        val taken = for ((name, saved) <- fresh; value <- session.attributes.get(saved)) yield name -> value
        val judged = if (isGood && taken.size == fresh.size) session.markAsSucceeded else session.markAsFailed
        judged.setAll(taken)
      }
  }

  private def failure(session: Session): String = session.attributes.get(statusOf).fold("no answer") { status =>
    if (goodStatuses.contains(status)) s"answer $status without what is to be taken from it" else s"answer $status"
  }

  private def request(to: Addressee, asked: QuestionRequest, isSilent: Boolean): ChainBuilder = {
    def text(of: String): Session => Validation[String] = expression(to, of)
    val target = text(asked.target)
    def address(session: Session): Validation[String] = target(session).map(to.url().toString + _)
    val method = http(to.mark + asked.name).httpRequest(asked.method, address _)
    val headed = asked.headers.foldLeft(method) { case (http, (name, value)) => http.header(name, text(value)) }
    val whole = asked.body.fold(headed)(body => headed.body(StringBody(text(body))))
    val looked = whole.check(status.saveAs(statusOf), status.in(goodOf(asked)))
    val checked = asked.takes.foldLeft(looked) { case (http, (variable, path)) =>
      http.check(jsonPath(path).saveAs(freshly + variable))
    }
    exec(if (isSilent) checked.silent else checked.notSilent)
  }

  /** A service's answers give variables for requests to it alone. */
  private def expression(to: Addressee, text: String): Session => Validation[String] = Template.of(text) match {
    case Left(problem) => _ => Failure(problem.sentence)
    case Right(template) =>
      session =>
        def taken(name: String): Option[String] = session.attributes.get(to.mark + name).map(_.toString)
        template.render(name => taken(name).orElse(question.variables.get(name))).success
  }
}

/** A service that users send requests to, at a URL that is known once it is ready; their names begin with `mark`. */
private[ask] final case class Addressee(url: () => URI, mark: String)

private[ask] object AskUsers {
  private val loggedInto = "bottleneck.loggedInto"
  private val started = "bottleneck.started"
  private val statusOf = "bottleneck.status"
  private val freshly = "bottleneck.fresh."
  private val afterFailure = 100.millis

  /** Those that Gatling takes for good by itself. */
  private val goodStatuses = (200 to 209) :+ 304

  /** A login may answer with a redirect. */
  private def goodOf(asked: QuestionRequest): Seq[Int] = if (asked.once) 200 to 399 else goodStatuses
}
