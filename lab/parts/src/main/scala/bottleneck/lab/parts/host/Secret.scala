package bottleneck.lab.parts.host

import java.security.SecureRandom
import java.util.HexFormat

/** Passwords that live as long as a run or a seed. */
object Secret {
  private val bytes = 16

  def random(): String = {
    val secret = new Array[Byte](bytes)
    new SecureRandom().nextBytes(secret)
    HexFormat.of().formatHex(secret)
  }
}
