package bottleneck.lab.engine.ask

import com.sun.net.httpserver.{HttpExchange, HttpServer}
import io.gatling.core.check.jsonpath.JsonFilter
import java.io.IOException
import java.net.{InetAddress, InetSocketAddress, ServerSocket, URI}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, Executors}
import org.scalatest.BeforeAndAfterAll
import org.scalatest.EitherValues
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.util.Using

class FirstLookSpec extends AnyFlatSpec with Golden with EitherValues with BeforeAndAfterAll {
  private val loopback = InetAddress.getLoopbackAddress
  private val server = HttpServer.create(new InetSocketAddress(loopback, 0), 0)
  private val threads = Executors.newCachedThreadPool()
  private val end = new CountDownLatch(1)
  private val seen = new ConcurrentLinkedQueue[String]()
  private val base = new URI(s"http://127.0.0.1:${server.getAddress.getPort}")

  override def beforeAll(): Unit = {
    server.setExecutor(threads)
    val _ = server.createContext("/", (exchange: HttpExchange) => answer(exchange))
    server.start()
  }

  override def afterAll(): Unit = {
    end.countDown()
    server.stop(0)
    val _ = threads.shutdownNow()
  }

  /** Answers `/status/404` by that status, and some others by name. */
  private def answer(exchange: HttpExchange): Unit = {
    val sent = new String(exchange.getRequestBody.readAllBytes, UTF_8)
    val headers = exchange.getRequestHeaders
    seen.add(s"${exchange.getRequestMethod} ${exchange.getRequestURI} $sent".trim)
    def reply(status: Int, body: String, header: (String, String)*): Unit = {
      header.foreach { case (name, value) => exchange.getResponseHeaders.add(name, value) }
      val bytes = body.getBytes(UTF_8)
      exchange.sendResponseHeaders(status, if (bytes.isEmpty) -1 else bytes.length.toLong)
      if (bytes.nonEmpty && exchange.getRequestMethod != "HEAD") exchange.getResponseBody.write(bytes)
      exchange.close()
    }
    exchange.getRequestURI.getPath.split("/").toList.drop(1) match {
      case "status" :: status :: _ => reply(status.toInt, "")
      case "text" :: status :: _ =>
        reply(status.toInt, s"<html><style>x {}</style><b>Oh\u0007no</b>${"." * 200}</html>")
      case "json" :: status :: field :: _ =>
        reply(status.toInt, s"""{"status":1,"$field":"broken by ${headers.getFirst("X-Key")}"}""")
      case "bearer" :: _ if Option(headers.getFirst("Authorization")).contains("Bearer t-1234") => reply(200, "in")
      case "bearer" :: _ => reply(403, "", "WWW-Authenticate" -> "Bearer realm=\"x\"")
      case "cookie" :: _ if Option(headers.getFirst("Cookie")).exists(_.contains("id=9")) => reply(200, "in")
      case "allow" :: _ => reply(405, "", "Allow" -> "POST, PUT")
      case "moved" :: _ => reply(302, "", "Location" -> "/there?token=s-5678")
      case "lost" :: _ => reply(302, "", "Location" -> "http://localhost/Login;jsessionid=1")
      case "login" :: "form" :: _ => reply(302, "", "Location" -> "/home", "Set-Cookie" -> "id=9; Path=/")
      case "login" :: "json" :: _ => reply(200, """{"data":{"token":"t-1234"}}""")
      case "hangs" :: _ => end.await()
      case "endless" :: _ =>
        exchange.sendResponseHeaders(200, 0)
        exchange.getResponseBody.write(1)
        exchange.getResponseBody.flush()
        end.await()
      case "big" :: _ => reply(200, "x" * (3 << 20))
      case "cut" :: _ =>
        exchange.sendResponseHeaders(200, 10)
        exchange.getResponseBody.write(1)
        exchange.close()
      case _ => reply(200, "ok")
    }
  }

  private def look(requests: QuestionRequest*): Either[String, Unit] = lookAt(base, requests: _*)

  private def refused(requests: QuestionRequest*): String = look(requests: _*).left.value

  private def lookAt(at: URI, requests: QuestionRequest*): Either[String, Unit] =
    FirstLook(at, Question(requests.toVector), 20.seconds).left.map(_.sentence)

  private def brief(request: QuestionRequest): String =
    FirstLook(base, Question(Vector(request)), 500.millis).left.value.sentence

  private def get(target: String, headers: (String, String)*): QuestionRequest =
    QuestionRequest("a name", "GET", target, headers.toVector)

  private def login(target: String, takes: (String, String)*): QuestionRequest =
    QuestionRequest("login", "POST", target, body = Some("b"), once = true, takes = takes.toVector)

  /** What it says of a port where this is sent to whoever connects. */
  private def garbage(answer: String, scheme: String = "http"): Either[String, Unit] =
    Using.resource(new ServerSocket(0, 1, loopback)) { socket =>
      // the client tries anew after a connection that ends without a byte
      threads.execute { () =>
        while (!socket.isClosed)
          Using(socket.accept()) { client =>
            val _ = client.getInputStream.read(new Array[Byte](9999))
            client.getOutputStream.write(answer.getBytes(UTF_8))
          }.failed.foreach(_ shouldBe a[IOException])
      }
      lookAt(new URI(s"$scheme://127.0.0.1:${socket.getLocalPort}"), get("/"))
    }

  "A first look" should "pass a service that answers" in {
    look(get("/a"), get("/status/204"), get("/big"), QuestionRequest("", "HEAD", "/status/200")) shouldBe Right(())
    look(QuestionRequest("", "DELETE", "/status/200"), QuestionRequest("", "POST", "/status/201")) shouldBe Right(())
    lookAt(new URI(s"$base/"), get("/a", "Host" -> "x", "Content-Length" -> "7")) shouldBe Right(())
  }

  it should "send one request of each kind as it is written, the logins first" in {
    seen.clear()
    val variables = Question(Vector(get("/a?b={{id}} ü|%20"), login("/{{id}}")), Map("id" -> "7"))
    FirstLook(base, variables, 20.seconds) shouldBe Right(())
    seen.asScala.toVector shouldBe Vector("POST /7 b", "GET /a?b=7%20%C3%BC%7C%20")
  }

  it should "fill in what a login gives: a field or a cookie" in {
    val bearer = get("/bearer", "Authorization" -> "Bearer {{token}}")
    look(bearer, login("/login/json", "token" -> "$.data.token")) shouldBe Right(())
    look(get("/cookie"), login("/login/form")) shouldBe Right(())
  }

  it should "end where nothing can be measured, and say why, without what was sent as a secret" in {
    val requests = Vector(400, 404, 406, 415, 418, 429, 500, 503, 304, 200).map(status => get(s"/status/$status")) ++
      Vector("message", "detail", "error").map(field => get(s"/json/500/$field", "X-Key" -> "k-12345")) ++
      Vector("/bearer?x", "/allow", "/text/500", "/moved", "/lost", "/cut").map(get(_)) ++
      Vector(login("/status/401"), login("/lost"), get("/", "X-Key" -> "secret\nvalue")) ++
      Vector("/login/json", "/text/200").map(login(_, "token" -> "$.token"))
    val refusals = requests.map(request => s"${request.method} ${request.target}" -> refused(request)) ++ Vector(
      "GET /bearer after a login" -> refused(login("/status/200"), get("/bearer")),
      "GET /hangs" -> brief(get("/hangs")),
      "GET /endless" -> brief(get("/endless")),
      "an answer of SSH" -> garbage("SSH-2.0-OpenSSH\r\n").left.value,
      "no answer" -> garbage("").left.value,
      "nobody" -> {
        val port = Using.resource(new ServerSocket(0, 1, loopback))(_.getLocalPort)
        lookAt(new URI(s"http://me:pw@127.0.0.1:$port"), get("/")).left.value
      },
      "no TLS" -> garbage("HTTP/1.1 400\r\n\r\n", "https").left.value,
      "no HTTP" -> lookAt(new URI("mailto:x"), get("/")).left.value
    )
    // what an exception says is the JDK's
    def steady(text: String): String =
      text.replaceAll("127.0.0.1:\\d+", "127.0.0.1:PORT").replaceAll("connection \\(.*\\)", "connection (…)")
    approve("first-looks.txt", refusals.map { case (of, why) => of -> steady(why) })
  }

  "A JSON path" should "find a value as text" in {
    val text = """{"a":{"b":[{"c":12},{"c":"x"}],"no":null,"d e":true,"f-g":1.5,"h":1.0,"id":12345678901234567}}"""
    val json = FirstLook.read(text).getOrElse(fail("no JSON"))
    def at(path: String) = FirstLook.valueAt(path, json)
    at("$.a.b[0].c") shouldBe Some("12")
    at("$.a.b[1].c") shouldBe Some("x")
    at("$.a['d e']") shouldBe Some("true")
    at("$.a.f-g") shouldBe Some("1.5")
    // as Gatling's check saves them
    for ((name, saved) <- Vector("h" -> "1.0", "id" -> "12345678901234567")) {
      at(s"$$.a.$name") shouldBe Some(saved)
      JsonFilter.stringJsonFilter.filter(json.at(s"/a/$name")) shouldBe saved
    }
    at("$.a.b[1]") shouldBe Some("""{"c":"x"}""")
    for (path <- Vector("$.a.no", "$.b", "$.a.b[2]", "$.a.b.c", "$[0]")) at(path) shouldBe None
    FirstLook.read("\"all\"").flatMap(FirstLook.valueAt("$", _)) shouldBe Some("all")
    for (other <- Vector("", "{} {}", "12 abc", "Oh no", "<html>")) FirstLook.read(other) shouldBe None
  }
}
