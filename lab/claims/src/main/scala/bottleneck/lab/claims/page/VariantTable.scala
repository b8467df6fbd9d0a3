package bottleneck.lab.claims.page

import bottleneck.lab.claims.verdict.{StoredResult, Variant}
import bottleneck.lab.figures.record.{PublishedFigures, Result}
import bottleneck.lab.figures.series.{PartMetric, PartMetrics}
import bottleneck.lab.figures.{ErrorKind, Latency, Numbers}
import bottleneck.lab.report.{Column, Items, RowLook, Table}
import scalatags.Text.all._

/** Typical run of each variant: published, predicted and measured. */
private[page] object VariantTable {
  def of(variants: Vector[Variant], links: Links): Table[StoredResult] =
    Table(columns(links), variants.map(_.typical), "variants", "variants numbers", look = look, term = Glossary.to)

  private def look(stored: StoredResult): RowLook = {
    val result = stored.result
    val details = (failures(result) ++ Badge.objections(result)).map(_.html).toVector
    Badge.row(result).copy(below = Option.when(details.nonEmpty)(details))
  }

  private def columns(links: Links): Vector[Column[StoredResult]] = name(links) +: (
    Column.group("responses per second")(
      number("published")(_.published.flatMap(_.throughput).map(Numbers.count)),
      number("predicted")(run => Some(run.predicted), limit),
      number("measured")(run => Some(run.measured), _.staircase.map(_ => "over all levels")),
      number("efficiency")(
        _.efficiency.map(Numbers.percent),
        _.pairedEfficiency.flatMap(_.interval).map { case (low, high) =>
          s"${Numbers.percent(low)} to ${Numbers.percent(high)}"
        }
      )
    ) ++ Column.group("response time")(
      time("p50", _.p50),
      time("p95", _.p95),
      time("p99", _.p99, _.p99Ms),
      time("max", _.max, _.maxMs)
    ) ++ Vector(
      number("failed")(
        run => Some(Numbers.count(run.total.ko)),
        _.published.flatMap(_.errors).map(errors => s"published ${Numbers.count(errors)}")
      ),
      number("peak pending")(_.figures(PartMetrics.poolWaiting).map(Numbers.count))
    ) ++ Column.group("cores in use")(
      cores("service", PartMetrics.service, _.target.serviceCores),
      cores("database", PartMetrics.database, _.target.cpus.database),
      cores("generator", PartMetrics.generator),
      cores("machine", PartMetrics.machine)
    )
  )

  private def name(links: Links): Column[StoredResult] =
    Column.text[StoredResult]("variant")(_.result.run.variant).shown { stored =>
      frag(
        div(stored.result.run.variant),
        Badge.of(stored.result),
        links.gatling(stored).map(link => div(cls := "note")(a(href := link)("Gatling's report")))
      )
    }

  private def number(label: String)(
      of: Result => Option[String],
      note: Result => Option[String] = _ => None
  ): Column[StoredResult] = Column.some[StoredResult](label)(run => of(run.result), run => note(run.result))

  private def limit(result: Result): Option[String] = result.prediction.map { limit =>
    val interval = limit.interval.map { case (low, high) => s"${Numbers.plain(low)} to ${Numbers.plain(high)}; " }
    s"${interval.getOrElse("")}${limit.by}: ${limit.formula}"
  }

  private def time(
      label: String,
      of: Latency => Double,
      published: PublishedFigures => Option[Double] = _ => None
  ): Column[StoredResult] = number(label)(
    run => Some(run.latency(of)),
    _.published.flatMap(published).map(ms => s"published ${Numbers.millis(ms)}")
  )

  private def cores(
      label: String,
      of: PartMetric,
      limit: Result => Option[Double] = _ => None
  ): Column[StoredResult] = number(label)(
    _.figures(of).map(Numbers.cores),
    run =>
      for (used <- run.figures(of); most <- limit(run))
        yield s"${Numbers.percent(used / most)} of ${Numbers.count(most)}"
  )

  private def failures(result: Result): Option[Items] = Option.when(result.total.errors.nonEmpty) {
    val failed = kinds(result.total.errors).map { case (kind, times) => s"${Numbers.count(times)} × $kind" }
    val after = result.total.failedLatencyMs.map { ms =>
      s"after ${Numbers.millis(ms.p50)} (p50) to ${Numbers.millis(ms.p99)} (p99)"
    }
    // the times are of all kinds together
    val lines = if (failed.size == 1) Vector((failed ++ after).mkString(", ")) else failed ++ after.map("all " + _)
    Items(lines.map(frag(_)), "failures")
  }

  /** The most frequent first; a message of no known kind stands for itself. */
  private def kinds(errors: Map[String, Long]): Vector[(String, Long)] =
    errors
      .groupMapReduce { case (message, _) => ErrorKind.of(message).getOrElse(message) }(_._2)(_ + _)
      .toVector
      .sortBy { case (kind, n) => (-n, kind) }
}
