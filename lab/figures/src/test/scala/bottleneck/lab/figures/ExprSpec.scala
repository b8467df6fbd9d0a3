package bottleneck.lab.figures

import bottleneck.lab.figures.Truth._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class ExprSpec extends AnyFlatSpec with Matchers {
  private val truths = Vector(Yes, Undecided, No)

  /** An earlier run in which GET /orders was at 402 ms. */
  private def baseline(interval: (Double, Double)*): Run =
    Runs.run(Runs.outcome(988, 12, 400), "GET /orders" -> Runs.outcome(881, 0, 402, interval: _*))

  private def judge(text: String, earlier: Run): Judgement =
    Expr.parse(text).flatMap(_.judge(Runs.shop, Some(earlier))).fold(problem => fail(problem.sentence), identity)

  private def problem(text: String, earlier: Option[Run] = None): String =
    Expr.parse(text).flatMap(_.judge(Runs.shop, earlier)).fold(_.sentence, found => fail(s"$text: $found"))

  "Truth" should "be Kleene's" in {
    truths.map(_.not) shouldBe Vector(No, Undecided, Yes)
    truths.flatMap(one => truths.map(one.and)) shouldBe Vector(Yes, Undecided, No, Undecided, Undecided, No, No, No, No)
    truths.flatMap(one => truths.map(one.or)) shouldBe
      Vector(Yes, Yes, Yes, Yes, Undecided, Undecided, Yes, Undecided, No)
  }

  "A condition" should "leave undecided what is given only if it holds" in {
    judge("p95 < 500 given ko > 0", baseline()).truth shouldBe Yes
    judge("p95 < 400 given ko > 0", baseline()).truth shouldBe No
    judge("p95 < 500 given ko = 0 or p95 > 500", baseline()) shouldBe
      Judgement(Undecided, Vector("p95 = 431 ms < 500", "ko = 12 = 0", "p95 = 431 ms > 500"), 0)
  }

  "All numbers" should "stand for # in names, joined by and" in {
    Expr.parse("ko = 12 and (all # in 1, 20: p95[# users] < 5)").map(_.references.flatMap(_.of)) shouldBe
      Right(Vector("1 users", "20 users"))
    problem("all # in : p95 < 5") should include("stands where")
  }

  "Pairs" should "be of two variants, each number of either with each of the other" in {
    def pairs(these: Double*)(those: Double*): Judgement = Expr
      .parse("pairs of p95[a] < p95[b]")
      .map { of =>
        val runs = of.references.zip(Vector(these.toVector, those.toVector)).toMap
        of.judge(Expr.Values(runs.map(_._1 -> Left("several")), ofEach = runs))
      }
      .fold(problem => fail(problem.sentence), identity)
    pairs(1, 2, 3, 4)(5, 6, 7, 8).truth shouldBe Yes
    pairs(5, 6, 7, 8)(1, 2, 3, 4).truth shouldBe No
    pairs(1, 2, 3, 6.5)(5, 6, 7, 8).truth shouldBe Undecided
    Vector(pairs(1, 2, 3, 4)(5, 6, 7, 8), pairs(5, 6, 7, 8)(1, 2, 3, 4), pairs(1)(2)).map(_.margin) shouldBe
      Vector(Double.PositiveInfinity, Double.NegativeInfinity, 0)
    pairs(1, 2, 3)(4, 5, 6).evidence.last shouldBe "it holds in 9 of 9 pairs of runs"
    problem("pairs of p95[a] < 5") should include("pairs are of two variants")
  }

  "A criterion" should "be judged by exact values, with its numbers as evidence" in
    Vector(
      ("p95 < 500", Yes, "p95 = 431 ms < 500"),
      ("p95<431", No, "p95 = 431 ms<431"),
      ("p95 <= 0.431 s", Yes, "p95 = 431 ms <= 0.431 s"),
      ("431 ≥ p95", Yes, "431 ≥ p95 = 431 ms"),
      ("100 < p95 < 400 ms", No, "100 < p95 = 431 ms < 400 ms"),
      ("100 <= p95 <= 431", Yes, "100 <= p95 = 431 ms <= 431"),
      ("p95 = 410 ± 5%", No, "p95 = 431 ms = 410 ± 5%"),
      ("p95 = 411 +- 5 %", Yes, "p95 = 431 ms = 411 +- 5 %"),
      ("p95 = 0.4 s +/- 31", Yes, "p95 = 431 ms = 0.4 s +/- 31"),
      ("p50 - p95 = 0 - 330 ± 3%", Yes, "(p50 = 107.75 ms) - (p95 = 431 ms) = -323.25 ms = 0 - 330 ± 3%"),
      ("ko% < 1", No, "ko% = 1.2% < 1"),
      ("ko% >= 1.2%", Yes, "ko% = 1.2% >= 1.2%"),
      ("throughput > 15/s", Yes, "throughput = 15.4375/s > 15/s"),
      ("throughput.run > 15", No, "throughput.run = 14.1143/s > 15"),
      ("p99.9.ok > 1 s", Yes, "p99.9.ok = 1,293 ms > 1 s"),
      ("p95[GET /orders] < 2 × p50", No, """p95["GET /orders"] = 431 ms < 2 × (p50 = 107.75 ms) = 215.5 ms"""),
      ("""p95["Checkout"] = 900""", Yes, """p95["Checkout"] = 900 ms = 900"""),
      ("(p95 - p50) * 2\n< 1.5 s", Yes, "((p95 = 431 ms) - (p50 = 107.75 ms)) * 2 = 646.5 ms < 1.5 s"),
      ("p95 in 400 .. 450 ms", Yes, "p95 = 431 ms in 400 .. 450 ms"),
      ("p95 in 1 .. 400", No, "p95 = 431 ms in 1 .. 400"),
      ("p50 < 50% × p95", Yes, "p50 = 107.75 ms < 50% × (p95 = 431 ms) = 215.5 ms"),
      ("p95 / p50 = 4", Yes, "(p95 = 431 ms) / (p50 = 107.75 ms) = 4 = 4"),
      ("ko / requests + 1 < 1.1", Yes, "(ko = 12) / (requests = 1,000) + 1 = 1.012 < 1.1"),
      (
        "1.15 × 100 × p95 = 115 × p95",
        Yes,
        "1.15 × 100 × (p95 = 431 ms) = 49,565 ms = 115 × (p95 = 431 ms) = 49,565 ms"
      ),
      ("p95 ÷ (ko - 12) > 1", Undecided, "(p95 = 431 ms) ÷ ((ko = 12) - 12) = – > 1"),
      ("p95.ok[GET /broken] < 1", Undecided, """p95.ok["GET /broken"] = – < 1 (no value: p95.ok["GET /broken"])""")
    ).foreach { case (text, truth, evidence) =>
      val judgement = judge(text, baseline())
      (judgement.truth, judgement.evidence) shouldBe ((truth, Vector(evidence)))
    }

  it should "combine comparisons, all of which are evidence" in {
    val (yes, no, open) = ("ko = 12", "ko = 0", "p50.ok[GET /broken] > 0")
    Vector(
      s"$yes and $no" -> No,
      s"$yes or $no and $no" -> Yes,
      s"($yes or $no) and $no" -> No,
      s"$yes and $open" -> Undecided,
      s"not ($no and $open)" -> Yes,
      s"not $no and not not $yes" -> Yes
    ).foreach { case (text, truth) => withClue(text)(judge(text, baseline()).truth shouldBe truth) }
    judge(s"$no and $yes or $open", baseline()).evidence should have size 3
  }

  "A comparison with the baseline" should "be decided only where both intervals leave no doubt" in {
    // differences to 1.1 × 402 = 442.2: -11.2, up by √(9² + 11²) = 14.2, √(9² + 4.4²) = 10.0 or √(9² + 1.1²) = 9.1
    Vector(
      ("< 1.1 × baseline", baseline((392, 412)), Undecided),
      ("< 1.1 × baseline", baseline((398, 403)), Yes),
      ("> 1.1 × baseline", baseline((401, 403)), No),
      ("> baseline", baseline((392, 412)), Yes),
      ("<= baseline", baseline((392, 412)), No),
      ("/ baseline < 1.1", baseline((401, 403)), Yes),
      ("= baseline", baseline((401, 440)), Undecided),
      ("= baseline", baseline((401, 403)), No),
      ("= baseline ± 10%", baseline((401, 403)), Yes),
      ("= baseline ± 10%", baseline((392, 412)), Undecided),
      ("< 1.2 × baseline", baseline((392, 412)), Yes)
    ).foreach { case (text, earlier, truth) =>
      withClue(text)(judge(s"p95[GET /orders] $text", earlier).truth shouldBe truth)
    }
    judge("""p95["GET /orders"] < 1.1 × baseline""", baseline((392, 412))).evidence.head shouldBe
      """p95["GET /orders"] = 431 ms (420 to 440) < 1.1 × 402 ms (392 to 412) = 442.2 ms"""
  }

  it should "be decided by the exact values where there is no interval" in {
    judge("p95 < 1.1 × baseline", baseline()).evidence shouldBe Vector(
      "p95 = 431 ms < 1.1 × 400 ms = 440 ms (no interval: the exact values decide)"
    )
    judge("p95[GET /orders] < 1.1 × baseline", baseline()).evidence shouldBe Vector(
      """p95["GET /orders"] = 431 ms (420 to 440) < 1.1 × 402 ms = 442.2 ms (no interval: baseline)"""
    )
  }

  it should "need an earlier run that knows the request" in {
    problem("p95 < baseline") shouldBe "baseline needs an earlier run: give its JSON with --baseline."
    val judgement = judge("p95[GET /broken] < baseline", baseline())
    judgement.truth shouldBe Undecided
    judgement.evidence.head should endWith(
      """ (the baseline has no request or group "GET /broken": near are "GET /orders", "Checkout")"""
    )
  }

  "A request" should "be named so that it can be only one" in {
    problem("p95[GET /pay] < 5") shouldBe
      """The run has several requests "GET /pay": write one of "Checkout / GET /pay", "Search / GET /pay"."""
    judge("""p95["Search / GET /pay"] = 90""", baseline()).truth shouldBe Yes
  }

  it should "leave undecided what is said of it where the run does not have it" in {
    val judgement = judge("p95[GET /order] < 5 and ko = 12", baseline())
    judgement.truth shouldBe Undecided
    judgement.evidence.head shouldBe """p95["GET /order"] = – < 5 (the run has no request or group """ +
      """"GET /order": near are "GET /orders", "GET /broken", "Checkout")"""
    judge("p95[GET /order] < 5 or ko = 12", baseline()).truth shouldBe Yes
    val odd = Runs.run(Runs.outcome(1, 0, 5), " / " -> Runs.outcome(1, 0, 5), "a / b / c" -> Runs.outcome(2, 0, 7))
    Expr.parse("p95[x] < 5").flatMap(_.judge(odd, None)).map(_.truth) shouldBe Right(Undecided)
    odd.outcome("b / c").map(_.ok) shouldBe Some(2)
  }

  it should "have quotes and brackets in its name" in {
    val references =
      Expr.parse("""p95["a \"b\" [c] \\"] < 5 and ko[ d e ] < 5 and p95["a \"b\" [c] \\"] > 1""").map(_.references)
    references.map(_.map(_.of)) shouldBe Right(Vector(Some("""a "b" [c] \"""), Some("d e")))
  }

  "A mistake" should "be a sentence with a caret under its place" in {
    val after = "an operator, \"and\", \"or\" or the end must be."
    val metrics =
      "requests, ok, ko, ko%, throughput, throughput.run, min, mean, sd, p50, p75, p90, p95, p99, p99.9, max"
    Vector(
      ("", 0, "The expression ends where a number or a metric must be."),
      ("p95 <", 5, "The expression ends where a number or a metric must be."),
      ("p95 < 500 and", 13, "The expression ends where a number or a metric must be."),
      ("and", 0, "\"and\" stands where a number or a metric must be."),
      ("p95 == 500", 5, "\"=\" stands where a number or a metric must be."),
      ("p95 500", 4, s"\"500\" stands where $after"),
      ("p95 < 5 AND ko = 0", 8, s"\"AND\" stands where $after"),
      ("ko = 1 given ok = 2 given p95 < 3", 20, s"\"given\" stands where $after"),
      ("p95 < 5 min", 8, s"\"min\" stands where $after"),
      ("p95 < 5)", 7, s"\")\" stands where $after"),
      ("(p95 < 5", 8, "The expression ends where a closing bracket must be."),
      ("p95[\"GET < 5", 4, "\"\"GET\" stands where the name of a request and ] must be."),
      ("p95[x < 5", 9, "The expression ends where the name of a request and ] must be."),
      ("p95", 0, "p95 is no condition: compare it, as in p95 < 500."),
      ("ko = 0 or p95 - 5", 10, "p95 - 5 is no condition: compare it, as in p95 < 500."),
      ("p95 < (ko = 1)", 6, "(ko = 1) is a condition, where a number or a metric must be."),
      ("5 < 6 ms", 0, "5 < 6 ms has no metric to compare."),
      ("baseline < 5", 0, "baseline < 5 has no metric to compare."),
      ("p95 + ko < baseline", 11, "baseline is of the one metric beside it, not of p95 and ko."),
      ("p95 < 400 ± 5", 12, "± needs a number and stands only after =, as in p95 = 400 ± 5%."),
      ("p95 = 400 ± p50", 12, "± needs a number and stands only after =, as in p95 = 400 ± 5%."),
      ("p95 < 5%", 6, "p95 (a time) and 5% (a percentage) cannot be compared."),
      ("p95 = 4 ± 5/s", 10, "p95 (a time) and 5/s (a rate) cannot be compared."),
      ("ko / ok < 5%", 10, "ko / ok (a number without a unit) and 5% (a percentage) cannot be compared."),
      ("p95 + ko% < 5", 6, "p95 (a time) and ko% (a percentage) cannot be added."),
      ("p95 × p50 < 5", 6, "p95 (a time) and p50 (a time) cannot be multiplied or divided."),
      ("p95 < 5 and p96 < 7", 12, "p96 is no metric: near are p90, p95, p99."),
      ("ko = 1 or P95.OK < 5", 10, "P95.OK is no metric: near are p95.ok, p75.ok, p90.ok."),
      ("avg < 5", 0, s"avg is no metric: there are $metrics, and times of OK responses such as p95.ok.")
    ).foreach { case (text, at, sentence) => problem(text) shouldBe s"$sentence\n  $text\n  ${" " * at}^" }
  }

  it should "be shown with a part of a long expression" in {
    val lines = problem("ko = 1 or " * 30 + "x = 1" + " or ko = 1" * 30).split("\n")
    lines(1) should have length 102
    lines(1).charAt(lines(2).indexOf('^')) shouldBe 'x'
  }

  "Any text" should "be an expression or a mistake" in {
    val words =
      "p95 p99.9 ko% [GET] [\"a\"] [\" baseline and or not .. < <= = ± +- + - × / ( ) 5 1.5 ms s % /s \\ é 😀".split(
        " "
      )
    val good = "not ( p95 [GET] / 2 < 1.5 s and 0 < 5 % + ko% < 7 % ) or ko = 0 ± 5 or p50 < 1.1 × baseline"
      .split(" ")
      .toVector
    val random = new Random(39)
    def word: String = words(random.nextInt(words.length))
    val nearlyGood = Vector.fill(3000)(
      good.patch(random.nextInt(good.size), Vector.fill(random.nextInt(3))(word), random.nextInt(3)).mkString(" ")
    )
    val long = Vector(
      "(" * 3000,
      "(" * 100 + "ko=0" + ")" * 100,
      "not " * 990 + "ko=0",
      "ko" + "+ko" * 1330 + "=0",
      "ko=0" + " or ko=0" * 490,
      "ko<" * 1300 + "0",
      "x" * 5000
    )
    val anything = Vector.fill(2000)(Vector.fill(random.nextInt(12))(word).mkString) ++ Vector.fill(1000)(
      random.nextString(random.nextInt(40))
    )
    val parsed = (nearlyGood ++ long ++ anything).map(Expr.parse(_))
    parsed.foreach(
      _.fold(_.sentence should not be empty, _.judge(_ => Right(Right(Estimate(1)))).isRight shouldBe true)
    )
    parsed.count(_.isRight) should be > 300
  }
}
