package bottleneck.lab.run.service

import java.net.URI
import java.net.http.HttpClient.Version.HTTP_1_1
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.time.Duration
import scala.util.control.NonFatal

/** Small GETs of the lab itself: is it there, warm it up. */
object Http {
  private val connectTimeout = Duration.ofSeconds(2)
  private val answerTimeout = Duration.ofSeconds(30)

  private lazy val client = HttpClient.newBuilder().version(HTTP_1_1).connectTimeout(connectTimeout).build()

  /** The status of the answer, or nothing when there is none. */
  def status(uri: URI): Option[Int] =
    try
      Some(
        client
          .send(HttpRequest.newBuilder(uri).timeout(answerTimeout).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode
      )
    catch { case NonFatal(_) => None }
}
