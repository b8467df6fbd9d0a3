package bottleneck.journal

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: gain and cost of reader databases. */
object ReaderDatabasesStudy {
  private val none = "no reader"
  private val one = "1 reader"
  private val two = "2 readers"

  val study: Study = Study(
    id = "reader-database",
    title = "Reader databases: connections and replication",
    question = "How many more reads do reader databases allow where connections are the limit, and what does it cost?",
    factor = "readers",
    Conclusions(
      judged(_)(answer).toOption,
      judged(_)(advice).toOption.toVector.flatten
    ),
    order = Vector(none, one, two)
  )

  def trial(readers: Int): Trial =
    Trial(study.id, Vector(none, one, two)(readers), Some(Factor("readers", readers.toDouble)))

  private def judged[A](evidence: Evidence)(give: ReaderRuns => A): Either[Judgement, A] = for {
    without <- evidence.counted(none)
    first <- evidence.counted(one)
    second <- evidence.counted(two)
  } yield give(ReaderRuns(without, first, second))

  private def answer(runs: ReaderRuns): String =
    s"Reads that wait ${Numbers.millis(ReadersAndWriters.waits)} on ${ReadersAndWriters.connections} connections to each database: " +
      s"${rate(runs.without)} on the primary alone, ${rate(runs.one)} on one reader, ${rate(runs.two)} on two."

  private def advice(runs: ReaderRuns): Vector[String] = Vector(
    Some(
      s"Count the connections to the readers alone: read-only transactions leave the primary to them, so one reader was worth ${gain(runs, runs.one)} " +
        s"times the reads and two ${gain(runs, runs.two)} times. A larger pool adds connections too, without a second database, as long as one has cores to spare."
    ),
    for {
      before <- writes(runs.without); after <- writes(runs.one)
    } yield s"A write no longer waits behind reads for a connection: its median was $before without a reader and $after with one.",
    runs.two.server.replication.map(lag =>
      s"A reader is behind: with two by ${Numbers.millis(lag.lagMeanMs)} on average and ${Numbers.millis(lag.lagMaxMs)} at most, as sampled once a second. " +
        "What must see its own write reads in a transaction that is not read-only."
    )
  ).flatten

  private def rate(run: Result): String = Numbers.rate(ReaderRuns.reads(run))

  private def gain(runs: ReaderRuns, run: Result): String =
    Numbers.plain(ReaderRuns.reads(run) / ReaderRuns.reads(runs.without))

  private def writes(run: Result): Option[String] =
    run.measured.requests
      .get(ReadersAndWriters.write)
      .flatMap(_.latencyMs)
      .map(latency => Numbers.millis(latency.p50))
}

/** A run without readers, one with one, and one with two. */
private[journal] final case class ReaderRuns(without: Result, one: Result, two: Result) {}

private[journal] object ReaderRuns {

  /** Reads per second. */
  def reads(run: Result): Double = perSecond(run, ReadersAndWriters.read)

  private def perSecond(run: Result, request: String): Double =
    run.measured.requests.get(request).fold(0.0)(_.throughput)
}
