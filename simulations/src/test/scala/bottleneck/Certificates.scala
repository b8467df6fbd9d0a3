package bottleneck

import java.io.IOException
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import java.security.KeyStore
import java.util.Base64
import scala.util.Using

/** A CA of its own and a certificate that it signed, as PEM files, made by the JDK's keytool.
  *
  * @param authority
  *   certificate of the CA
  * @param server
  *   certificate of a server at 127.0.0.1, whose name is no other
  * @param key
  *   of that, readable by its owner alone
  */
final case class Certificates(authority: Path, server: Path, key: Path)

object Certificates {
  private val ca = "ca"
  private val leaf = "server"

  /** Of the keystore, which the folder has alone with the key itself. */
  private val password = "only for tests"

  def make(folder: Path): Certificates = {
    val store = Files.createDirectories(folder).resolve("store.p12")
    keytool(store, ca, "-dname", "CN=CA of tests", "-ext", "bc=ca:true")
    keytool(store, leaf, "-dname", "CN=server of tests", "-ext", "san=ip:127.0.0.1", "-signer", ca)
    val keys = KeyStore.getInstance("PKCS12")
    Using.resource(Files.newInputStream(store))(keys.load(_, password.toCharArray))
    val key = pem(folder.resolve("server.key"), "PRIVATE KEY", keys.getKey(leaf, password.toCharArray).getEncoded)
    Certificates(
      pem(folder.resolve("ca.pem"), "CERTIFICATE", keys.getCertificate(ca).getEncoded),
      pem(folder.resolve("server.pem"), "CERTIFICATE", keys.getCertificate(leaf).getEncoded),
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"))
    )
  }

  private def keytool(store: Path, name: String, options: String*): Unit = {
    val program = Path.of(sys.props("java.home"), "bin", "keytool").toString
    val keys = Vector("-genkeypair", "-alias", name, "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2")
    val place = Vector("-storetype", "PKCS12", "-keystore", store.toString, "-storepass", password)
    val command = (program +: keys) ++ options ++ place
    val process = new ProcessBuilder(command: _*).redirectErrorStream(true).start()
    val said = new String(process.getInputStream.readAllBytes())
    if (process.waitFor() != 0) throw new IOException(s"keytool: $said")
  }

  private def pem(file: Path, what: String, bytes: Array[Byte]): Path = {
    val lines = Base64.getMimeEncoder(64, "\n".getBytes).encodeToString(bytes)
    Files.writeString(file, s"-----BEGIN $what-----\n$lines\n-----END $what-----\n")
  }
}
