package bottleneck.lab.explain.page

import bottleneck.lab.explain.published._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.series.{Second, Timeline}
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
    write(folder, Timeline.file, Timeline.render(timeline(result)))
    write(folder, RunDetails.metrics, metrics(result))
    write(folder, "index.html", "<!DOCTYPE html><title>Gatling</title>")
    if (result.server.service.hikari.nonEmpty) write(folder, RunDetails.plan, plan(result.run.variant))
    folder
  }

  /** Findings from the runs below `root`. */
  def findings(root: Path): Findings = Findings.of(ResultFiles.find(Vector(root)), studies, published(root))

  private val statements = Vector(
    "tuning/random-latency" -> "200 threads answer about 200 requests of 50 to 2000 ms per second.",
    "tuning/five-instances" -> "서버 다섯 대는 한 대보다 응답이 빠르고, 가장 느린 응답은 12~13초이다.",
    "tuning/thirty-instances" -> "Thirty servers cut the slowest response further, from 13 s to 4 s.",
    "tuning/threads" -> "In one server of 1000 threads the first requests starve until they time out.",
    "tuning/index" -> "With an index the throughput is stable and limited by the connection pool.",
    "tuning/no-index-pool-23" -> "A pool of 23 connections only delays the failures of a slow query by a minute.",
    "tomcat/refused" -> "Of 1200 requests 1000 are connected, 10 queue, 190 are refused."
  )

  /** claims.csv and published.csv in the folder `data`. */
  def writeData(data: Path): Unit = {
    val _ = Files.createDirectories(data)
    val rows = statements.map { case (id, text) => s"""$id,"$text",measured,It is seen; refuted otherwise.""" }
    write(data, "claims.csv", ("id,statement,kind,criterion" +: rows).mkString("\n"))
    write(data, "published.csv", ("source,variant,metric,low,high,unit,note" +: figures).mkString("", "\n", "\n"))
  }

  /** Published figures of the examples. */
  private def figures: Vector[String] = for {
    run <- Vector(ExampleResults.oneInstance, ExampleResults.fiveInstances, ExampleResults.noIndex)
    published <- run.expected.published.toVector
    (metric, unit, value) <-
      published.throughput.map(("throughput", "requests/s", _)) ++ published.times.maxMs.map(("latency_max", "ms", _))
    if statements.exists(_._1 == published.setting.source)
  } yield s"${published.setting.source},${published.setting.variant},$metric,$value,,$unit,"

  def published(root: Path): Published = {
    val data = root.resolve("data")
    writeData(data)
    Published.read(data).fold(error => sys.error(error.message), identity)
  }

  private def write(folder: Path, name: String, text: String): Unit = WholeFile.write(folder.resolve(name), text)

  private def end(result: Result): Int = result.treatment.window.toMs / 1000

  private def timeline(result: Result): Vector[Second] = Vector.tabulate(end(result)) { n =>
    val grown = math.min(1.0, (n + 1) / 10.0)
    val ok = (result.total.throughput * grown * wave(n)).round
    val times = result.total.latencyMs
    def grow(ms: Option[Long]): Option[Long] = ms.filter(_ => ok > 0).map(ms => (ms * grown * wave(n + 3)).round)
    val users = (result.load.users * grown).round
    Second(
      n,
      users,
      users - ok / 20,
      ok,
      result.total.ko / 30,
      grow(times.map(_.p50)),
      grow(times.map(_.p99)),
      grow(times.map(_.max))
    )
  }

  private def metrics(result: Result): String = {
    val started = Instant.parse(result.run.startedAt).toEpochMilli
    val columns = always ++ result.server.service.hikari.toVector.flatMap(_ => pool) ++
      result.server.network.toVector.flatMap(_ => kernel)
    val rows = Vector.tabulate(end(result)) { n =>
      (started + n * 1000L + 40).toString +: columns.map(_._2(n, math.min(1.0, (n + 1) / 10.0)).toString)
    }
    (("at_ms" +: columns.map(_._1)) +: rows).map(_.mkString(",")).mkString("", "\n", "\n")
  }

  /** A column and its value, by second and by part of the load that has arrived. */
  private type Column = (String, (Int, Double) => Double)

  private val always = Vector[Column](
    "service-1.tomcat_busy_threads" -> ((_, grown) => 200 * grown),
    "service-1.cpu_seconds_total" -> ((n, _) => n * 0.31),
    "generator.cpu_seconds_total" -> ((n, _) => n * 0.22),
    "machine.cpu_busy_seconds_total" -> ((n, _) => n * 0.61)
  )

  private val pool = Vector[Column](
    "service-1.hikari_active_connections" -> ((_, grown) => 16 * grown),
    "service-1.hikari_pending_threads" -> ((_, grown) => 34 * grown),
    "database.cpu_seconds_total" -> ((n, _) => n * 1.04)
  )

  private val kernel = Vector[Column](
    "service-1.tomcat_current_connections" -> ((_, grown) => 940 * grown),
    "service-1.backlog_connections" -> ((n, grown) => if (n < 20) (60 * grown).round.toDouble else 0),
    "service-1.established_connections" -> ((_, grown) => 1000 * grown),
    "network.listen_drops_total" -> ((n, _) => 7 + 2 * math.min(n, 8).toDouble),
    "network.syn_retransmits_total" -> ((n, _) => 5 + 3 * math.min(n, 7).toDouble),
    "service-1.jvm_runnable_threads" -> ((n, _) => (8 + 6 * math.sin(n * 1.3)).round.toDouble),
    "service-1.jvm_waiting_threads" -> ((_, grown) => 190 - 159 * grown),
    "service-1.jvm_timed_waiting_threads" -> ((_, grown) => 12 + 150 * grown),
    "service-1.jvm_blocked_threads" -> ((n, _) => (n % 3).toDouble),
    "service-1.context_switches_total" -> ((n, _) => 124000 * n + 30000 * math.sin(n.toDouble)),
    "service-1.http_requests_total" -> ((n, _) => 200.0 * n),
    "service-1.http_request_seconds_total" -> ((n, _) => 200 * 0.0125 * n + 0.3 * math.sin(n * 1.1))
  )

  private def wave(n: Int): Double = 1 + 0.04 * math.sin(n * 1.7)

  private def plan(index: String): String = index match {
    case "no index" => scan
    case _ => seek
  }

  private val scan =
    """Limit  (cost=9041.03..9043.37 rows=20 width=52) (actual time=31.204..33.871 rows=20 loops=1)
      |  Buffers: shared hit=6273
      |  ->  Gather Merge  (cost=9041.03..18738.91 rows=83118 width=52) (actual time=31.202..33.866 rows=20 loops=1)
      |        Workers Planned: 2
      |        ->  Sort  (cost=8041.01..8144.91 rows=41559 width=52) (actual time=26.108..26.110 rows=18 loops=3)
      |              Sort Key: posted_at DESC, id DESC
      |              Sort Method: top-N heapsort  Memory: 27kB
      |              ->  Parallel Seq Scan on journal  (cost=0.00..6935.15 rows=41559 width=52)
      |                    Filter: (deleted_at IS NULL)
      |Planning Time: 0.181 ms
      |Execution Time: 33.902 ms""".stripMargin

  private val seek =
    """Limit  (cost=0.42..1.87 rows=20 width=52) (actual time=0.018..0.031 rows=20 loops=1)
      |  Buffers: shared hit=5
      |  ->  Index Scan using idx_journal_keyset on journal  (cost=0.42..7231.90 rows=99741 width=52)
      |        Index Cond: (ROW(posted_at, id) < ROW($1, $2))
      |Planning Time: 0.094 ms
      |Execution Time: 0.048 ms""".stripMargin
}
