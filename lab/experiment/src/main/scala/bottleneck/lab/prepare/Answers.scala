package bottleneck.lab.prepare

import io.gatling.core.Predef._
import io.gatling.http.Predef._
import io.gatling.http.protocol.HttpProtocolBuilder
import java.util.concurrent.atomic.LongAdder

/** Counts the answers to requests that Gatling itself is silent about. */
private[prepare] final class Answers {
  private val requests = new LongAdder
  private val responseMs = new LongAdder

  /** So far. */
  def read(): Answers.Count = Answers.Count(requests.sum(), responseMs.sum())

  /** The same protocol, whose requests leave no record but are counted here. */
  def counting(protocol: HttpProtocolBuilder): HttpProtocolBuilder =
    protocol.silentUri(".*").check(responseTimeInMillis.transform(counted(_)))

  private def counted(ms: Int): Int = {
    requests.increment()
    responseMs.add(ms.toLong)
    ms
  }
}

private[prepare] object Answers {

  /** @param responseMs sum of the response times */
  final case class Count(requests: Long, responseMs: Long)
}
