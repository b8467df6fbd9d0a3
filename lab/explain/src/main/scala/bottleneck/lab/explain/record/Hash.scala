package bottleneck.lab.explain.record

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest

/** Tells texts apart: the first 12 hex digits of their SHA-256. */
private[explain] object Hash {
  def of(text: String): String =
    MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)).take(6).map(byte => f"$byte%02x").mkString
}
