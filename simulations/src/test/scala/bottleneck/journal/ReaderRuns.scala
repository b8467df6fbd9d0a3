package bottleneck.journal

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import scala.concurrent.duration._

/** A run without readers, one with one, and one with two. */
private[journal] final case class ReaderRuns(without: Result, one: Result, two: Result) {
  import ReaderRuns._

  private val all = Vector(without, one, two)

  /** Whether connections to readers are worth as much as others. */
  def areConnections: Judgement = ofLimits.fold(Judgement(Verdict.Undecided, "the demand was not measured")) { shares =>
    val gain = reads(two) / reads(without)
    Judgement.of(gain >= doubled && shares.forall(share => math.abs(share - 1) <= tolerance))(
      s"${all.map(run => Numbers.rate(reads(run))).mkString(", ")} reads with 0, 1 and 2 readers (${Numbers.plain(gain)} times with two), " +
        s"${shares.map(Numbers.percent).mkString(", ")} of connections ÷ holding time"
    )
  }

  private def ofLimits: Option[Vector[Double]] =
    for { first <- ofLimit(without, 0); second <- ofLimit(one, 1); third <- ofLimit(two, 2) } yield Vector(
      first,
      second,
      third
    )
}

private[journal] object ReaderRuns {

  /** What two readers must be worth: twice the connections, less a tenth for what the same cores do besides. */
  private val doubled = 1.8

  /** Of connections ÷ holding time, as the pool experiments were found to follow it. */
  private val tolerance = 0.05

  /** How far behind a reader may be: longer would mean that it falls back under this load. */
  private val latest = 5.seconds

  /** Whether every change reaches every reader of a run with one and of one with two, and at what price. */
  def areReplicated(one: Result, two: Result): Judgement = (for {
    firstPrice <- price(one)
    secondPrice <- price(two)
    firstLag <- one.server.replication
    secondLag <- two.server.replication
  } yield Judgement.of(isReplicated(firstLag, readers = 1) && isReplicated(secondLag, readers = 2))(
    s"one reader: $firstPrice; two: $secondPrice"
  )).getOrElse(
    Judgement(Verdict.Undecided, "replication or CPU time of the readers was not watched, or nothing was written")
  )

  /** Reads per second. */
  def reads(run: Result): Double = perSecond(run, ReadersAndWriters.read)

  private def perSecond(run: Result, request: String): Double =
    run.measured.requests.get(request).fold(0.0)(_.throughput)

  /** The part of what connections ÷ holding time allows; a read holds one for its wait and for what one without the
    * wait took at the end of the warm-up.
    */
  private def ofLimit(run: Result, readers: Int): Option[Double] = run.expected.demand.map { demand =>
    val holding = ReadersAndWriters.waits + (demand.responseMs * 1e6).round.nanos
    reads(run) / ReadersAndWriters.reads(readers, holding).perSecond
  }

  /** All stream all the time, and none has more left to do than what is written in the longest lag allowed. */
  private def isReplicated(replication: Replication, readers: Int): Boolean =
    replication.readers == readers && replication.lagMaxMs <= latest.toMillis &&
      replication.walBytesPerSecond.exists(rate => rate > 0 && replication.lagMaxBytes <= rate * latest.toSeconds)

  /** What replication took, in words; nothing where it was not measured. */
  private def price(run: Result): Option[String] = for {
    replication <- run.server.replication
    wal <- replication.walBytesPerSecond
    cores <- run.server.cpu.readers
    writes = perSecond(run, ReadersAndWriters.write)
    if writes > 0
  } yield s"${Numbers.rate(writes)} writes of ${Numbers.fixed(wal / writes, 0)} bytes of WAL each to every reader, the last of which was " +
    s"${Numbers.millis(replication.lagMaxMs)} (${Numbers.fixed(replication.lagMaxBytes, 0)} bytes) behind at most; reading and replaying took ${Numbers.cores(cores)} cores"
}
