package bottleneck.lab.ask

import bottleneck.lab.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.EitherValues
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class QuestionTextSpec extends AnyFlatSpec with TemporaryFolder with Matchers with EitherValues {
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

  private def only(text: String): AskedRequest = file(text).requests match {
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

  it should "be refused with a caret under what is wrong" in {
    refused("GET /a, GTE /b") shouldBe
      """-Dask: 'GTE' is no method that can be asked: write GET, or another of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.
        |    GTE /b
        |    ^""".stripMargin
    refused("GET /a b") should endWith("""    GET /a b
                                         |          ^""".stripMargin)
    for (weight <- Vector("0", "-1", "101", "99999999999"))
      refused(s"$weight*GET /a") should include(s"'$weight' is no weight: write a whole number from 1 to 100.")
    refused("GET /a/{{id}}") should include(
      "{{id}} has no value: define it above by a line @id = value in a .http file."
    )
    refused("owners") should include("'owners' is no path: write one such as 'GET /owners'.")
    refused("GET owners") should include("'owners' is no path")
    refused("") shouldBe "-Dask has no request: write one, such as 'GET /owners'."
    refused("GET /a\n/b") shouldBe "-Dask: a path has no blanks: write %20 for each.\n    GET /a /b\n          ^"
    refused("none.http") shouldBe s"-Dask=none.http is missing: there is no ${folder.resolve("none.http")}."
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
      AskedRequest(
        "Login",
        "POST",
        "/api/login",
        Vector("Content-Type" -> "application/json"),
        Some(s"{\"user\": \"{{${dollar}uuid}}\",\n\n# no comment\n \"id\": 7}"),
        once = true,
        takes = Vector("token" -> s"$dollar.data.token")
      ),
      AskedRequest(
        "search",
        "GET",
        "/api/owners?lastName=7&page=1",
        Vector("Authorization" -> "Bearer {{token}}"),
        weight = 3
      ),
      AskedRequest("last", "DELETE", "/owners/7")
    )
    question.variables.keySet shouldBe Set("host", "id", "auth")
    question.logins.map(_.name) shouldBe Vector("Login")
  }

  it should "have carriage returns and a byte order mark, or an absolute path" in {
    val path = saved("windows.rest", "\uFEFF@a = 1\r\nGET /{{a}}\r\nAccept: x\r\n\r\nbody\r\n")
    QuestionText.read(path.toString, Path.of("/")).value.requests shouldBe
      Vector(AskedRequest("GET /{{a}}", "GET", "/1", Vector("Accept" -> "x"), Some("body")))
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

  it should "be refused with its name, the line and a caret" in {
    wrong("@name = 1\n\nGET /a\nX-Name: {{nmae}}") shouldBe
      """q.http, line 4: {{nmae}} has no value: write {{name}}, or define it above by a line @nmae = value in a .http file.
        |    X-Name: {{nmae}}
        |            ^""".stripMargin
    wrong(s"GET /a\n\n###\nPOST /b\n\n  {{${dollar}random.uid}}") should startWith(
      s"q.http, line 6: {{${dollar}random.uid}} is unknown: write {{${dollar}random.uuid}}.\n      {{"
    )
    wrong("@a = {{b}}\nGET /{{a}}") should startWith("q.http, line 1: {{b}} has no value")
    saved("filled.json", "\n{{id}}")
    wrong("POST /a\n\n<@ filled.json") should startWith("filled.json, line 2: {{id}} has no value")
  }

  it should "be refused if it asks nothing" in {
    wrong("") shouldBe "q.http has no request: write one, such as 'GET /owners'."
    wrong("# only\n@a = 1\n###\n") should include("has no request")
    wrong("# @once\nGET /a") should include("has only \"# @once\" requests")
  }

  it should "be refused if a line cannot be understood" in {
    val lines = Vector(
      "FETCH /a" -> "'FETCH' is no method",
      "GET" -> "'GET' is no path",
      "GET {{token}}/x\n###\n# @once\n# @take token = $.a\n/b" -> "'{{token}}/x' is no path",
      "GET {{nowhere}}" -> "'{{nowhere}}' is no path",
      "@a\nGET /" -> "this defines no variable",
      "@a = 1\n@a = 2\nGET /" -> "a is defined twice",
      "@a = {{b}}\n@b = 2\nGET /{{a}}" -> "{{b}} has no value: define it above",
      "@a = {{a}}\nGET /{{a}}" -> "{{a}} has no value: define it above",
      "# @weight many\nGET /" -> "'many' is no weight",
      "# @take token\nGET /" -> "this takes nothing",
      "# @take token = token\nGET /" -> "this takes nothing",
      "GET /a\nGET http://localhost/b" -> "this is no header",
      "GET /a\n{}" -> "this is no header",
      "GET /a\n\nGET /b" -> "this looks like the next request",
      "GET /\n\n> {%\n" -> "the script has no end",
      "POST /\n\n< none.json" -> "none.json is missing",
      "POST /\n\n< ." -> ". is no file",
      "GET /{{token}}\n###\n# @take token = $.a\nGET /b" -> "{{token}} is taken from a later answer"
    )
    for ((text, why) <- lines) withClue(s"$text: ") {
      wrong(text) should include(why)
      wrong(text) should fullyMatch regex """(?s)q.http, line \d+: [^\n]+\n {4}[^\n]+\n +\^"""
    }
    saved("filled.json", "{{id}}")
    wrong("POST /\n\n< filled.json") should include("write <@ filled.json")
  }

  it should "be refused if it cannot be read" in {
    Files.write(folder.resolve("latin.http"), Array[Byte]('/', -28))
    refused("latin.http") shouldBe "-Dask=latin.http is no text in UTF-8: save it as such."
    Files.write(folder.resolve("big.http"), Array.fill[Byte]((1 << 20) + 1)('#'))
    refused("big.http") shouldBe "-Dask=big.http has 1048577 bytes: at most 1048576 are read."
    Files.createDirectory(folder.resolve("folder.http"))
    refused("folder.http") should include("is no file")
    refused("a\u0000.http") should include("is no path")
  }

  it should "be refused if it takes what is no path to one value" in {
    for (path <- Vector("", "a", "$field", "$.", "$.a[", "$..a", "$.a[*]"))
      wrong(s"# @take a = $path\nGET /") should include("this takes nothing")
  }

  "A refusal" should "conceal what may be secret, and show a part of a long line" in {
    wrong("GET /\nAuthorization: Bearer abc {{tokn}}") should endWith(
      "    Authorization: ****** *** {{tokn}}\n                              ^"
    )
    val long = wrong(s"GET /${"a" * 500}{{id}}${"b" * 500}").linesIterator.toVector
    long(1) shouldBe s"    ${"a" * 80}{{id}}${"b" * 34}"
    long(2) shouldBe s"${" " * 84}^"
  }
}
