package bottleneck.journal

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import scala.concurrent.duration._

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
      Vector(
        Statement("tuning/reader-db#connections", Verdict.Reproduced, judged(_)(_.areConnections).merge),
        Statement("tuning/reader-db#replication", Verdict.Reproduced, _.judge(one, two)(ReaderRuns.areReplicated))
      ),
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
private[journal] final case class ReaderRuns(without: Result, one: Result, two: Result) {
  import ReaderRuns._

  private val all = Vector(without, one, two)

  /** Judgement: connections to readers add as much as others. */
  def areConnections: Judgement = ofLimits.fold(Judgement.undecided("the demand was not measured")) { shares =>
    val gain = reads(two) / reads(without)
    val atLimit = shares.map(share => math.abs(share - 1) <= tolerance)
    val seen =
      s"${all.map(run => Numbers.rate(reads(run))).mkString(", ")} reads with 0, 1 and 2 readers (${Numbers.plain(gain)} times with two), " +
        s"${shares.map(Numbers.percent).mkString(", ")} of connections ÷ holding time"
    if (atLimit.head) Judgement.of(gain >= doubled && atLimit.forall(identity))(seen)
    else Judgement.undecided(s"$seen: the connections of the primary alone were not the limit")
  }

  private def ofLimits: Option[Vector[Double]] =
    for { first <- ofLimit(without, 0); second <- ofLimit(one, 1); third <- ofLimit(two, 2) } yield Vector(
      first,
      second,
      third
    )
}

private[journal] object ReaderRuns {

  /** Smallest gain by two readers: twice the connections, less a tenth for other work on these cores. */
  private val doubled = 1.8

  /** Relative tolerance around connections ÷ holding time, as in the pool experiments. */
  private val tolerance = 0.05

  /** Judgement: all changes reach all readers, with one reader and with two; with the cost. */
  def areReplicated(one: Result, two: Result): Judgement = (for {
    first <- isReplicated(one, readers = 1)
    second <- isReplicated(two, readers = 2)
  } yield Judgement.of(first && second)(s"one reader: ${replicated(one)}; two: ${replicated(two)}"))
    .getOrElse(Judgement.undecided(unknown(one, two)))

  private def unknown(runs: Result*): String =
    if (runs.exists(!isWritten(_))) "nothing was written" else "what the readers replayed was not watched"

  private def isWritten(run: Result): Boolean = perSecond(run, ReadersAndWriters.write) > 0

  /** Reads per second. */
  def reads(run: Result): Double = perSecond(run, ReadersAndWriters.read)

  private def perSecond(run: Result, request: String): Double =
    run.measured.requests.get(request).fold(0.0)(_.throughput)

  /** Throughput ÷ (connections ÷ holding time). The holding time is the delay plus the response time without it after
    * the warm-up.
    */
  private def ofLimit(run: Result, readers: Int): Option[Double] = run.expected.demand.map { demand =>
    val holding = ReadersAndWriters.waits + (demand.responseMs * 1e6).round.nanos
    reads(run) / ReadersAndWriters.reads(readers, holding).perSecond
  }

  /** True if at the end each reader streams and has replayed the primary's WAL of some seconds before. WAL is replayed
    * in order, so nothing earlier is missing.
    */
  private def isReplicated(run: Result, readers: Int): Option[Boolean] = for {
    end <- run.server.replication.flatMap(_.replayed)
    if isWritten(run)
  } yield end.readers == readers && end.missingBytes == 0

  /** Writes, replay and their cost. */
  private def replicated(run: Result): String = {
    val all = run.server.replication
    def told(of: Replication => Option[String]): String = all.flatMap(of).getOrElse(Numbers.none)
    val writes = perSecond(run, ReadersAndWriters.write)
    s"${Numbers.rate(writes)} writes of ${told(_.walBytesPerSecond.map(wal => Numbers.fixed(wal / writes, 0)))} bytes of WAL each, of which at the end ${told(_.replayed.map(end => Numbers.counted(end.readers.toInt, "reader")))} lacked " +
      s"${told(_.replayed.map(end => Numbers.count(end.missingBytes)))} bytes that were older than ${Replayed.within.toSeconds} s; the last was ${told(
          lag => Some(Numbers.millis(lag.lagMaxMs))
        )} behind at most, and reading and replaying took " +
      s"${run.server.cpu.readers.fold(Numbers.none)(Numbers.cores)} cores"
  }
}
