package bottleneck.lab.run.cache

import bottleneck.lab.run.process.FailingPart
import bottleneck.lab.settings.{RedisAccess, RedisTls}
import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.file.Path
import java.security.KeyStore
import javax.net.ssl.SSLException
import redis.clients.jedis.exceptions.JedisException
import redis.clients.jedis.{DefaultJedisClientConfig, HostAndPort, Jedis, SslOptions, SslVerifyMode}
import scala.util.Using

/** The Redis of a run: one that the lab starts, or one of the user's. `toString` says which. */
trait TargetRedis extends AutoCloseable {

  /** How the service logs in. */
  def access: RedisAccess

  /** What every key of the run begins with. */
  def keyPrefix: String

  def version: String

  /** Its process; none where it is not the lab's. */
  def pid: Option[Long]

  /** Waits until it can be used. */
  def awaitReady(): Unit

  /** To make it fail; none where it is not the lab's. */
  def failing: Option[FailingPart]

  /** Whether it ended although nobody asked it to. */
  def hasEnded: Boolean
}

object TargetRedis {
  private val patienceMs = 2000

  /** Connects, logs in where there is a password, and closes the connection after `use`. What fails is a
    * `JedisException`.
    */
  private[cache] def connected[A](access: RedisAccess)(use: Jedis => A): A = {
    val login = DefaultJedisClientConfig
      .builder()
      .timeoutMillis(patienceMs)
      .user(access.user.orNull)
      .password(access.password.orNull)
    val config = access.tls.fold(login)(tls => login.sslOptions(verifying(tls))).build()
    Using.resource(new Jedis(new HostAndPort(access.host, access.port), config))(use)
  }

  /** The certificate and its host name. */
  private def verifying(tls: RedisTls): SslOptions = {
    val options = SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL)
    tls.ca.fold(options)(file => options.trustStoreType(storeType).truststore(store(file), secret)).build()
  }

  /** A keystore of what is in no file as one; it has no secrets, but wants a password. */
  private def store(ca: Path): SslOptions.Resource = {
    val trusted = KeyStore.getInstance(storeType)
    trusted.load(null, secret)
    RedisTls.certificates(ca).zipWithIndex.foreach { case (one, n) => trusted.setCertificateEntry(s"ca-$n", one) }
    val bytes = new ByteArrayOutputStream
    trusted.store(bytes, secret)
    () => new ByteArrayInputStream(bytes.toByteArray)
  }

  private val storeType = "PKCS12"

  private def secret: Array[Char] = "public".toCharArray

  /** Why a connection failed: what TLS says, where it was that. */
  private[cache] def reason(failure: JedisException): String = Iterator
    .iterate(Option[Throwable](failure))(_.flatMap(cause => Option(cause.getCause)))
    .takeWhile(_.isDefined)
    .flatten
    .collectFirst { case tls: SSLException => tls.getMessage }
    .getOrElse(failure.getMessage)
}
