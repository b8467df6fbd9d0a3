package bottleneck.latency

import bottleneck.lab.model.ErrorKind
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.statistics.{FisherTest, Sent}

/** Requests that were sent while users arrived, of which each sends its first one then. */
private[bottleneck] object FirstRequests {
  def of(run: Result): Vector[Sent] =
    run.measured.byLoad.order.toVector.flatMap(_.sent).filter(_.second * 1000 < run.load.arrivalMs)

  /** Requests of the first and of the second half of the arrivals. */
  def halves(run: Result): (Vector[Sent], Vector[Sent]) = of(run).partition(_.second * 1000 < run.load.arrivalMs / 2.0)

  /** The part of them that failed in some way. */
  def part(of: Vector[Sent])(failed: Sent => Long): Double =
    of.map(failed).sum.toDouble / math.max(1, all(of))

  /** One-sided Fisher p-value: more failures in the first half. */
  def chance(first: Vector[Sent], last: Vector[Sent])(failed: Sent => Long): Double =
    FisherTest.pValueAbove(first.map(failed).sum, all(first), last.map(failed).sum, all(last))

  private def all(of: Vector[Sent]): Long = of.map(one => one.ok + one.ko).sum

  /** While they waited for a connection or for an answer: a refused connection is no time-out. */
  def timedOut(sent: Sent): Long = ErrorKind.times(sent.errors, ErrorKind.connectionTimedOut) + unanswered(sent)

  /** While they waited for an answer on their connection. */
  def unanswered(sent: Sent): Long = ErrorKind.times(sent.errors, ErrorKind.requestTimedOut)
}
