package bottleneck.lab.claims.published

import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.record.{PublishedFigures, PublishedSetting}
import bottleneck.lab.log.{Project, TemporaryFolder}
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class PublishedSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val data = Project.root.resolve("data")
  private lazy val published = Published.read(data).fold(error => fail(error.sentence), identity)

  /** Every claim of the five write-ups, in their order. */
  private val ids = Vector(
    "tuning" -> ("no-index no-index-pool-23 index index-online reader-db random-latency threads five-instances " +
      "thirty-instances next-steps"),
    "hikari" -> "slow fail-fast management-port pool-300ms pool-50ms formula procedure minimum-idle",
    "pools" -> "ec2 rds idle-db threads-4 connections-130 too-many threads-8 thread-formula connection-formula",
    "tomcat" -> ("min-spare ready-threads max-connections accept-count refused connection-timeout zombie-work health-check " +
      "thread-states"),
    "scale-up" -> "micro-db medium-db micro-redis medium-redis knee"
  ).flatMap { case (source, claims) => claims.split(" ").map(claim => s"$source/$claim") }

  "The claims" should "be all of the sources'" in {
    published.statements.map(_.claim).distinct should contain theSameElementsAs ids
    ids should have size 41
    published.statements.find(_.id == "tuning/index-online").map(_.kind) shouldBe Some(StatementKind.Test)
  }

  "The figures" should "be of claims" in {
    published.figures.map(_.source).toSet.diff(ids.toSet) shouldBe empty
  }

  they should "be what a run of the setting is compared with" in {
    val ten = PublishedSetting("hikari/pool-50ms", "10 connections")
    published.of(ten) shouldBe PublishedFigures(
      ten,
      throughput = Some(82),
      p99Ms = Some(2580),
      meanMs = Some(608),
      pending = Some(90),
      errors = Some(88),
      databaseQueries = Some(1060)
    )
    val seven = PublishedSetting("hikari/pool-50ms", "7 connections")
    published.of(seven) shouldBe PublishedFigures(seven)
    published.of(PublishedSetting("pools/rds", "db.t3.medium")).price shouldBe Some(0.104)
    published.of(PublishedSetting("scale-up/knee", "t2.medium with Redis")).users shouldBe Some(180)
  }

  private val claims =
    "id,study,kind,statement,criterion,expected,why\nsome/claim,a,test,\"It holds, mostly.\",failed[a] = 0,reproduced,\n"
  private val header = "source,variant,metric,low,high,unit,note\n"
  private val good = "some/claim,1 connection,throughput,8,9,requests/s,\"a \"\"note\"\"\"\n"

  private def read(claims: String, figures: String): Either[Problem, Published] = {
    Files.writeString(folder.resolve("claims.csv"), claims)
    Files.writeString(folder.resolve("published.csv"), figures)
    Published.read(folder)
  }

  private def wrong(name: String, read: Either[Problem, Published]): (Int, String) = read match {
    case Left(Problem(s"$file is wrong in line $line: $reason.")) if file.endsWith(s"/$name") => (line.toInt, reason)
    case other => fail(s"was read as $other")
  }

  private def wrongFigures(figures: String): (Int, String) = wrong("published.csv", read(claims, figures))

  private def wrongClaims(text: String): (Int, String) = wrong("claims.csv", read(text, header))

  "A statement" should "be a part of its claim, and may say why it cannot be tested" in {
    val row = "some/claim#part,a,untestable,It holds.,,,It needs two hosts.\n"
    val part =
      read(claims + row, header).fold(error => fail(error.sentence), _.statements.find(_.id == "some/claim#part"))
    part.map(_.claim) shouldBe Some("some/claim")
    part.map(_.why) shouldBe Some("It needs two hosts.")
    Map(
      "some/claim#,a,test,It holds.,failed[a] = 0,reproduced," -> "some/claim# is no id",
      "some/b,a,argued,It holds.,failed[a] = 0,reproduced," -> "argued is no kind of statement",
      "some/b,a,guess,It holds.,failed[a] = 0,partly,It may." -> "partly is no verdict that is expected of a guess",
      "some/b,a,untestable,It holds.,failed[a] = 0,,It may." -> "what is untestable has no criterion",
      "some/b,a,unreplayed,It holds.,failed[a] = 0,,It may." -> "what is unreplayed has no criterion",
      "some/b,a,test,It holds.,,reproduced," -> "a test needs a criterion",
      "some/b,a,demonstration,It holds.,failed[a] = 0,reproduced," -> "its why is no sentence: ''"
    ).foreach { case (wrong, reason) => wrongClaims(s"$claims$wrong\n") shouldBe ((3, reason)) }
  }

  "A file" should "be refused by the line where a figure is wrong" in
    Map(
      "other/claim,,throughput,1,1,requests/s," -> "no claim is called other/claim",
      "some/claim,,speed,1,1,requests/s," -> "speed is no metric",
      "some/claim,,throughput,1,1,ms," -> "throughput is in requests/s",
      "some/claim,,throughput,,1,requests/s," -> "low is no number of 0 or more: ",
      "some/claim,,throughput,1,many,requests/s," -> "high is no number of 0 or more: many",
      "some/claim,,throughput,-1,1,requests/s," -> "low is no number of 0 or more: -1",
      "some/claim,,throughput,NaN,1,requests/s," -> "low is no number of 0 or more: NaN",
      "some/claim,,throughput,1f,1,requests/s," -> "low is no number of 0 or more: 1f",
      "some/claim,,throughput,2,1,requests/s," -> "low is above high",
      "some/claim,,throughput,1,1,requests/s" -> "it has 6 cells, not 7",
      "some/claim,,throughput,1,1,requests/s,,more" -> "it has 8 cells, not 7",
      "some/claim,1 connection,throughput,1,1,requests/s," -> "some/claim 1 connection throughput is there already"
    ).foreach { case (row, reason) => wrongFigures(s"$header$good$row\n$good") shouldBe ((3, reason)) }

  it should "be refused when it is damaged as CSV" in {
    wrongFigures("") shouldBe ((1, s"the columns are not ${header.trim}"))
    wrongFigures(good) shouldBe ((1, s"the columns are not ${header.trim}"))
    wrongFigures(s"$header\"some/claim\"x,,throughput,1,1,requests/s,\n")._1 shouldBe 2
    wrongFigures(s"$header${good}some/claim,,throughput,1,1,requests/s,\"open\n$good")._1 should be >= 3
  }

  it should "be refused when it is not there or not UTF-8" in {
    Published.read(folder.resolve("none")).left.map(_.sentence).swap.getOrElse("") should include("claims.csv")
    Files.writeString(folder.resolve("claims.csv"), claims)
    Files.write(folder.resolve("published.csv"), header.getBytes ++ Array[Byte](-1, -2))
    Published.read(folder) should matchPattern { case Left(Problem(s"$_ cannot be read: $_")) => }
  }
}
