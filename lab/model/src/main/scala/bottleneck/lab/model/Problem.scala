package bottleneck.lab.model

/** A user's mistake or an unusable input: one sentence that names the value, what is allowed and what to do. */
final case class Problem(sentence: String)
