package bottleneck.lab.claims.verdict

import bottleneck.lab.claims.page.ExampleResults._
import bottleneck.lab.claims.page.ExampleStudies._
import bottleneck.lab.claims.page.{ClaimsJson, ClaimsJunit, ExampleRuns}
import bottleneck.lab.claims.published.{PublishedStatement, StatementKind}
import bottleneck.lab.log.{Project, TemporaryFolder}
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FindingsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def judged(verdict: Verdict, id: String = "a/b"): JudgedStatement = JudgedStatement(
    PublishedStatement(id, "experiment", StatementKind.Test, "It holds.", "failed[a] = 0", "reproduced", ""),
    Judgement(verdict, "5 < 7")
  )

  "Findings" should "have every claim once, also those that nothing replays" in {
    ExampleRuns.write(folder, oneInstance)
    val findings = ExampleRuns.findings(folder)
    val ids = findings.statements.map(_.published.id)
    ids.distinct shouldBe ids
    findings.claims.map(_.id) shouldBe ids
    findings.claims.find(_.id == "tomcat/refused").map(_.verdict) shouldBe Some(Verdict.Untestable)
    findings.claims.find(_.id == "tuning/random-latency").map(_.verdict) shouldBe
      Some(Verdict.Reproduced)
    findings.claims.find(_.id == "tuning/threads").map(_.verdict) shouldBe Some(Verdict.Untestable)
  }

  they should "judge claims of skipped runs, each by those of its own experiment" in {
    SkipFiles.write(folder, "a.B", Skip(randomLatency.id, "5 instances", "It needs JDK 21.", "2026-03-01T09:30:00Z"))
    SkipFiles.write(folder, "a.C", Skip("forgotten", "1 instance", "It needs more.", "2026-03-01T09:30:00Z"))
    val judgements =
      ExampleRuns.findings(folder).statements.map(judged => judged.published.id -> judged.judgement).toMap
    judgements("tuning/five-instances") shouldBe Judgement(Verdict.Untestable, "It needs JDK 21.")
    judgements("tuning/random-latency").verdict shouldBe Verdict.NotRun
  }

  they should "call a verdict exploratory whose criterion is younger than its runs" in {
    val published = ExampleRuns.published(folder)
    val now = Findings.criteria(published).filter(_._1.startsWith("tuning/"))
    def exploratory(criteria: Map[String, String]): Map[String, Boolean] = {
      val run = oneInstance.copy(run = oneInstance.run.copy(criteria = criteria))
      val found = FoundResults(stored(run), Vector.empty, Vector.empty)
      val judged = Findings.of(found, Vector(randomLatency), published).experiments.flatMap(_.statements)
      judged.map(one => one.published.id -> one.exploratory).toMap
    }
    exploratory(now).values.toSet shouldBe Set(false)
    exploratory(Map.empty).filter(_._2).keySet shouldBe Set("tuning/random-latency")
    val statement = published.statements.head
    val ofTurns = statement.copy(study = randomLatency.id, criterion = "turns[A ÷ B] > 1.1")
    def byTurns(criteria: Map[String, String]): Boolean = {
      val run = turns(1.15, 1.25).copy(criteria = criteria)
      JudgedStatement.of(ofTurns, Map(ofTurns.study -> Evidence.of(Vector.empty, turns = Vector(run)))).exploratory
    }
    byTurns(Map(ofTurns.id -> ofTurns.hash)) shouldBe false
    byTurns(Map.empty) shouldBe true
    Vector(
      statement,
      statement.copy(expected = "refuted"),
      statement.copy(id = "a/b"),
      statement.copy(study = "journal"),
      statement.copy(criterion = "failed[1 instance] = 0")
    ).map(_.hash).distinct should have size 5
    statement.copy(text = "It does not hold.", why = "So.").hash shouldBe statement.hash
  }

  "A claim" should "have the verdict of its statements where they agree, else partly or none" in {
    def of(verdicts: Verdict*): Vector[Verdict] =
      JudgedClaim.of(verdicts.toVector.zipWithIndex.map { case (v, n) => judged(v, id = s"a/b#$n") }).map(_.verdict)
    of(Verdict.Refuted, Verdict.Refuted) shouldBe Vector(Verdict.Refuted)
    of(Verdict.Reproduced, Verdict.Refuted) shouldBe Vector(Verdict.Partly)
    of(Verdict.Untestable, Verdict.Reproduced) shouldBe Vector(Verdict.Partly)
    of(Verdict.NotRun, Verdict.Undecided) shouldBe Vector(Verdict.Undecided)
    JudgedClaim.of(Vector(judged(Verdict.NotRun), judged(Verdict.NotRun, id = "a/c"))) should have size 2
  }

  it should "have the verdict of those that experiments replay" in {
    val kind = StatementKind.Unreplayed
    val unreplayed = JudgedStatement.of(
      PublishedStatement("a/b#two", "experiment", kind, "It holds.", "", "", "It needs MySQL."),
      Map.empty[String, Evidence]
    )
    unreplayed.judgement shouldBe Judgement(Verdict.NotRun, "It needs MySQL.")
    JudgedClaim("a/b", Vector(judged(Verdict.Reproduced), unreplayed)).verdict shouldBe Verdict.Reproduced
    JudgedClaim("a/b", Vector(unreplayed)).verdict shouldBe Verdict.NotRun
  }

  "claims.json" should "have every field in the reference" in {
    val judgement = Judgement(Verdict.Undecided, "close", Some(Margin(Verdict.Reproduced, 0.9)))
    val json =
      ujson.read(ClaimsJson.render(JudgedClaim.of(Vector(judged(Verdict.Undecided).copy(judgement = judgement)))))
    val (claim, statement) = (json(0), json(0)("statements")(0))
    val names = Vector(claim, statement).flatMap(_.obj.keys)
    val reference = Files.readString(Project.root.resolve("docs/reference/run-files.md"))
    names.distinct.filterNot(name => reference.contains(s"`$name`")) shouldBe empty
  }

  "TEST-claims.xml" should "fail what surprises and skip what has no verdict" in {
    val all = Vector(
      judged(Verdict.Reproduced, id = "a/reproduced"),
      judged(Verdict.Refuted, id = "a/refuted"),
      judged(Verdict.Untestable, id = "a/untestable"),
      judged(Verdict.Undecided, id = "a/invalid")
    )
    val xml = ClaimsJunit.render(all)
    xml should include("""tests="4" failures="1" errors="0" skipped="2"""")
    "<testcase classname=\"experiment\" name=\"a/(\\w+): It holds.\".*?><([a-z-]+)".r
      .findAllMatchIn(xml)
      .map(found => found.group(1) -> found.group(2))
      .toVector shouldBe Vector(
      "reproduced" -> "system-out",
      "refuted" -> "failure",
      "untestable" -> "skipped",
      "invalid" -> "skipped"
    )
  }
}
