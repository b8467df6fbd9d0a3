package bottleneck.lab.command

import bottleneck.lab.figures.LogStatistics
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import scala.collection.immutable.ArraySeq
import scala.util.Random

class GatlingStatsSpec extends AnyFlatSpec with GoldenRuns {

  private def ours(version: String, file: String): String =
    stats(version).texts(file)

  private def theirs(version: String, file: String): String = Files.readString(golden(version, file))

  /** The same without what Gatling estimates and without our mark. */
  private def comparable(json: ujson.Value): ujson.Value = json match {
    case ujson.Obj(fields) =>
      val kept = fields.filterNot { case (key, _) => key.startsWith("percentiles") || key == "about" }
      ujson.Obj.from(kept.map { case (key, value) => key -> comparable(value) }.toVector.sortBy(_._1))
    case other => other
  }

  "stats.json and global_stats.json" should "be as Gatling wrote them" in {
    for (file <- Vector("stats.json", "global_stats.json"))
      comparable(ujson.read(ours("3.11.5", file))) shouldBe comparable(ujson.read(theirs("3.11.5", s"js/$file")))
  }

  "assertions.xml" should "be as Gatling wrote it" in {
    // percentiles are estimates, and those of `forAll` come in any order
    def cases(xml: String): Vector[String] = xml
      .split("(?=<testcase)")
      .map(_.replaceAll(">\\s+<", "><").replaceAll("(percentile.*value): [^<]*", "$1").split("</testsuite>").head.trim)
      .toVector
      .tail
      .sorted
    val xml = ours("3.11.5", "assertions.xml")
    cases(xml) shouldBe cases(theirs("3.11.5", "js/assertions.xml"))
    xml should include("""<testsuite name="golden.GoldenSimulation" tests="45" errors="0" failures="13" time="0">""")
  }

  for (version <- versions) s"The assertions of Gatling $version" should "be judged as it did" in {
    val lines = stats(version).verdicts.map { verdict =>
      val reason = verdict.actual.fold(verdict.message)(actual => s"actual : $actual")
      s"${verdict.assertion.message} : ${verdict.holds} ($reason)"
    }
    def withoutEstimates(lines: Vector[String]): Vector[String] =
      lines.map(line => if (line.contains("percentile")) line.takeWhile(_ != '(') else line).sorted
    withoutEstimates(lines) shouldBe withoutEstimates(theirs(version, "assertions.txt").linesIterator.toVector)
    stats(version).leftOut shouldBe None
  }

  "An assertion that cannot be decoded" should "be left out and said" in {
    val (collected, read) = statistics(log("3.15.1"))
    def leftOut(pickle: ArraySeq[Byte] => ArraySeq[Byte], version: String = "3.15.1"): String = {
      val header = read.header.copy(gatlingVersion = version, assertions = read.header.assertions.take(1).map(pickle))
      val stats = new GatlingStats(collected, header)
      stats.verdicts shouldBe empty
      stats.leftOut.getOrElse(fail())
    }
    val what = "1 of 1 assertions cannot be decoded and are left out: "
    leftOut(identity, "3.13.0") shouldBe s"${what}how Gatling 3.13.0 writes it is not known."
    leftOut(identity, "3.3.1") shouldBe s"${what}how Gatling 3.3.1 writes it is not known."
    leftOut(_.dropRight(1)) shouldBe s"${what}it ends too early."
    leftOut(_ :+ 0.toByte) shouldBe s"${what}it does not end where it should."
  }

  "A run without a request" should "have zeros" in {
    val empty = new GatlingStats(new LogStatistics(0, Int.MaxValue), statistics(log("3.15.1"))._2.header)
    empty.verdicts.take(17).flatMap(_.actual).distinct shouldBe Vector(0.0, -1.0)
    rows(ujson.read(empty.texts("stats.json"))).map(_.counts) shouldBe Vector(Vector(0.0, 0.0, 0.0))
  }

  "Damaged pickles" should "never be more than an error" in {
    val random = new Random(5)
    val pickles = versions.flatMap(version => statistics(log(version))._2.header.assertions)
    for (pickle <- pickles; _ <- 1 to 100) {
      val damaged = pickle.updated(random.nextInt(pickle.size), random.nextInt().toByte)
      Assertion.decode(damaged, "3.15.1").foreach(_.message should not be empty)
    }
    for (size <- 0 to 40; _ <- 1 to 100)
      Assertion
        .decode(ArraySeq.unsafeWrapArray(random.nextBytes(size)), "3.15.1")
        .foreach(_.message should not be empty)
  }
}
