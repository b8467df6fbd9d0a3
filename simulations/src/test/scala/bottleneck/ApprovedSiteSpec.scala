package bottleneck

import bottleneck.Checkout.project
import bottleneck.lab.claims.BuildSite
import bottleneck.lab.figures.record.{ResultJson, RunRecord}
import bottleneck.lab.claims.verdict._
import bottleneck.lab.log.WholeFile
import bottleneck.lab.log.LogReader
import bottleneck.lab.parts.host.Folders
import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path}
import java.time.Instant
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec

/** The text of every page of one night: runs of docs/results, whole folders of runs that the lab's specs have, and
  * folders that are damaged, unfinished or unknown.
  */
class ApprovedSiteSpec extends AnyFlatSpec {
  private val approved = project.resolve("simulations/src/test/resources/bottleneck/site")
  private val young = project.resolve("simulations/target/approved/site")
  private val mostLines = 40
  private val results = project.resolve("simulations/target/specs/ApprovedSiteSpec")
  private val recorded = project.resolve("lab/claims/src/test/resources/bottleneck/lab/claims/runs")

  /** Variants of docs/results, two runs of each at most. */
  private val variants =
    ("oneinstance fiveinstances usersatonce publishedindex keysetindex " +
      "distantdatabase0connections05 distantdatabase5connections05 connections005at50ms connections010at50ms " +
      "connections030at50ms readerdatabases0 readerdatabases1 readerdatabases2 healthcheckstrict healthchecklenient " +
      "findallnocachehalfcore findallcaffeinehalfcore knee1core knee1corejustabove knee1corejustbelow " +
      "onlineindexplain onlineindexinterrupted readythreads030cold readythreads100cold refusedatonce " +
      "refusedbeyondsomaxconn threenestedatformula threenestedample servicehalfcoreall serviceonecoreall")
      .split(" ")
      .toVector

  /** Later runs of one afternoon, with log and metrics. */
  private val wholeFolders =
    "findallredishalfcore kneehalfcore oneinstance onlineindexconcurrently refusedbeyondacceptcount withoutindex"
      .split(" ")
      .toVector

  "The site of one night" should "be as approved, page by page" in {
    Folders.remove(results)
    val stored = ResultFiles.committed(project.resolve("docs/results")).results
    val chosen = stored.groupBy(variant).filter { case (name, _) => variants.contains(name) }.values
    chosen.flatMap(_.take(2)).toVector.sortBy(_.result.run.startedAt).zipWithIndex.foreach { case (run, n) =>
      write(run.result.run.id, text(run, n))
    }
    stored
      .find(variant(_) == "zombiework")
      .foreach(run => write(run.result.run.id, text(run, 0).replace("\"zombie-work\"", "\"forgotten\"")))
    write("damaged-20261122143000000", "{")
    wholeFolders.flatMap(run => files(recorded.resolve(run))).foreach(copy)
    val ofIndexes = stored.filter(_.result.run.experiment == "journal-index").map(_.result.run.id)
    (ofIndexes :+ "withoutindex").foreach(run =>
      WholeFile.write(results.resolve(run).resolve("plan.txt"), "Limit  (rows=20)\n  ->  Seq Scan on journal\n")
    )
    WholeFile.write(results.resolve("unfinished-20261122143000000").resolve(LogReader.file), "")
    SkipFiles.write(results, "bottleneck.A", Skip("thread-states", "a variant", "It needs JDK 99.", time(0)))

    // says of each result without a run.json that it is kept as it was
    Console.withOut(new ByteArrayOutputStream)(
      BuildSite.main(Array(project.resolve("data").toString, results.toString))
    )

    val pages = files(results).filter(_.toString.endsWith(".html")).map { page =>
      name(page).replace(".html", ".txt") -> PageText.of(page).replace(results.toString, "RESULTS")
    }
    compare(pages.toMap + ("files.txt" -> files(results).map(name).sorted.mkString("", "\n", "\n")))
  }

  /** Fails with the lines in which texts, by file name, differ from the approved ones, and leaves the new ones. */
  private def compare(texts: Map[String, String]): Assertion = {
    Folders.remove(young)
    val old = files(approved).map(file => approved.relativize(file).toString -> Files.readString(file)).toMap
    val differing = (old.keySet ++ texts.keySet).toVector.sorted.flatMap(file =>
      difference(file, old.getOrElse(file, ""), texts.getOrElse(file, ""))
    )
    if (differing.isEmpty) succeed
    else {
      texts.foreach { case (file, text) => WholeFile.write(young.resolve(file), text) }
      val (from, to) = (project.relativize(young), project.relativize(approved))
      fail(s"It differs from what was approved. To approve: rm -r $to; cp -r $from $to\n${differing.mkString("\n")}")
    }
  }

  private def difference(file: String, before: String, now: String): Option[String] = Option.when(before != now) {
    val (old, young) = (before.linesIterator.toVector, now.linesIterator.toVector)
    val lines = old.diff(young).map("- " + _) ++ young.diff(old).map("+ " + _)
    val more = if (lines.size > mostLines) Vector(s"… ${lines.size - mostLines} more") else Vector.empty
    (s"$file: ${lines.size} lines, or their order" +: (lines.take(mostLines) ++ more)).mkString("\n")
  }

  private def variant(run: StoredResult): String = run.result.run.id.takeWhile(_ != '-')

  /** Start time of the `n`th run, before the runs of the whole folders. */
  private def time(n: Int): String = Instant.parse("2026-11-22T13:00:00Z").plusSeconds(n * 60L).toString

  /** The result as if it were of one night, by one version of the code. */
  private def text(run: StoredResult, n: Int): String = ofOneCommit(ResultJson.render(run.result))
    .replaceAll("\"start\": \".*?\"", s"\"start\": \"${time(n)}\"")
    .replaceAll("\"service\": \"\\w+\"", "\"service\": null")

  /** And on one machine. */
  private def ofOneCommit(json: String): String = json
    .replaceAll("\"commit\": \"\\w+\"", s"\"commit\": \"${"0" * 40}\"")
    .replaceAll("\"os\": \"[^\"]*\"", "\"os\": \"Linux\"")

  private def write(run: String, result: String): Unit =
    WholeFile.write(results.resolve(run).resolve(ResultFiles.name), result)

  /** Copies a file of a run, except the result, which is computed anew. */
  private def copy(file: Path): Unit = {
    val to = results.resolve(recorded.relativize(file))
    val _ = Files.createDirectories(to.getParent)
    file.getFileName.toString match {
      case ResultFiles.name => ()
      case RunRecord.file => WholeFile.write(to, ofOneCommit(Files.readString(file)))
      case _ => val _ = Files.copy(file, to)
    }
  }

  private def files(folder: Path): Vector[Path] =
    Folders.tree(folder).filter(Files.isRegularFile(_))

  private def name(file: Path): String = results.relativize(file).toString
}
