package bottleneck.lab.claims

import bottleneck.lab.claims.verdict.ResultFiles
import bottleneck.lab.engine.MergeLogs
import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.files.MetricsFile
import bottleneck.lab.figures.record._
import bottleneck.lab.figures.target.ClosedLoad
import bottleneck.lab.log.LogRecord.{Request, User}
import bottleneck.lab.log.{LogRecord, MadeLog}
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import scala.util.Random

/** The shares of one load that several injectors sent, merged into one run. */
class MergedRunSpec extends AnyFlatSpec with ConcludedRuns {
  private val injectors = 4

  private def merged: Path = results.resolve("merged-orders")

  /** Records of injector `n`: users, and requests with times and outcomes from its own seed. */
  private def sent(n: Int): Vector[LogRecord] = {
    val random = new Random(n.toLong)
    val users = Vector.fill(4)(User(0, arrives = true, 0))
    val requests = Vector.fill(3000) {
      val start = random.nextInt(24000)
      MadeLog.request(start, start + 1 + random.nextInt(1000), if (random.nextInt(20) == 0) "Premature close" else "")
    }
    users ++ requests.sortBy(_.end) ++ Vector.fill(4)(User(0, arrives = false, 25000))
  }

  private def share(n: Int, of: Int = injectors, change: RunRecord => RunRecord = identity): Path = {
    val into = Files.createDirectories(folder.resolve(s"share-$n"))
    MadeLog.write(into.resolve("simulation.log"), sent(n))
    val record = run(golden)
    val rows = (0 to 25).map(second => s"${MadeLog.start + second * 1000},${second * 0.1 * n}")
    Files.writeString(
      into.resolve(MetricsFile.name),
      ("at_ms,generator.cpu_seconds_total" +: rows).mkString("", "\n", "\n")
    )
    val own = InjectorShare(n, of, s"host-$n")
    RunRecord.write(into, change(record.copy(setup = record.setup.copy(injectors = Vector(own)))))
    into
  }

  private def shares: Vector[Path] = (1 to injectors).toVector.map(share(_))

  private def result: Result = result(shares.reverse)

  private def result(of: Vector[Path]): Result = {
    MergeLogs.merge(of, merged).isRight shouldBe true
    val _ = build()
    stored.find(_.run.id == "merged-orders").getOrElse(fail("no result"))
  }

  private def on(host: String)(record: RunRecord): RunRecord =
    record.copy(setup = record.setup.copy(injectors = record.setup.injectors.map(_.copy(host = host))))

  private def refusal(folders: Vector[Path]): String =
    MergeLogs.merge(folders, merged).fold(_.sentence, _ => fail("was merged"))

  "Merged shares" should "be all users, requests and errors, with the percentiles of all rows together" in {
    val window = (load.judgedFrom.toMillis, load.duration.toMillis)
    val requests = (1 to injectors).flatMap(sent).collect { case request: Request => request }
    val judged = requests.filter(request => window._1 <= request.end && request.end < window._2)
    val times = judged.filter(_.ok).map(request => (request.end - request.start).toLong).sorted
    def rank(part: Double): Long = times(math.ceil(part * times.size).toInt - 1)

    val found = result
    val latency = found.total.latencyMs.getOrElse(fail("there are no response times"))
    (found.total.ok, found.total.ko) shouldBe (times.size.toLong -> judged.count(!_.ok).toLong)
    Vector(latency.p50, latency.p75, latency.p95, latency.p99, latency.p999, latency.max) shouldBe
      Vector(0.5, 0.75, 0.95, 0.99, 0.999, 1.0).map(rank)
    val of = found.injectors.flatMap(_.sent)
    of.map(_.users).sum shouldBe 16
    of.map(_.requests).sum shouldBe requests.size
  }

  they should "name each injector in order, and keep the metrics of all" in {
    result.injectors.map(_.host) shouldBe (1 to injectors).map(n => s"host-$n")
    Files.exists(merged.resolve("injector-4-metrics.csv")) shouldBe true
  }

  they should "be judged by the generator of each machine" in {
    val check = result.checks.find(_.name == "generator").getOrElse(fail("there is no check"))
    check.sentence should include("0.40 cores of host-4")
    result.checks.find(_.name == "injectors").map(_.passed) shouldBe Some(true)
  }

  they should "be judged together where they share a machine" in {
    val own = (1 to injectors).toVector.map(n => share(n, change = on(if (n < 4) "one" else "another")))
    val check = result(own).checks.find(_.name == "generator").getOrElse(fail("there is no check"))
    check.sentence should (include("0.60 cores of one, at") and include("0.40 cores of another"))
  }

  "A share" should "have no result of its own" in {
    val alone = Files.move(share(2), Files.createDirectories(results).resolve("alone-1"))
    build().mkString should include("it is the share of injector 2 of 4: merge those of all (exec:java@merge-logs)")
    Files.exists(alone.resolve(ResultFiles.name)) shouldBe false
  }

  "A share whose log ends early" should "be refused, and nothing written but the log" in {
    val all = shares
    val log = all(1).resolve("simulation.log")
    Files.write(log, Files.readAllBytes(log).dropRight(3))
    refusal(all) should include("ends early, so the share of injector 2 of 4 is not whole")
    Files.exists(merged.resolve(RunRecord.file)) shouldBe false
  }

  "A log that is no share" should "be merged into a file where one is named, and be said to end early" in {
    val cut = Files.write(folder.resolve("cut.log"), golden.dropRight(3))
    val file = folder.resolve("merged.log")
    MergeLogs.merge(Vector(cut), file) shouldBe Right(
      s"$file: 1426 records of bottleneck.journal.WithoutIndex, merged from 1 log." +
        " At least one of them ends early, as that of a killed run does."
    )
    MergeLogs.merge(Vector(folder.resolve("none")), file) shouldBe
      Left(Problem(s"$folder/none cannot be read: there is no such file."))
  }

  "Logs of shares" should "be refused as the shares are, and become no log alone" in {
    val logs = shares.map(_.resolve("simulation.log"))
    refusal(logs.init) should include("The share of injector 4 of 4 is missing.")
    val file = results.resolve("merged.log")
    MergeLogs.merge(logs, file) shouldBe
      Left(Problem(s"$file: these logs are shares of one load: give a folder, not a .log file."))
    Files.exists(file) shouldBe false
    MergeLogs.merge(logs, merged).isRight shouldBe true
  }

  "Shares that are not one load" should "be refused, and nothing written" in {
    def refused(folders: Vector[Path], reason: String): Assertion = {
      refusal(folders) should include(reason)
      Files.exists(merged) shouldBe false
    }
    refused(shares.init, "The share of injector 4 of 4 is missing.")
    refused(shares :+ shares.head, "Injector 1 is given twice.")
    refused(shares.init :+ share(4, of = 5), "start all injectors alike")
    val other = (record: RunRecord) => loaded(record, ClosedLoad(17, load.arrival, load.settle, load.hold))
    refused(shares.init :+ share(4, change = other), "start all injectors alike")
    val older = (record: RunRecord) => record.copy(identity = record.identity.copy(commit = Some("0" * 40)))
    refused(shares.init :+ share(4, change = older), "start all injectors alike")
    val whole = (record: RunRecord) => record.copy(setup = record.setup.copy(injectors = Vector.empty))
    refused(shares.init :+ share(4, change = whole), "is no injector's share of a load")
  }
}
