package bottleneck.lab.explain.statistics

import scala.collection.mutable

/** How often each message failed a request. Messages may all differ, as those of checks that tell what they found: of
  * the first [[ErrorCounts.most]] each is counted by itself, and what comes then as [[ErrorCounts.others]].
  */
private[statistics] final class ErrorCounts {
  import ErrorCounts._

  private val byMessage = mutable.Map.empty[String, Long].withDefaultValue(0L)

  def add(message: String): Unit = {
    val isKept = byMessage.size < most || byMessage.contains(message)
    byMessage(if (isKept) message else others) += 1
  }

  def counts: Map[String, Long] = byMessage.toMap
}

object ErrorCounts {

  /** How many different messages are kept. */
  val most: Int = 1000

  /** Stands for all further messages; no kind of failure is known of it. */
  val others: String = s"one of more than $most different messages"
}
