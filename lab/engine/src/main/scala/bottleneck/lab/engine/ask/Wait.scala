package bottleneck.lab.engine.ask

/** A thread of a dump: a state such as `BLOCKED (on object monitor)`, frames such as `com.acme.Foo.bar(Foo.java:41)`,
  * the innermost first, the class that it waits for and the name of the thread that holds it, where the dump says so.
  */
final case class StackedThread(
    name: String,
    state: String,
    frames: Vector[String],
    waitsFor: Option[String] = None,
    owner: Option[String] = None
)

/** What a thread with a request is doing; `detail` is the class or frame that tells it from others of its kind. */
final case class Wait(kind: WaitKind, detail: String) {
  def sentence: String = if (detail.isEmpty) kind.name else s"${kind.name} at $detail"
}

/** What request threads wait for; `resource` is true where it is something that requests take turns at. */
sealed abstract class WaitKind(val name: String, val resource: Boolean)

object WaitKind {
  case object Running extends WaitKind("running", false)
  case object JdbcPool extends WaitKind("a JDBC connection", true)
  case object DatabaseRead extends WaitKind("the database's answer", false)
  case object OutboundPool extends WaitKind("an outbound connection", true)
  case object OutboundRead extends WaitKind("another service's answer", false)
  case object Monitor extends WaitKind("a monitor", true)
  case object Lock extends WaitKind("a lock", true)
  case object Semaphore extends WaitKind("a semaphore", true)
  case object Latch extends WaitKind("a latch", true)
  case object Future extends WaitKind("an executor's result", true)
  case object Queue extends WaitKind("a queue", true)
  case object Condition extends WaitKind("a condition", true)
  case object Disk extends WaitKind("the disk", true)
  case object Collection extends WaitKind("a garbage collection that code asks for", true)
  case object EventLoop extends WaitKind("an event loop that is blocked", true)
  case object RateLimiter extends WaitKind("a rate limiter", true)
  case object RedisPool extends WaitKind("a Redis connection", true)
  case object RedisRead extends WaitKind("Redis' answer", false)
  case object LogAppender extends WaitKind("a log appender", true)
  case object Sleep extends WaitKind("sleeping", false)
  case object Client extends WaitKind("the client's connection", false)
  case object Other extends WaitKind("something else", true)
}
