package bottleneck.lab.run.service

import java.io.{IOException, InputStream, OutputStream}
import java.net.{HttpURLConnection, URI}
import scala.util.Using

/** Small GETs of the lab itself: is it there, warm it up. The JDK's oldest client, because it costs least to load. */
object Http {
  private val connectMillis = 2000
  private val answerMillis = 30000

  /** The status of the answer, or nothing when there is none. */
  def status(uri: URI): Option[Int] =
    try
      uri.toURL.openConnection() match {
        case connection: HttpURLConnection => Some(get(connection))
        case _ => None
      }
    catch { case _: IOException => None }

  /** Reads the answer to its end, so that the connection can be used again. */
  private def get(connection: HttpURLConnection): Int = {
    connection.setConnectTimeout(connectMillis)
    connection.setReadTimeout(answerMillis)
    val status = connection.getResponseCode
    val body = if (status < HttpURLConnection.HTTP_BAD_REQUEST) connection.getInputStream else connection.getErrorStream
    Option(body).foreach(Using.resource(_)((input: InputStream) => input.transferTo(OutputStream.nullOutputStream())))
    status
  }
}
