package bottleneck.lab.claims.page

import bottleneck.lab.claims.published.Published
import bottleneck.lab.claims.verdict._
import bottleneck.lab.figures.reading.{Second, Timeline}
import bottleneck.lab.figures.record.{Result, ResultJson}
import bottleneck.lab.figures.series.PartMetrics
import bottleneck.lab.log.WholeFile
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

  def findings(root: Path): Findings = Findings.of(ResultFiles.find(Vector(root)), studies, published(root))

  def writeData(data: Path): Unit = {
    val _ = Files.createDirectories(data)
    write(data, "claims.csv", ExampleStudies.claims)
    write(data, "published.csv", ExampleStudies.figures)
  }

  def published(root: Path): Published = {
    val data = root.resolve("data")
    writeData(data)
    Published.read(data).fold(error => sys.error(error.sentence), identity)
  }

  private val seconds: Vector[Second] =
    Vector.tabulate(42)(n => Second(n, users = 50, inFlight = 40, ok = n.toLong, ko = 1, Some(5), Some(7), Some(9)))

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

/** The studies of [[ExampleResults]]. */
object ExampleStudies {
  val randomLatency: Study = Study(
    "random-latency",
    "Random latency",
    "Do five instances of 200 threads answer five times the requests of one?",
    "instances",
    answer = Vector("Yes: five instances answered {throughput[5 instances]}, as the mean sleep of 1.025 s predicts."),
    advice = Vector(
      Sentence(
        "Size the pool by Little's law: threads = target rate × mean response time.",
        when = "ok[1 instance] > 0 or ok[5 instances] > 0"
      ),
      "More instances helped, {throughput[5 instances] ÷ throughput[1 instance]} times, because they bring threads."
    ),
    simulations = Vector("bottleneck.latency.*")
  )

  val journal: Study = Study(
    "journal",
    "Journal pages",
    "What does an index bring to a page of the journal, and which one?",
    "index",
    answer = Vector("The keyset index answers {throughput[keyset index]}, 35 times what a scan of the table does."),
    advice = Vector("Index the columns that a page is ordered by, in that order, and compare them as a row value."),
    simulations = Vector("bottleneck.journal.*"),
    order = Vector("no index", "published index", "keyset index")
  )

  val connectionPool: Study = Study(
    "connection-pool",
    "Connection pool",
    "How many connections does a service need?",
    "connections",
    simulations = Vector("bottleneck.connectionpool.*")
  )

  val claims: String =
    """id,study,kind,statement,criterion,expected,why
      |tuning/random-latency,random-latency,test,200 threads answer 200/s.,throughput[1 instance] >= 180/s,reproduced,
      |tuning/five-instances,random-latency,test,Five answer more.,throughput[5 instances] >= 900/s,reproduced,
      |tuning/thirty-instances,random-latency,demonstration,Thirty answer more.,throughput[30 instances] >= 5000/s,reproduced,By theory.
      |tuning/threads,random-latency,untestable,Threads answer more.,,,This machine cannot hold the source's 10000 users.
      |tuning/index,journal,test,An index helps.,throughput[published index] >= 200/s,reproduced,
      |tuning/no-index-pool-23,journal,test,A pool only delays.,throughput[no index] > 900/s,reproduced,
      |tomcat/refused,refused,test,They are refused.,refused[1 instance] > 0,reproduced,
      |""".stripMargin

  val figures: String =
    """source,variant,metric,low,high,unit,note
      |tuning/random-latency,1 instance,throughput,200,,requests/s,
      |tuning/five-instances,5 instances,throughput,1010,,requests/s,
      |tuning/five-instances,5 instances,latency_max,12500,,ms,
      |""".stripMargin
}
