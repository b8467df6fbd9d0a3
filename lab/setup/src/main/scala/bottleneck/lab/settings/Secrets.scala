package bottleneck.lab.settings

/** Values that are never printed. */
object Secrets {
  private val named =
    """(?i)([\w.-]*(?:password|passwd|secret|token|api[._-]?key|credential|private[._-]?key)[\w.-]*)("?\s*[=:]\s*"?)([^\s"',;&]+)""".r
  private val bearer = """(?i)\b(bearer|basic)\s+[\w.+/=~-]{8,}""".r
  private val jwt = """\beyJ[\w-]{8,}\.[\w.-]+""".r
  private val login = """(://)[^/\s:@]*:[^/\s@]+@""".r

  /** Text without the values of what is named as a secret, tokens and logins of URLs. */
  def masked(text: String): String =
    login.replaceAllIn(jwt.replaceAllIn(bearer.replaceAllIn(named.replaceAllIn(text, "$1$2…"), "$1 …"), "…"), "$1…@")
}
