package bottleneck.lab.command

import bottleneck.lab.figures.reading.RunStatistics
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.figures.Metrics
import bottleneck.lab.figures.json.RunJson
import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{GoldenLogs, LogFormat, LogHeader, LogReader, LogRecord, Markup, Project}
import java.io.{ByteArrayInputStream, ByteArrayOutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

private object MainSpec {
  final case class Shown(code: Int, out: String, error: String)
}

/** The command line as its users see it. */
class MainSpec extends AnyFlatSpec with Matchers with GoldenLogs {
  import MainSpec._

  private val samples = Project.root.resolve("lab/log/src/test/resources/bottleneck/lab/log")

  /** Runs a line of words, of which '…' is one: `@x` is the file x in this test's folder, `%x` a sample of a log. */
  private def run(line: String, isTerminal: Boolean = false): Shown = {
    val words = "'[^']*'|\\S+".r.findAllIn(line).map(_.stripPrefix("'").stripSuffix("'")).map {
      case word if word.startsWith("@") => at(word.tail)
      case word if word.startsWith("%") => sample(word.tail)
      case word => word
    }
    val (out, error) = (new ByteArrayOutputStream, new ByteArrayOutputStream)
    def stream(of: ByteArrayOutputStream): PrintStream = new PrintStream(of, true, UTF_8)
    val code = Main.run(words.toList, Terminal(stream(out), stream(error), isTerminal, hasColour = isTerminal))
    Shown(code, plain(out.toString(UTF_8)), plain(error.toString(UTF_8)))
  }

  private def plain(text: String): String =
    text.replace(folder.toRealPath().toString, "FOLDER").replace(samples.toString, "SAMPLES")

  private def sample(name: String): String = samples.resolve(s"$name.log").toString

  private def at(name: String): String = folder.resolve(name).toString

  private def text(file: String): String = plain(Files.readString(folder.resolve(file)))

  private def files: Vector[String] =
    Using
      .resource(Files.walk(folder))(_.toScala(Vector))
      .filter(Files.isRegularFile(_))
      .map(folder.relativize(_).toString)
      .sorted

  /** Writes the log of a shop in which 20 users arrive within 4 s; answers are `slower` times as slow as in another. */
  private def shop(name: String, slower: Double = 1, day: Int = 0): String = {
    val requests = Vector((Vector.empty, "GET /", 20), (Vector.empty, "GET /catalogue|{id}", 35)) :+
      ((Vector("Checkout"), "POST /orders", 120))
    def visit(user: Int, at: Int, n: Int): Vector[LogRecord] =
      if (at > 24000) Vector(User(0, arrives = false, at))
      else {
        val (groups, request, base) = requests(n % requests.size)
        val ok = (user * 31 + n * 17) % 97 != 0
        val end = at + (if (ok) (base * slower * (1 + (user * 7 + n * 13) % 23 / 10.0)).toInt else 3000)
        val message = if (ok) "" else "Request timeout to shop.example/10.0.0.7:443 after 3000 ms"
        Request(groups, request, at, end, ok, message) +:
          Vector(Group(groups, at, end, end - at, ok)).filter(_ => groups.nonEmpty) ++: visit(user, end, n + 1)
      }
    val records = Vector.range(0, 20).flatMap(n => User(0, arrives = true, n * 200) +: visit(n, n * 200, 0))
    val (start, text) = (1764064800000L + day * 86400000L, LogFormat.Text34)
    val header =
      LogHeader("3.11.5", "com.example.ShopSimulation", start, "nightly *4711*", Vector("Buyers"), Vector.empty, text)
    Files.write(
      Files.createDirectories(folder.resolve(name)).resolve(LogReader.file),
      written(header, records.sortBy(_.at): _*)
    )
    s"@$name"
  }

  "explain and compare" should "show and write what was approved" in {
    val shown = run(
      s"explain ${shop("log/one")} --html @page/run.html --csv @run.csv --junit @junit.xml --markdown @run.md " +
        """--expect 'p95 < 500 and ko% < 0.5' --expect '20 <= p50["GET /"] <= 60 or throughput > 1000/s'"""
    )
    shown.code shouldBe 1
    val sides = s"${shop("before")} ${shop("after", slower = 1.2)}"
    val compared = run(s"compare $sides --html @page/compare.html --markdown @compare.md")
    compared.code shouldBe 0
    val texts = Vector("page/run.html", "page/compare.html", "run.csv", "junit.xml", "run.md", "compare.md").map(name =>
      name -> text(name).replace("><", ">\n<")
    )
    unapproved((texts ++ Vector("run.txt" -> shown.out, "compare.txt" -> compared.out)).toMap) shouldBe empty
    shown.error + compared.error shouldBe ""
  }

  "A page" should "be well-formed and need nothing but its style sheet" in {
    run(s"explain ${shop("one")} --html @run.html").code shouldBe 0
    run(s"compare ${shop("a")} ${shop("b")} --html @compare.html").code shouldBe 0
    for (name <- Vector("run.html", "compare.html")) {
      val page =
        Markup.of(text(name).replaceFirst("<!DOCTYPE html>", "").replaceAll("<(meta|link)([^>]*[^/])>", "<$1$2/>"))
      page.tags.intersect(Set("script", "style", "img", "iframe")) shouldBe empty
      page.attributeNames.filter(name => name == "style" || name.startsWith("on")) shouldBe empty
      page.attributes("*", "href") shouldBe Vector("style.css")
      page.attributes("*", "id") shouldBe page.attributes("*", "id").distinct
      page.texts("figcaption").size should be >= 3
    }
    text("style.css") should include("--paper")
  }

  "A log" should "be read from a pipe, and be called so" in {
    def piped(bytes: Array[Byte], line: String = "explain - --expect 'requests > 0'"): Shown = {
      val before = System.in
      System.setIn(new ByteArrayInputStream(bytes))
      try run(line)
      finally System.setIn(before)
    }
    val log = Files.readAllBytes(Path.of(at(shop("one").tail)).resolve(LogReader.file))
    val shown = piped(log)
    shown.code shouldBe 0
    shown.out should (include("standard input") and not include "bottleneck-")
    piped(log, "explain - --stats").error should include("--stats writes beside the log: name a file")
    piped("no log".getBytes(UTF_8)) shouldBe Shown(
      2,
      "",
      "standard input is no simulation.log of Gatling: it is text, but its first line is no record of Gatling.\n"
    )
  }

  "A dry run" should "say what would be started, and start nothing" in {
    val shown = run("ask 'GET /a' --run 'node server.js' --users 64 --goal 'p95 < 1 s' --dry-run --results @results")
    shown.code shouldBe 0
    shown.out should (include("GET /a would be sent.") and include("node server.js") and include("at most 64 users") and
      include("keeps p95 < 1 s") and endWith("nothing was started.\n"))
    Files.exists(Path.of(at("results"))) shouldBe false
  }

  "The exit code of an answer" should "be 3 where the limit is not known, and 1 where no rate keeps the goal" in {
    val samples = Project.root.resolve("lab/figures/src/test/resources/bottleneck/lab/figures/record")
    val answer = ujson.read(Files.readString(samples.resolve("answer.json")))
    def judged(change: ujson.Value => Unit): Either[String, Int] = {
      val changed = ujson.copy(answer)
      change(changed)
      Files.writeString(folder.resolve("answer.json"), ujson.write(changed))
      Services.judged(folder, 0).left.map(_.sentence)
    }
    judged(_ => ()) shouldBe Right(0)
    judged(_("finding")("kind") = "unknown") shouldBe Right(3)
    judged(_("finding")("kind") = "not reached") shouldBe Right(3)
    judged(_("goal")("kept") = ujson.Null) shouldBe Right(1)
    judged(_("schema") = "another").left.getOrElse("") should include("schema")
    // of a comparison, whose own code it is
    Files.delete(folder.resolve("answer.json"))
    Services.judged(folder, 1) shouldBe Right(1)
  }

  "The exit code" should "say whether expectations are met, missed or undecided" in {
    Vector(
      "p95 = 40" -> 0,
      "p95 < 40" -> 1,
      "throughput > 1" -> 3,
      "throughput > 1 or ko = 1" -> 0,
      "throughput > 1 and ko = 2" -> 1,
      "p95[GET /x] < 5" -> 3
    )
      .foreach { case (text, code) => withClue(text)(run(s"explain %text-3.11.5 --expect '$text'").code shouldBe code) }
    run("explain %text-3.11.5 --expect 'p95 = 40' '--expect=throughput > 1' --junit @j.xml").code shouldBe 3
    text("j.xml") should (include("tests=\"2\"") and include("skipped=\"1\"") and include(
      "<skipped message=\"undecided: throughput"
    ))
  }

  it should "be that of what console, page and test cases show, whatever single comparisons are" in {
    val shown = run(
      "explain %text-3.11.5 --expect 'ko% < 1 or p95 < 500' --expect 'not p95 > 500' " +
        "--junit @j.xml --html @run.html --markdown @run.md"
    )
    shown.code shouldBe 0
    shown.out should include(
      "✓ ko% < 1 or p95 < 500\n    ko% = 50% < 1\n    p95 = 40 ms < 500\n✓ not p95 > 500\n    p95 = 40 ms > 500\n"
    )
    text("j.xml") should (include("tests=\"2\" failures=\"0\"") and not include "<failure")
    for (file <- Vector("run.html", "run.md")) text(file) should not include "✗"
  }

  it should "be undecided where the run lacks a request or its end, and all files are written" in {
    val lacking = run("explain %text-3.11.5 --expect 'p95[GET /x] < 5' --json @a.json --junit @a.xml")
    lacking.out should include("? p95[\"GET /x\"] = – < 5 (the run has no request or group \"GET /x\": near are")
    (lacking.code, files) shouldBe ((3, Vector("a.json", "a.xml")))
    val met = run("explain %binary-3.14.3-cut --expect 'p95 < 1000000'")
    (met.code, met.out) should matchPattern { case (3, out: String) if out.contains("? p95 = ") => }
    met.out should include("\n    The log ends within a record: Gatling was ended, or is still running.")
    run("explain %binary-3.14.3-cut --expect 'p95 < 1'").code shouldBe 1
  }

  "A run's JSON" should "be a baseline and a side of a comparison" in {
    run(s"explain ${shop("one")} --json @run.json").code shouldBe 0
    run("explain @one --baseline @run.json --expect 'p95 < 1.2 * baseline'").code shouldBe 0
    run("compare @run.json @one").out should include("1.000 (")
  }

  "--strict" should "refuse a log with damage that is otherwise shown, and write nothing" in {
    Files.writeString(
      folder.resolve("back.log"),
      "RUN\ta.Odd\todd\t1764064800000\t\t3.11.5\nREQUEST\t\tGET /\t1764064800010\t1764064800000\tOK\t\n"
    )
    run("explain @back.log").code shouldBe 0
    run("explain @back.log --strict --json @x") shouldBe Shown(
      2,
      "",
      "FOLDER/back.log is refused by --strict: " +
        "1 requests ended before their start: a clock was set. They count as 0 ms.\n"
    )
    run("explain %binary-3.14.3-cut --strict").error should include("--strict: The log ends within a record")
    run("explain %text-3.12.0 --strict").code shouldBe 0
    files shouldBe Vector("back.log")
  }

  "Standard output" should "belong to the file that is written there" in {
    val shown = run("explain %text-3.12.0 --csv -")
    shown.out.linesIterator.next() should startWith("kind,name,requests,ok,ko,ko%,throughput")
    shown.error should include("demo.ShopSimulation")
  }

  "Pipes of a shell" should "be read and written" in {
    val java = s"'${Path.of(sys.props("java.home"), "bin", "java")}' -cp '${sys.props("java.class.path")}'"
    val command =
      s"$java bottleneck.lab.command.Main explain <(cat '${sample("text-3.12.0")}') --csv /dev/stdout 2>'${at("summary")}' | cat"
    val said = folder.resolve("said")
    new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).redirectOutput(said.toFile).start().waitFor()
    text("said").linesIterator.next() should startWith("kind,name,requests")
    text("said") should not include "demo.ShopSimulation"
    text("summary") should startWith("demo.ShopSimulation")
  }

  "A link and a pipe" should "stay what they are" in {
    Files.createSymbolicLink(folder.resolve("link"), Files.writeString(folder.resolve("file"), "old"))
    run("explain %text-3.12.0 --csv @link").code shouldBe 0
    Files.isSymbolicLink(folder.resolve("link")) shouldBe true
    text("file") should startWith("kind,")
    Files.createSymbolicLink(folder.resolve("place"), Files.createDirectory(folder.resolve("real")))
    run("explain %text-3.12.0 --csv @place/x.csv").code shouldBe 0
    text("real/x.csv") should startWith("kind,")
    new ProcessBuilder("mkfifo", at("pipe")).start().waitFor() shouldBe 0
    val reader = new ProcessBuilder("cat", at("pipe")).redirectOutput(folder.resolve("read").toFile).start()
    run("explain %text-3.12.0 --json @pipe").code shouldBe 0
    val hasEnded = reader.waitFor(10, TimeUnit.SECONDS)
    reader.destroy()
    hasEnded shouldBe true
    text("read") should include("bottleneck/result/2")
  }

  "A folder" should "mean its log or the newest one in it, and all of them to compare" in {
    shop("results/shop-1", day = 1)
    shop("results/shop-2", day = 2)
    Files.setLastModifiedTime(folder.resolve("results/shop-1/simulation.log"), FileTime.fromMillis(0))
    run("explain @results").out should (include("2025-11-27") and include(
      "shop-2/simulation.log, the newest of 2 logs in"
    ))
    run("compare @results @results/shop-1").out should include("results, 2 runs of com.example.ShopSimulation")
    run("explain @results/shop-1 --json @results/run.json").code shouldBe 0
    run("compare @results @results/shop-1") shouldBe Shown(
      2,
      "",
      "FOLDER/results/run.json and FOLDER/results/shop-1/simulation.log are the same run of " +
        "com.example.ShopSimulation, of 2025-11-26T10:00:00Z: give it once.\n"
    )
  }

  "merge and cut" should "write logs that explain reads" in {
    Vector("a", "b").foreach(shop(_))
    val merged = run("merge @a @b -o @all/simulation.log")
    merged.out should (include("merged from 2 logs") and include("Only Gatling 3.11.5"))
    val cut = run("cut @all --from 5s --to 0m15s -o @part.log")
    (cut.code, cut.out) should matchPattern { case (0, out: String) if out.contains("keep their start") => }
    run("cut %binary-3.16.0 --to 1h --any-version -o @newer.log").code shouldBe 0
    run("merge %binary-3.16.0 --any-version -o @newer.log").code shouldBe 0
    run(s"merge @a ${shop("later", day = 1)} -o @x").error should endWith(
      "of different runs. --not-overlapping merges them all the same.\n"
    )
    run("explain @all").out should include("by 40 users")
    run("explain @part.log").out should include("2,550 requests in 12.1 s by 40 users")
    run("explain @all --from 5s --to 15s").out should include("2,550 requests in 10.0 s by 40 users")
  }

  "--stats" should "write the files of older Gatlings beside the log, and replace those of Gatling only with --overwrite" in {
    run(s"explain ${shop("one")} --stats").out should include("FOLDER/one/js/global_stats.json")
    Files.writeString(folder.resolve("one/js/stats.json"), "{}")
    run("explain @one --stats --json @run.json").error should include(
      "FOLDER/one/js/stats.json was not written by bottleneck: --overwrite replaces it."
    )
    files should not contain "run.json"
    run("explain @one --stats --overwrite").code shouldBe 0
    run("explain @one --stats").code shouldBe 0
  }

  it should "replace the file of a replay, which is the same" in {
    val replay = shop("one")
    val (log, file) = (folder.resolve("one").resolve(LogReader.file), folder.resolve("one/js/global_stats.json"))
    val replayed = RunStatistics.read(log, RunStatistics.of(Window(5000, 20000)))
    Files.createDirectories(file.getParent)
    Files.writeString(file, replayed.fold(error => fail(error.message), _.figures.globalStats))
    val before = text("one/js/global_stats.json")
    run(s"explain $replay --stats").code shouldBe 0
    text("one/js/global_stats.json") shouldBe before
  }

  "help" should "name every command, option and exit code" in {
    run("help").out should (include("explain  Exact figures") and include("3   undecided"))
    run("").error shouldBe run("--help").out
    Verbs.all.foreach { verb =>
      val shown = run(s"help ${verb.name}")
      val words = verb.flags.flatMap(flag => Vector(flag.name, flag.value)) ++
        verb.operands.map(_.name.replace("…", "...")) ++ verb.examples
      words.foreach(word => shown.out should include(word))
      run(s"${verb.name} --help") shouldBe shown
    }
    run("--version").out should startWith("Bottleneck ")
  }

  "Options" should "stand anywhere, with a blank or =, and end at --" in {
    Vector("explain --csv=- @one", "explain @one --csv -", "explain --csv - -- @one").foreach { line =>
      shop("one")
      withClue(line)(run(line).out should startWith("kind,name,requests"))
    }
    run("explain -- --csv").error shouldBe "--csv does not exist.\n"
  }

  "A terminal" should "have colours, and lines without a name's own" in {
    Files.writeString(
      folder.resolve("odd.log"),
      "RUN\ta.Odd\todd\t1764064800000\t\t3.11.5\nREQUEST\t\t\u001b[31mred\t1764064800000\t1764064800010\tKO\tbell\u0007s\n"
    )
    Vector("explain @odd.log", "help explain").foreach { line =>
      run(line).out should not include "\u001b"
      run(line, isTerminal = true).out should include("\u001b[1m")
    }
    val coloured = run("explain @odd.log", isTerminal = true).out
    coloured should (include("\u001b[1ma.Odd") and include(
      "\u001b[31m1 ×"
    ) and not include "\u001b[31mred" and not include "\u0007")
  }

  "Bad input" should "be one sentence, exit code 2 and no file" in {
    shop("one")
    Files.writeString(folder.resolve("style.css"), "mine")
    Files.writeString(folder.resolve("no.json"), "{}")
    Files.createDirectories(folder.resolve("empty"))
    val before = files
    val commands = "there are ask, compare, explain, merge, cut, help."
    Vector(
      "explian @one" -> s"There is no command explian; did you mean explain?: $commands",
      "help cutt" -> s"There is no command cutt; did you mean cut?: $commands",
      "explain @one --hmtl x" -> "explain has no option --hmtl; did you mean --html?: see 'help explain'.",
      "explain @one --html" -> "A value is missing: --html FILE, a page; its style.css is written beside it",
      "explain @one --hmtl=x" -> "explain has no option --hmtl; did you mean --html?: see 'help explain'.",
      "explian --help" -> s"There is no command explian; did you mean explain?: $commands",
      "--verison" -> "has no option --verison; did you mean --version?: see 'help'.",
      "explain @one --html --json @x" -> "A value is missing: --html FILE",
      "explain @one --json=" -> "A value is missing: --json FILE, every figure",
      "ask 'GET /' --args --a=1" -> "A value of --args that begins with -- needs the =: --args='--a=1'",
      "ask 'GET /' --jar @nothing.jar --args=--a=1" -> "--jar FOLDER/nothing.jar is not there",
      "explain @one --stats=yes" -> "Option '--stats' should be specified without 'yes' parameter: see 'help explain'.",
      "explain @one --csv @a --csv @b" -> "Option '--csv' (FILE) should be specified only once: see 'help explain'.",
      "explain @one x" -> "explain takes LOG; 'x' is too much: see 'help explain'.",
      "explain" -> "A value is missing: LOG, a simulation.log, its folder",
      "compare @one" -> "A value is missing: B, the same of the other side; or the old jar",
      "compare @one @one x" -> "compare takes two logs, or two jars and a request: see 'help compare'.",
      "compare @one @one --most 3%" -> "--most is for two jars and a request.",
      "ask" -> "A value is missing: REQUEST, 'GET /path', or a file of requests",
      "ask 'GET /'" -> "No service is named: add --jar app.jar, --run '…' or --url http://….",
      "ask 'GET /' --jar @nothing.jar" -> "--jar FOLDER/nothing.jar is not there",
      "ask 'GET /' --jar @no.json" -> "--jar FOLDER/no.json is no jar: it cannot be opened as a ZIP archive.",
      "ask 'GET /' --jar @no.json --url http://127.0.0.1:1" -> "exclude each other: give one.",
      "ask 'GET /' --url ftp://127.0.0.1" -> "--url ftp://127.0.0.1 is no base URL",
      "ask 'GET /' --url http://example.com" -> "add --allow example.com if it is yours.",
      "ask 'GET /' --url http://127.0.0.1:1 --confirm" -> "--confirm starts the service anew: it is for --jar.",
      "ask 'GET /' --run x --users 0" -> "--users 0 is no number of users: use 1 to 5,000.",
      "ask 'GET /' --run x --rate none" -> "--rate none is no rate",
      "ask 'GET /' --run x --goal 'p95 > 3 ms'" -> "--goal p95 > 3 ms is no response time to keep",
      "ask 'GET /' --run x --json @no.json/answer.json" -> "is no folder.",
      "ask 'GET /' --run x --json @a --markdown @a" -> "cannot both be",
      "compare @one @one --dry-run" -> "--dry-run is for two jars and a request.",
      "ask 'GET /' --run x --user 5" -> "ask has no option --user; did you mean --users?: see 'help ask'.",
      "ask 'FETCH IT' --run x" -> "FETCH",
      "compare @no.jar @one.jar" -> "compare of two jars needs a request, too",
      "compare @no.jar @one.jar 'GET /' --html x" -> "--html: for two logs; --results has the page.",
      "compare @no.jar @one.jar 'GET /'" -> "A FOLDER/no.jar is not there",
      "explain @nowhere" -> "FOLDER/nowhere does not exist.",
      "explain @empty" -> ("FOLDER/empty has no simulation.log, nor has a folder in it: " +
        "name the log, or a result folder of Gatling."),
      "explain %empty" -> "SAMPLES/empty.log is empty: Gatling was ended before it wrote anything.",
      "explain @style.css" -> "FOLDER/style.css is no simulation.log of Gatling",
      "explain %binary-3.16.0" -> "--any-version reads it as far as it parses.",
      "explain a\u0000b" -> "'a\u0000b' is no path: Nul character not allowed.",
      "explain @one --html @run.html" ->
        "--html would overwrite FOLDER/style.css, which is another's: name another folder.",
      "explain @one --html -" -> "--html needs a file: its style sheet is written beside it.",
      "explain @one --csv @empty" -> "--csv needs a file, but FOLDER/empty is a folder.",
      "explain @one --csv @no.json/x.csv" ->
        "FOLDER/no.json/x.csv cannot be written: FOLDER/no.json is no folder.",
      "explain @one --csv @one/simulation.log" ->
        "--csv and what is read cannot both be FOLDER/one/simulation.log.",
      "explain @one --csv @x --json @x" -> "--json and --csv cannot both be FOLDER/x.",
      "explain @one --csv - --json -" -> "--json and --csv cannot both be standard output.",
      "explain @one --junit @x" -> "--junit writes expectations: give some with --expect.",
      "explain @nowhere --expect 'p95 < 1.1 * baseline'" ->
        "baseline needs an earlier run: give its JSON with --baseline.",
      "explain @one --expect 'p96 < 5'" -> "p96 is no metric",
      "explain @one --expect 'p95 <' --json @x" -> "\n       ^",
      "explain @one --json @d/style.css --html @d/run.html" ->
        "--json and the style sheet of --html cannot both be FOLDER/d/style.css.",
      "explain @one --stats --json @one/js/stats.json" ->
        "--json and --stats cannot both be FOLDER/one/js/stats.json.",
      "merge %binary-3.16.0 -o @x" -> "are known. --any-version reads it",
      "cut %binary-3.16.0 --to 9s -o @x" -> "are known. --any-version reads it",
      "explain @one --baseline @no.json" -> "no.json is no result",
      "explain @one --baseline @nowhere" -> "FOLDER/nowhere does not exist.",
      "explain @one --from soon" -> "--from soon is no time: write 30s, 5m, 1m30s or 500ms.",
      "explain @one --to 1000h" -> "--to 1000h is too long: at most 596h.",
      "explain @one --from 9s --to 5s" -> "--from must be before --to: nothing lies between them.",
      "cut @one -o @x" -> "cut needs --from TIME, --to TIME or both.",
      "cut @one --from 1s" -> "-o OUT is missing: name the log to write.",
      "cut @one --from 1h -o @x" -> "Nothing in",
      "merge @one -o -" -> "-o needs a file: a log has no place on a console.",
      "merge %text-3.12.0 @one -o @x" -> "merge logs of one simulation.",
      "merge @one @one -o @x" -> "is given twice.",
      "compare @one @no.json" -> "no.json is no result"
    ).foreach { case (line, sentence) =>
      withClue(line) {
        val shown = run(line)
        (shown.code, shown.out) shouldBe ((2, ""))
        shown.error should include(sentence)
        shown.error should (not include "Exception" and not include "fault of Bottleneck")
        files shouldBe before
      }
    }
  }

  "A fault" should "be a sentence too" in {
    def broken(error: Throwable): (Int, String) = {
      val bytes = new ByteArrayOutputStream
      val failing = new PrintStream(bytes, true, UTF_8) { override def println(text: String): Unit = throw error }
      val terminal = Terminal(failing, new PrintStream(bytes, true, UTF_8), isTerminal = false, hasColour = false)
      (Main.run(List("help"), terminal), bytes.toString(UTF_8))
    }
    broken(new OutOfMemoryError)._2 should include("MiB of memory are not enough")
    broken(new IllegalStateException("odd")) shouldBe ((
      2,
      "This is a fault of Bottleneck, please report it with your command line: java.lang.IllegalStateException: odd.\n"
    ))
  }

  "The reference" should "have the options, exit codes, metrics and keys of the code" in {
    def table(head: String, rows: Vector[(String, String)]): String =
      (s"| $head | |\n|---|---|" +: rows.map { case (name, about) => s"| `$name` | $about |" }).mkString("\n")
    val options = Verbs.all
      .filter(_.flags.nonEmpty)
      .map(verb => table("option", verb.flags.map(flag => flag.usage -> flag.about)))
    val metrics = Metrics.all.filterNot(_.name.endsWith(".ok")).map { metric =>
      metric.name -> s"${metric.about}${if (metric.quantity.unit.isEmpty) "" else s" In ${metric.quantity.unit}."}"
    }
    val tables = options ++ Vector(
      table("key", RunJson.keys),
      table("exit code", Verbs.exits.map { case (code, about) => code.toString -> about }),
      table("metric", metrics)
    )
    val reference = Files.readString(Project.root.resolve("docs/reference/command.md"))
    tables.filterNot(reference.contains(_)).mkString("\n\n") shouldBe ""
  }

  /** The names of texts that differ from the approved ones, and where they now are, to be copied. */
  private def unapproved(texts: Map[String, String]): Vector[String] = {
    val approved = Path.of("src/test/resources/bottleneck/lab/command/approved")
    texts.toVector.collect {
      case (name, text) if !Files.exists(approved.resolve(name)) || Files.readString(approved.resolve(name)) != text =>
        val now = Path.of("target/approved").resolve(name)
        Files.createDirectories(now.getParent)
        Files.writeString(now, text)
        s"$name: see ${now.toAbsolutePath}"
    }
  }
}
