package bottleneck.lab.engine.ask

import bottleneck.lab.log.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.EitherValues
import org.scalatest.flatspec.AnyFlatSpec

class QuestionTextSpec extends AnyFlatSpec with TemporaryFolder with Golden with EitherValues {
  private val dollar = "$"

  private def asked(text: String): Vector[(String, String, Int)] =
    QuestionText.read(text, folder).value.requests.map(request => (request.method, request.target, request.weight))

  private def refused(text: String): String = QuestionText.read(text, folder).left.value.sentence

  private def saved(name: String, text: String): Path = Files.writeString(folder.resolve(name), text)

  private def file(text: String): Question = {
    saved("q.http", text)
    QuestionText.read("q.http", folder).value
  }

  private def wrong(text: String): String = {
    saved("q.http", text)
    refused("q.http")
  }

  private def only(text: String): QuestionRequest = file(text).requests match {
    case Vector(request) => request
    case other => fail(s"$other")
  }

  "The short form" should "hold one request or several" in {
    asked("GET /owners?lastName=") shouldBe Vector(("GET", "/owners?lastName=", 1))
    asked("/a") shouldBe Vector(("GET", "/a", 1))
    asked("post /a,3*GET /b , 2 * /c,/d") shouldBe
      Vector(("POST", "/a", 1), ("GET", "/b", 3), ("GET", "/c", 2), ("GET", "/d", 1))
    asked("GET http://localhost:8080/a?b=c#d") shouldBe Vector(("GET", "/a?b=c", 1))
    asked("GET /a.http") shouldBe Vector(("GET", "/a.http", 1))
  }

  it should "keep commas of a path" in {
    asked("GET /a?ids=1,2,x,GETTER&b=3, GET /b") shouldBe
      Vector(("GET", "/a?ids=1,2,x,GETTER&b=3", 1), ("GET", "/b", 1))
    val random = s"/a/{{${dollar}random.integer(1, 100)}}"
    asked(s"$random,$random") shouldBe Vector(("GET", random, 1), ("GET", random, 1))
  }

  it should "name its requests, none like another, without secrets" in {
    QuestionText.read("/a, GET /a, /a?apiKey=abc&x=1", folder).value.requests.map(_.name) shouldBe
      Vector("GET /a", "GET /a (2)", "GET /a?apiKey=***&x=1")
  }

  "A file" should "hold requests as IntelliJ and VS Code write them" in {
    val question = file(s"""@host = http://localhost:8080/api
                           |@id = 7
                           |@auth = Bearer {{token}}
                           |
                           |### Login
                           |// @once
                           |# @take token = ${dollar}.data.token
                           |POST {{host}}/login HTTP/1.1
                           |Content-Type: application/json
                           |# a comment
                           |Content-Length: 3
                           |
                           |{"user": "{{${dollar}uuid}}",
                           |
                           |# no comment
                           | "id": {{id}}}
                           |
                           |> {%
                           |  ### client.test()
                           |%}
                           |<> 2024.200.json
                           |
                           |###
                           |# @name search
                           |# @weight 3
                           |# @no-redirect
                           |{{host}}/owners
                           |    ?lastName={{id}}
                           |    # why
                           |    &page=1 HTTP/1.1
                           |Authorization: {{auth}}
                           |Host: {{elsewhere}}
                           |### last
                           |DELETE {{undefined}}/owners/{{id}}
                           |###
                           |""".stripMargin)
    question.requests shouldBe Vector(
      QuestionRequest(
        "Login",
        "POST",
        "/api/login",
        Vector("Content-Type" -> "application/json"),
        Some(s"{\"user\": \"{{${dollar}uuid}}\",\n\n# no comment\n \"id\": 7}"),
        once = true,
        takes = Vector("token" -> s"$dollar.data.token")
      ),
      QuestionRequest(
        "search",
        "GET",
        "/api/owners?lastName=7&page=1",
        Vector("Authorization" -> "Bearer {{token}}"),
        weight = 3
      ),
      QuestionRequest("last", "DELETE", "/owners/7")
    )
    question.variables.keySet shouldBe Set("host", "id", "auth")
    question.logins.map(_.name) shouldBe Vector("Login")
  }

  it should "have carriage returns and a byte order mark, or an absolute path" in {
    val path = saved("windows.rest", "\uFEFF@a = 1\r\nGET /{{a}}\r\nAccept: x\r\n\r\nbody\r\n")
    QuestionText.read(path.toString, Path.of("/")).value.requests shouldBe
      Vector(QuestionRequest("GET /{{a}}", "GET", "/1", Vector("Accept" -> "x"), Some("body")))
  }

  it should "drop the authority of a target, not the path of a variable" in {
    val targets = Vector(
      "https://example.com" -> "/",
      "https://{{x}}:8080?a=1" -> "/?a=1",
      "example.com/a" -> "/a",
      "localhost:80/a" -> "/a",
      "{{x}}/a/{{b}}" -> "/a/5",
      "{{base}}/a" -> "/v1/a",
      "{{plain}}/a" -> "/a",
      "{{path}}" -> "/p?q",
      "{{ path }}&r" -> "/p?q&r"
    )
    for ((written, target) <- targets) withClue(s"$written: ") {
      only(s"@b = 5\n@base = https://h/v1/\n@plain = h:80\n@path = /p?q\nGET $written").target shouldBe target
    }
  }

  it should "send the bodies of files" in {
    saved("plain.json", "{\n}\n")
    saved("filled.json", "{{id}}")
    only("POST /a\n\n< ./plain.json").body shouldBe Some("{\n}\n")
    only("@id = 5\nPOST /a\n\n[\n<@ filled.json\n]").body shouldBe Some("[\n5\n]")
    only("POST /a\n\n<a>\n</a>\n").body shouldBe Some("<a>\n</a>")
  }

  it should "join the lines of a form, and those of parts as mail does" in {
    only("POST /a\nContent-Type: application/x-www-form-urlencoded\n\na=1\n  &b=2\n").body shouldBe Some("a=1&b=2")
    only("POST /a\ncontent-type: multipart/form-data; boundary=x\n\n--x\n\n1\n--x--").body shouldBe
      Some("--x\r\n\r\n1\r\n--x--")
  }

  it should "encode a user and a password" in {
    for (written <- Vector("Basic a b c", "basic a:b c"))
      only(s"@u = a\nGET /\nAuthorization: $written").headers shouldBe Vector("Authorization" -> "Basic YTpiIGM=")
    only("GET /\nAuthorization: Basic YTpiIGM=").headers shouldBe Vector("Authorization" -> "Basic YTpiIGM=")
  }

  "A refusal" should "name the place and show a caret under what is wrong, without what may be secret" in {
    val short = Vector("GET /a, GTE /b", "GET /a b", "0*GET /a", "-1*GET /a", "101*GET /a", "99999999999*GET /a") ++
      Vector("GET /a/{{id}}", "owners", "GET owners", "", "GET /a\n/b", "none.http", "latin.http", "big.http") ++
      Vector("folder.http", "a\u0000.http")
    Files.write(folder.resolve("latin.http"), Array[Byte]('/', -28))
    Files.write(folder.resolve("big.http"), Array.fill[Byte]((1 << 20) + 1)('#'))
    Files.createDirectory(folder.resolve("folder.http"))
    saved("filled.json", "\n{{id}}")
    val files = Vector(
      "@name = 1\n\nGET /a\nX-Name: {{nmae}}",
      s"GET /a\n\n###\nPOST /b\n\n  {{${dollar}random.uid}}",
      "@a = {{b}}\nGET /{{a}}",
      "POST /a\n\n<@ filled.json",
      "",
      "# only\n@a = 1\n###\n",
      "# @once\nGET /a",
      "FETCH /a",
      "GET",
      "GET {{token}}/x\n###\n# @once\n# @take token = $.a\n/b",
      "GET {{nowhere}}",
      "@a\nGET /",
      "@a = 1\n@a = 2\nGET /",
      "@a = {{b}}\n@b = 2\nGET /{{a}}",
      "@a = {{a}}\nGET /{{a}}",
      "# @weight many\nGET /",
      "# @take token\nGET /",
      "GET /a\nGET http://localhost/b",
      "GET /a\n{}",
      "GET /a\n\nGET /b",
      "GET /\n\n> {%\n",
      "POST /\n\n< none.json",
      "POST /\n\n< .",
      "POST /\n\n< filled.json",
      "GET /{{token}}\n###\n# @take token = $.a\nGET /b",
      "GET /\nAuthorization: Bearer abc {{tokn}}",
      s"GET /${"a" * 500}{{id}}${"b" * 500}"
    ) ++ Vector("token", "", "a", "$field", "$.", "$.a[", "$..a", "$.a[*]").map(path => s"# @take a = $path\nGET /")
    def title(text: String): String = text.replace("\n", "⏎").replace("\u0000", "␀")
    approve(
      "refused-questions.txt",
      (short.map(text => title(text) -> refused(text)) ++ files.map(text => title(text) -> wrong(text)))
        .map { case (text, why) => text -> why.replace(folder.toString, "FOLDER").replace("\u0000", "␀") }
    )
  }
}
