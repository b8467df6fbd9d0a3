package bottleneck.lab.model

import java.util.Locale

/** Text of `java.util.Formatter`, alike in every locale. */
object Text {
  def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)
}
