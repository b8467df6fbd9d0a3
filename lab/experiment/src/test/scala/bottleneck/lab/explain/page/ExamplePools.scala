package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.published._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.Outcome
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._
import java.nio.file.Path

/** Results of connection pools to show: eight sizes of one, and seven variants whose names are long. */
object ExamplePools {
  val balance: Study = Study(
    "pool-balance",
    "Threads and connections",
    "How many connections do threads need?",
    "threads and connections",
    Conclusions(Vector.empty, _ => None, _ => Vector.empty)
  )

  /** Of a page in a folder without runs. */
  private[page] val links: Links = Links(Path.of("site"), "experiments")

  /** That ran once. */
  def variant(run: Result): Variant = Variant(run.run.variant, Vector(StoredResult(Path.of(run.run.id), run)))

  private def pool(size: Double, waiting: Double, gotMs: Double): Hikari =
    Hikari(size, waiting, 0, Some(3000), Some(600.4), Some(size), Some(gotMs))

  private def pooled(experiment: String, variant: String, total: Outcome, pool: Hikari, minutes: Int): Result = {
    val plain = result(experiment, variant, total, minutes)
    val properties = Map(TargetDescription.poolSize -> Numbers.count(pool.activeMax))
    plain.copy(
      server = plain.server.copy(
        service = plain.server.service.copy(hikari = Some(pool)),
        cpu = plain.server.cpu.copy(database = Some(0.07)),
        database = Some(DatabaseUse(pool.activeMax, 200, openingMs = pool.sizeMax.map(_ * 8.5)))
      ),
      target = plain.target.copy(service = plain.target.service ++ properties)
    )
  }

  /** Sizes and throughputs as hikari/pool-50ms has them; the two smallest also fail requests. */
  val sizes: Vector[Result] =
    Vector(
      5 -> 42.0,
      10 -> 82.0,
      15 -> 125.0,
      20 -> 165.0,
      25 -> 216.0,
      30 -> 257.0,
      35 -> 303.0,
      50 -> 427.0
    ).zipWithIndex
      .map { case ((size, published), n) =>
        val rate = size / 0.1166
        val waiting = 100.0 - size
        val failures = if (size > 10) Vector.empty else Vector("title, but No database connection" -> 560L / size)
        val times = latency((100000 / rate).toLong, (130000 / rate).toLong, (160000 / rate).toLong)
        val failed = Option.when(failures.nonEmpty)(latency(3002, 3011, 3030))
        val total = outcome(rate, times, failures: _*).copy(failedLatencyMs = failed)
        val run = pooled("connection-pool", s"$size connections", total, pool(size.toDouble, waiting, 1000 / rate), n)
        val figures = PublishedFigures(
          PublishedSetting("hikari/pool-50ms", run.run.variant),
          Some(published),
          PublishedTimes(p99Ms = Some(130000 / published)),
          pending = Some(waiting - 5)
        )
        val shown = predicted(
          within(numbered(run, "connections", size.toDouble), rate / 50),
          Prediction(size / 0.11, "connections", s"$size / 0.11 s")
        )
        shown.copy(expected = shown.expected.copy(published = Some(figures)))
      }

  val balanced: Vector[Result] = Vector(
    "4 threads, 4 connections",
    "4 threads, 8 connections",
    "8 threads, 8 connections",
    "8 threads, 130 connections",
    "200 threads, 10 connections",
    "200 threads, 130 connections",
    "200 threads, 260 connections"
  ).zipWithIndex.map { case (name, n) =>
    val run = pooled(
      "pool-balance",
      name,
      outcome(1830 + 37 * n.toDouble, latency(4L * (n + 1), 19L * (n + 1), 260)),
      pool(4, 196, 12.5),
      n
    )
    predicted(within(run, 31), Prediction(2012, "cores", "2 / 0.994 ms"))
  }
}
