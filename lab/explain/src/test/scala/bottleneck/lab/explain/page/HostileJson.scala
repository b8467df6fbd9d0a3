package bottleneck.lab.explain.page

trait HostileJson {

  /** Markup, an end of an attribute, and characters that XML, HTML or a file of text do not have. */
  protected val hostile: String =
    "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>]]>&\u0000\u001b\u2028\ud800"
}
