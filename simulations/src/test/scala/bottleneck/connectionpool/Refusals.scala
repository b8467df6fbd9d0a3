package bottleneck.connectionpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.PoolQueue
import bottleneck.lab.explain.verdict._
import bottleneck.ServiceProperties
import scala.concurrent.duration._

/** Smallest pool size of a sweep without refusals, measured and by theory.
  *
  * @param last
  *   the largest size that still refused some
  * @param inOrder
  *   with requests served first come, first served
  * @param atRandom
  *   where any of them may be next, so that less than one of `requests` is refused
  */
private[connectionpool] final case class Refusals(
    from: Result,
    last: Option[Result],
    inOrder: Int,
    atRandom: Int,
    requests: Long
) {

  def ends: String =
    s"none failed from ${from.run.variant} on, by theory from $inOrder (served in order) to $atRandom (at random)"

  def explained: String = {
    val size = last.fold(0.0)(Sweep.size)
    val order =
      if (size >= atRandom) "More were refused than theory says for either."
      else if (size < inOrder) "So requests were served as if in order."
      else
        "Hikari is between: a thread that arrives just when a connection is returned takes it, and the one that waited longest goes to the end of the queue."
    s"None of ${Numbers.count(requests)} requests was refused from ${from.run.variant} on. By theory nobody is refused from $inOrder connections on with " +
      s"first come, first served, and from $atRandom with random order. $order"
  }
}

private[connectionpool] object Refusals {

  /** Refusals of a sweep; none if the largest size refuses requests. */
  def of(sweep: Sweep, holding: Holding): Option[Refusals] = for {
    from <- sweep.withoutErrorsFrom
    threads <- ServiceProperties.number(from, ServiceProperties.threads)
    timeout <- ServiceProperties.number(from, ServiceProperties.connectionTimeout).map(_.millis)
    contenders = math.min(threads.toInt, from.load.users)
    requests = from.total.ok
  } yield Refusals(
    from,
    sweep.neighbours(from)._1,
    PoolQueue.fewestInOrder(contenders, holding.time, timeout),
    PoolQueue.fewestAtRandom(contenders, holding.time, timeout, requests.toDouble),
    requests
  )
}
