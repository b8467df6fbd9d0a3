package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import bottleneck.lab.explain.stats.Latency
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.files.SpeedWork
import scalatags.Text.all._

/** The newest run of each variant: published, predicted and measured. */
private[report] object VariantTable {
  private val columns = 17

  def of(variants: Vector[Variant]): Frag = {
    val runs = variants.map(_.newest)
    frag(
      SpeedNotes.of(runs).map(p(cls := "caution")(_)),
      Page.table("variants", "variants numbers", header, runs.flatMap(rows)),
      Option.when(runs.exists(_.machine.speed.isDefined))(p(cls := "note")(speedNote))
    )
  }

  private val speedNote =
    "Machine's speed: fixed work in a JVM and, below it, in PostgreSQL, before and after the load, as a part of what the machine of README's figures does."

  private val header: Frag = frag(
    tr(
      th(rowspan := 2, cls := "text")("variant"),
      Page.group(4, "responses per second"),
      Page.group(4, "response time"),
      th(rowspan := 2)("failed"),
      th(rowspan := 2)("peak pending"),
      Page.group(4, "cores in use"),
      th(rowspan := 2)("machine's speed")
    ),
    tr(
      Vector("published", "predicted", "measured", "efficiency", "p50", "p95", "p99", "max").map(th(_)),
      Vector("service", "database", "generator", "machine").map(th(_))
    )
  )

  private def rows(result: Result): Vector[Frag] = {
    val details = Vector(failures(result), Option.unless(result.sound)(Badge.objections(result))).flatten
    val css = Vector(Badge.row(result), Option.when(details.nonEmpty)("detailed")).flatten
    tr(cls := css.mkString(" "))(cells(result)) +:
      (if (details.isEmpty) Vector.empty else Vector(tr(cls := "detail")(td(colspan := columns)(details))))
  }

  private def cells(result: Result): Frag = frag(
    Page.variant(result),
    throughput(result),
    latency(result),
    Page.number(
      Some(Numbers.count(result.total.ko.toDouble)),
      result.published.flatMap(_.errors).map(errors => s"published ${Numbers.count(errors)}")
    ),
    Page.number(result.server.hikari.map(hikari => Numbers.count(hikari.pendingMax))),
    cores(result),
    speed(result)
  )

  /** In JVM work, and below it in database work. */
  private def speed(result: Result): Frag = {
    def of(work: SpeedWork): Option[String] = result.machine.speed.flatMap(_.of(work)).map(SpeedNotes.part)
    Page.number(of(SpeedWork.Jvm), of(SpeedWork.Database).map(part => s"database $part"))
  }

  private def cores(result: Result): Vector[Frag] = {
    val cpu = result.server.cpu
    val limited = Vector(cpu.service -> result.target.serviceCores, cpu.database -> result.target.cpus.database)
    (limited ++ Vector(cpu.generator, cpu.machine).map(_ -> None)).map { case (used, limit) =>
      val share = for {
        cores <- used; most <- limit
      } yield s"${Numbers.percent(cores / most)} of ${Numbers.count(most)}"
      Page.number(used.map(Numbers.cores), share)
    }
  }

  private def throughput(result: Result): Frag = frag(
    Page.number(result.published.flatMap(_.throughput).map(Numbers.count)),
    Page.number(
      result.prediction.map(_.perSecond).map(Numbers.plain),
      result.prediction.map(limit => s"${interval(limit)}${limit.by}: ${limit.formula}")
    ),
    Page.number(Some(measured(result)), result.staircase.map(_ => "over all levels")),
    Page.number(result.efficiency.map(Numbers.percent))
  )

  private def interval(limit: Prediction): String =
    (for {
      low <- limit.low; high <- limit.high
    } yield s"${Numbers.plain(low)} to ${Numbers.plain(high)}; ").getOrElse("")

  private def measured(result: Result): String =
    result.interval.fold(Numbers.plain(result.total.throughput))(Numbers.interval)

  private def latency(result: Result): Frag = {
    def cell(of: Latency => Long, published: Option[Double] = None): Frag = Page.number(
      result.total.latencyMs.map(latency => Numbers.millis(of(latency).toDouble)),
      published.map(ms => s"published ${Numbers.millis(ms)}")
    )
    frag(
      cell(_.p50),
      cell(_.p95),
      cell(_.p99, result.published.flatMap(_.p99Ms)),
      cell(_.max, result.published.flatMap(_.maxMs))
    )
  }

  private def failures(result: Result): Option[Frag] = Option.when(result.total.errors.nonEmpty) {
    val failed = kinds(result.total.errors).map { case (kind, times) => s"${Numbers.count(times.toDouble)} × $kind" }
    val after = result.total.failedLatencyMs.map { ms =>
      s"after ${Numbers.millis(ms.p50.toDouble)} (p50) to ${Numbers.millis(ms.p99.toDouble)} (p99)"
    }
    // the times are of all kinds together
    val lines = if (failed.size == 1) Vector((failed ++ after).mkString(", ")) else failed ++ after.map("all " + _)
    ul(cls := "failures")(lines.map(li(_)))
  }

  /** The most frequent first; a message of no known kind stands for itself. */
  private def kinds(errors: Map[String, Long]): Vector[(String, Long)] =
    errors
      .groupMapReduce { case (message, _) => ErrorKind.of(message).getOrElse(message) }(_._2)(_ + _)
      .toVector
      .sortBy { case (kind, n) => (-n, kind) }
}
