package bottleneck.lab.figures

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest
import java.util.Locale

/** A short name of a text: the first 12 hexadecimal digits of its SHA-256. */
object Hash {
  def of(text: String): String =
    MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)).take(6).map(byte => f"$byte%02x").mkString
}

/** Text of `java.util.Formatter`, alike in every locale, and lines of it. */
object Text {
  def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)

  /** A text as lines of at most `widest` characters, where its words are no longer; all but the first are indented. */
  def wrapped(text: String, widest: Int, indent: String = ""): Vector[String] =
    text.split("(?<! ) (?! )").foldLeft(Vector.empty[String]) {
      case (lines :+ last, word) if last.length + 1 + word.length <= widest => lines :+ s"$last $word"
      case (lines, word) => lines :+ (if (lines.isEmpty) word else indent + word)
    }
}
