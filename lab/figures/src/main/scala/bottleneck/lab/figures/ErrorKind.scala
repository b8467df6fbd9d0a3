package bottleneck.lab.figures

/** The kind of failure behind a message, whose words are Gatling's, Netty's, the JDK's and the service's. */
object ErrorKind {
  val connectionTimedOut = "connection timed out"
  val connectionRefused = "connection refused"
  val requestTimedOut = "request timed out"
  val noDatabaseConnection = "no database connection"
  val bulkheadFull = "refused by the bulkhead"
  val wrongAnswer = "wrong answer"

  private val kinds: Vector[(String, String)] = Vector(
    "ConnectTimeoutException" -> connectionTimedOut,
    "connection timed out" -> connectionTimedOut,
    // titles of the service's problems with status 503
    "No database connection" -> noDatabaseConnection,
    "Database connection lost" -> "database connection lost",
    "Database out of resources" -> "database out of resources",
    "Bulkhead is full" -> bulkheadFull,
    "RequestTimeoutException" -> requestTimedOut,
    "Request timeout" -> requestTimedOut,
    "Connection refused" -> connectionRefused,
    "Premature close" -> "connection closed",
    "Connection reset" -> "connection closed",
    "ClosedChannelException" -> "connection closed",
    "Broken pipe" -> "connection closed",
    "Cannot assign requested address" -> "no local port left",
    "Too many open files" -> "no file descriptor left"
  )

  private val wrongStatus = """(?s)status\..*found (\d+).*""".r

  /** Gatling's checks begin with what they extract: `jsonPath($.id).find.is(7), …`. */
  private val failedCheck = """(?s)[a-zA-Z0-9]+(\(.*\))?\.(find|findAll|findRandom|count)\b.*""".r

  /** Number of failures of this kind, from counts by message. */
  def times(errors: Map[String, Long], kind: String): Long =
    errors.collect { case (message, n) if of(message).contains(kind) => n }.sum

  /** The kind, or nothing where the message is not known: then nobody can say what was measured. */
  def of(message: String): Option[String] =
    kinds
      .collectFirst { case (part, kind) if message.contains(part) => kind }
      .orElse(message match {
        case wrongStatus(status) => Some(s"status $status")
        case failedCheck(_, _) => Some(wrongAnswer)
        case _ => None
      })
}
