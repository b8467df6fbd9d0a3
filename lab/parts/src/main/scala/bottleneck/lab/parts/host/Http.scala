package bottleneck.lab.parts.host

import java.io.{IOException, InputStream, OutputStream}
import java.net.{HttpURLConnection, URI}
import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.duration._
import scala.util.Using

/** Small requests of the lab itself, by the JDK's oldest client, because it costs least to load. */
object Http {
  private val connectWithin = 2.seconds
  private val answerWithin = 30.seconds

  def status(uri: URI): Option[Int] = status(uri, connectWithin, answerWithin)

  def status(uri: URI, silent: FiniteDuration): Option[Int] = status(uri, silent, silent)

  private def status(uri: URI, connect: FiniteDuration, answer: FiniteDuration): Option[Int] =
    ask(uri, connect, answer) { connection =>
      val status = connection.getResponseCode
      // read to its end, so that the connection can be used again
      Option(if (isGood(status)) connection.getInputStream else connection.getErrorStream)
        .foreach(Using.resource(_)((body: InputStream) => body.transferTo(OutputStream.nullOutputStream())))
      status
    }

  /** The body of a good answer in this format, or nothing; `within` this time where the other side is silent. */
  def text(uri: URI, within: FiniteDuration, format: String = "text/plain"): Option[String] =
    ask(uri, within / 4, within * 3 / 4) { connection =>
      connection.setRequestProperty("Accept", format)
      Option.when(isGood(connection.getResponseCode)) {
        Using.resource(connection.getInputStream)(body => new String(body.readAllBytes(), UTF_8))
      }
    }.flatten

  private def isGood(status: Int): Boolean = status < HttpURLConnection.HTTP_BAD_REQUEST

  private def ask[A](uri: URI, connect: FiniteDuration, answer: FiniteDuration)(
      read: HttpURLConnection => A
  ): Option[A] =
    try
      uri.toURL.openConnection() match {
        case connection: HttpURLConnection =>
          connection.setConnectTimeout(connect.toMillis.toInt)
          connection.setReadTimeout(answer.toMillis.toInt)
          Some(read(connection))
        case _ => None
      }
    catch { case _: IOException => None }
}
