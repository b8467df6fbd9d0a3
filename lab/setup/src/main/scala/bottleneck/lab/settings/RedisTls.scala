package bottleneck.lab.settings

import java.io.IOException
import java.nio.file.{Files, Path}
import java.security.cert.{CertificateException, CertificateFactory, X509Certificate}
import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

/** How the certificate of a Redis is verified, with its host name.
  *
  * @param ca
  *   a PEM file with the certificates that may have signed it; none: those that the JVM trusts
  */
final case class RedisTls(ca: Option[Path] = None)

object RedisTls {
  private[settings] val caName = "lab.redis.ca"

  /** The certificates in a PEM file. */
  def certificates(file: Path): Vector[X509Certificate] =
    Using
      .resource(Files.newInputStream(file))(CertificateFactory.getInstance("X.509").generateCertificates(_))
      .asScala
      .toVector
      .collect { case certificate: X509Certificate => certificate }

  private[settings] def read(
      properties: Map[String, String],
      isEncrypted: Boolean
  ): Either[Refused, Option[RedisTls]] = properties.get(caName) match {
    case Some(_) if !isEncrypted =>
      Left(new Refused(s"-D$caName= is for TLS only: use rediss:// in -D${RedisAccess.name}=."))
    case Some(text) => ca(text).map(file => Some(RedisTls(Some(file))))
    case None => Right(Option.when(isEncrypted)(RedisTls()))
  }

  private def ca(text: String): Either[Refused, Path] =
    Try(Path.of(text)).toOption
      .filter(hasCertificates)
      .toRight(new Refused(s"-D$caName=$text is no PEM file with the certificate of a CA."))

  private def hasCertificates(file: Path): Boolean =
    try Files.isRegularFile(file) && certificates(file).nonEmpty
    catch { case _: IOException | _: CertificateException => false }
}
