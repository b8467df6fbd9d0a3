package bottleneck.lab.model

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest

/** A short name of a text: the first 12 hexadecimal digits of its SHA-256. */
object Hash {
  def of(text: String): String =
    MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)).take(6).map(byte => f"$byte%02x").mkString
}
