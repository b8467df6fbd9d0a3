package bottleneck.lab.explain.page

import bottleneck.lab.explain.published._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.series.{PartMetrics, Second, Timeline}
import bottleneck.lab.explain.verdict._
import bottleneck.lab.files.WholeFile
import java.nio.file.{Files, Path}
import java.time.Instant

/** Run folders as runs leave them: what a site is written from. */
object ExampleRuns {
  val studies: Vector[Study] =
    Vector(ExampleStudies.journal, ExampleStudies.randomLatency, ExampleStudies.connectionPool)

  /** A folder below `root` for `result`, with every file that a run leaves. */
  def write(root: Path, result: Result): Path = {
    val folder = Files.createDirectories(root.resolve(result.run.id))
    write(folder, ResultFiles.name, ResultJson.render(result))
    write(folder, Timeline.file, Timeline.render(seconds))
    write(folder, RunDetails.metrics, metrics(result))
    write(folder, "index.html", "<!DOCTYPE html><title>Gatling</title>")
    if (result.figures(PartMetrics.poolUsed).nonEmpty) write(folder, RunDetails.plan, "Limit  (rows=20)")
    folder
  }

  /** Findings from the runs below `root`. */
  def findings(root: Path): Findings = Findings.of(ResultFiles.find(Vector(root)), studies, published(root))

  /** claims.csv and published.csv in the folder `data`. */
  def writeData(data: Path): Unit = {
    val _ = Files.createDirectories(data)
    write(data, "claims.csv", ExampleStudies.claims)
    write(data, "published.csv", ("source,variant,metric,low,high,unit,note" +: figures).mkString("", "\n", "\n"))
  }

  /** Published figures of the examples. */
  private def figures: Vector[String] = for {
    run <- Vector(ExampleResults.oneInstance, ExampleResults.fiveInstances, ExampleResults.noIndex)
    published <- run.expected.published.toVector
    (metric, unit, value) <-
      published.throughput.map(("throughput", "requests/s", _)) ++ published.times.maxMs.map(("latency_max", "ms", _))
    if ExampleStudies.claims.contains(s"\n${published.setting.source},")
  } yield s"${published.setting.source},${published.setting.variant},$metric,$value,,$unit,"

  def published(root: Path): Published = {
    val data = root.resolve("data")
    writeData(data)
    Published.read(data).fold(error => sys.error(error.message), identity)
  }

  private val seconds: Vector[Second] =
    Vector.tabulate(42)(n => Second(n, users = 50, inFlight = 40, ok = n.toLong, ko = 1, Some(5), Some(7), Some(9)))

  /** Samples for every chart. */
  private def metrics(result: Result): String = {
    val service = Vector("hikari_active_connections", "tomcat_busy_threads", "tomcat_current_connections") ++
      Vector("jvm_runnable_threads", "context_switches_total", "http_requests_total", "http_request_seconds_total")
    val columns = service.map(column => s"service-1.$column") ++
      Vector("network.listen_drops_total", "generator.cpu_seconds_total", "machine.cpu_busy_seconds_total")
    val started = Instant.parse(result.run.startedAt).toEpochMilli
    val rows = seconds.map(second => (started + second.second * 1000L + 40) +: columns.map(_ => second.second.toLong))
    (("at_ms" +: columns) +: rows).map(_.mkString(",")).mkString("", "\n", "\n")
  }

  private def write(folder: Path, name: String, text: String): Unit = WholeFile.write(folder.resolve(name), text)
}
