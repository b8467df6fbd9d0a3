package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Problem
import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode, ObjectMapper}
import io.gatling.jsonpath.JsonPath
import java.io.{IOException, InputStream}
import java.net.http.HttpClient.{Redirect, Version}
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpConnectTimeoutException, HttpRequest, HttpResponse}
import java.net.{ConnectException, CookieManager, CookiePolicy, ProtocolException, URI, URISyntaxException, URLEncoder}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.{ExecutionException, TimeoutException}
import javax.net.ssl.SSLException
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.jdk.DurationConverters._
import scala.jdk.OptionConverters._
import scala.util.Try

/** One request of each kind, before anything is measured. */
object FirstLook {

  /** The first answer from which no measurement can come, or that did not come `within` this time, as a problem. */
  def apply(base: URI, question: Question, within: FiniteDuration): Either[Problem, Unit] = {
    val look = new FirstLook(base, within, question.logins.nonEmpty)
    val requests = question.logins ++ question.repeated
    HttpFile.folded(requests, question.variables)((known, request) => look.ask(request, known)).map(_ => ())
  }

  private final case class Reply(status: Int, header: String => Option[String], body: String) {
    lazy val json: Option[JsonNode] = read(body)
  }

  private[ask] def read(json: String): Option[JsonNode] = Try(mapper.readTree(json)).toOption.filterNot(_.isMissingNode)

  /** The value at a path as text, as Gatling takes it, or JSON where it has parts; none if it is missing or null. */
  private[ask] def valueAt(path: String, json: JsonNode): Option[String] =
    JsonPath.query(path, json).toOption.flatMap(_.nextOption()).filterNot(_.isNull).map { value =>
      if (value.isValueNode) value.asText else value.toString
    }

  private val mapper = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
  private val longest = 120
  private val mostBytes = 1 << 20
  private val notSent = Set("connection", "content-length", "expect", "host", "upgrade", "accept-encoding")
  private val ofContent = Set("accept", "accept-language", "content-type")
  private val login = "(?i).*(?:log-?in|sign-?in|\\bsso\\b|oauth|openid|saml|authorize).*"
  private val markup = "(?s)<style.*?</style>|<script.*?</script>|<[^>]*>"
}

private final class FirstLook(base: URI, within: FiniteDuration, hasLogin: Boolean) {
  import FirstLook._

  private val client = HttpClient.newBuilder
    .version(Version.HTTP_1_1)
    .followRedirects(Redirect.NEVER)
    .connectTimeout(within.toJava)
    .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
    .build

  /** The variables with those that the answer gives. */
  def ask(request: QuestionRequest, known: Map[String, String]): Either[Problem, Map[String, String]] = {
    def rendered(text: String) = Template.of(text).map(_.render(known.get))
    for {
      target <- rendered(request.target)
      headers <- Problem.each(request.headers) { case (name, value) => rendered(value).map(name -> _) }
      body <- Problem.each(request.body.toVector)(rendered)
      prepared <- prepared(request, target, headers, body.headOption)
      answer <- answer(request, prepared)
      hidden = known.values.toVector ++
        headers.collect { case (name, value) if !ofContent(name.toLowerCase) => value.split("[\\s;,=]+") }.flatten
      _ <- refusal(request, answer, hidden.filter(_.length > 3)).toLeft(())
      taken <- Problem.each(request.takes) { case (name, path) => taken(request, answer, name, path) }
    } yield known ++ taken
  }

  private def prepared(
      request: QuestionRequest,
      target: String,
      headers: Vector[(String, String)],
      body: Option[String]
  ) =
    try {
      val publisher = body.fold(BodyPublishers.noBody)(BodyPublishers.ofString(_))
      val builder = HttpRequest.newBuilder(new URI(base.toString.stripSuffix("/") + encoded(target)))
      headers
        .filterNot { case (name, _) => notSent(name.toLowerCase) }
        .foreach { case (name, value) => builder.header(name, value) }
      Right(builder.method(request.method, publisher).build)
    } catch {
      // its message may hold the value of a header
      case _: IllegalArgumentException | _: URISyntaxException =>
        val why = "HTTP allows neither line ends in a header nor other addresses than http://host:port/path."
        Left(Problem(s"${label(request)} cannot be sent to $service: $why"))
    }

  private def answer(request: QuestionRequest, prepared: HttpRequest): Either[Problem, Reply] = {
    val sent = client.sendAsync(prepared, BodyHandlers.ofInputStream)
    val read = sent.thenApplyAsync { (response: HttpResponse[InputStream]) =>
      val bytes = response.body.readNBytes(mostBytes)
      Reply(response.statusCode, response.headers.firstValue(_).toScala, new String(bytes, UTF_8))
    }
    val why =
      try Right(read.get(within.toNanos, NANOSECONDS))
      catch {
        case _: TimeoutException if sent.isDone => Left(s"did not end its answer within ${within.toCoarsest}")
        case _: TimeoutException => Left(s"was not answered within ${within.toCoarsest}")
        case error: ExecutionException => Left(broken(error.getCause))
      } finally {
        sent.cancel(true)
        if (!sent.isCompletedExceptionally) sent.join.body.close()
      }
    why.left.map(reason => Problem(s"${label(request)} $reason: nothing was measured. Check the service and its log."))
  }

  private def broken(error: Throwable): String = error match {
    case _: HttpConnectTimeoutException => s"got no connection to $service within ${within.toCoarsest}"
    case _: ConnectException => s"got no connection, as nothing listens at $service"
    case _: ProtocolException => s"got an answer from $service that is not HTTP/1.1"
    case _: SSLException => s"got no TLS connection to $service"
    case error: IOException => s"got no whole answer, as $service closed the connection (${error.getMessage})"
    case other => s"failed with ${other.getClass.getSimpleName}"
  }

  private def refusal(request: QuestionRequest, answer: Reply, hidden: Vector[String]): Option[Problem] = {
    val asks = answer.header("WWW-Authenticate").map(_.takeWhile(_ > ' ')).map(scheme => s"WWW-Authenticate: $scheme")
    val location = answer.header("Location").map(_.takeWhile(!"?;#".contains(_)))
    def ends(answered: String, advice: String) =
      Some(Problem(s"${label(request)} answered $answered: nothing was measured. $advice"))
    answer.status match {
      case status if status >= 400 =>
        ends(s"$status${asks.fold("")(text => s" ($text)")}", advice(request, answer) + said(answer, hidden))
      case status if status >= 300 && location.exists(_.matches(login)) =>
        ends(s"$status to ${location.mkString}, which looks like a login", loginAdvice(request))
      case status if status >= 300 && !request.once =>
        ends(s"$status${location.fold("")(to => s" to $to")}", "Ask for the path to which it redirects.")
      case 200 if answer.body.isEmpty && request.method == "GET" =>
        ends("200 with an empty body", "Ask for something that exists, or let the service answer 204.")
      case _ => None
    }
  }

  private def advice(request: QuestionRequest, answer: Reply): String = answer.status match {
    case 401 | 403 => loginAdvice(request)
    case 404 => "The service has no such path: check it and the context path."
    case 405 => s"Ask with a method that it allows there${answer.header("Allow").fold("")(methods => s": $methods")}."
    case 406 => "Correct the Accept header."
    case 415 => "Add a Content-Type header that it accepts, such as application/json."
    case 400 | 422 => "Correct the query, the headers or the body."
    case 429 => "It limits the rate: lift that limit for the measurement."
    case status if status >= 500 => "The service failed: see its log."
    case _ => "Correct the request."
  }

  private def loginAdvice(request: QuestionRequest): String =
    if (request.once) "Correct the user and the password of this login."
    else if (hasLogin) """The "# @once" login was not enough: check what it takes and the header that carries it."""
    else """Add a header or a "# @once" login."""

  /** What the body says, as far as it can be printed. */
  private def said(answer: Reply, hidden: Vector[String]): String = {
    val fields = answer.json.toVector.flatMap(json => Vector("message", "detail", "error").map(json.path(_)))
    val message = fields.filter(_.isTextual).map(_.asText).find(!_.isBlank)
    val plain = message.getOrElse(answer.body.replaceAll(markup, " "))
    val shown = hidden.foldLeft(plain)((text, secret) => text.replace(secret, "***"))
    val printable = shown.map(char => if (char.isControl) ' ' else char).replaceAll("\\s+", " ").trim.take(longest)
    if (printable.isEmpty) "" else s""" It said "$printable"."""
  }

  private def taken(
      request: QuestionRequest,
      answer: Reply,
      name: String,
      path: String
  ): Either[Problem, (String, String)] =
    for {
      json <- answer.json.toRight(
        Problem(s"${label(request)} answered ${answer.status} without JSON: {{$name}} cannot be taken from it.")
      )
      fields = json.fieldNames.asScala.take(10).mkString("the fields ", ", ", "")
      value <- valueAt(path, json).toRight {
        val has = if (json.isObject) fields else "no object"
        Problem(s"${label(request)} answered without $path, which {{$name}} is taken from: it has $has.")
      }
    } yield name -> value

  /** Method and path as they are written, whatever the request is called. */
  private def label(request: QuestionRequest): String = s"${request.method} ${request.target.takeWhile(_ != '?')}"

  private def service: String = base.toString.replaceFirst("//[^/@]*@", "//")

  /** The target with each character encoded that a request line cannot hold. */
  private def encoded(target: String): String = target
    .codePoints()
    .toArray
    .map { point =>
      val text = Character.toString(point)
      if (text.matches("[\\w\\-.~!$&'()*+,;=:@/?%]")) text
      else if (text == " ") "%20"
      else URLEncoder.encode(text, UTF_8)
    }
    .mkString
}
