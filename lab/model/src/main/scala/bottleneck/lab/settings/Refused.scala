package bottleneck.lab.settings

/** The run cannot be done as asked: `message` is one sentence that says what is wrong and what to do instead. */
final class Refused(message: String, cause: Option[Throwable] = None)
    extends RuntimeException(message, cause.orNull, false, false)
