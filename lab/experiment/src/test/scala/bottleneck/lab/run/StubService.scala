package bottleneck.lab.run

import com.sun.net.httpserver.{HttpExchange, HttpServer}
import java.net.{InetAddress, InetSocketAddress, URI}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, Executors}
import scala.jdk.CollectionConverters._
import scala.util.Using

/** An HTTP server that answers every request with the same text, until it is told to hang. */
private[run] final class StubService(text: String) extends AutoCloseable {
  private val threads = Executors.newCachedThreadPool()
  private val server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0)
  private val gate = new AtomicReference(new CountDownLatch(0))

  private val arrived = new ConcurrentLinkedQueue[(String, Long)]()

  val lastQuery = new AtomicReference("")

  server.setExecutor(threads)
  server.createContext("/", (exchange: HttpExchange) => answer(exchange))
  server.start()

  def url: URI = new URI(s"http://127.0.0.1:${server.getAddress.getPort}")

  def uri: URI = new URI(s"$url/actuator/prometheus")

  /** How many requests for `path` have arrived. */
  def asked(path: String): Int = times(path).size

  /** When each request for `path` arrived, in ms since the epoch. */
  def times(path: String): Vector[Long] = arrived.asScala.toVector.collect { case (`path`, at) => at }

  def hang(): Unit = gate.set(new CountDownLatch(1))

  def goOn(): Unit = gate.get().countDown()

  private def answer(exchange: HttpExchange): Unit = {
    lastQuery.set(exchange.getRequestURI.getQuery)
    arrived.add(exchange.getRequestURI.getPath -> System.currentTimeMillis())
    gate.get().await()
    val body = text.getBytes(UTF_8)
    exchange.sendResponseHeaders(200, body.length.toLong)
    Using.resource(exchange.getResponseBody)(_.write(body))
  }

  override def close(): Unit = {
    goOn()
    server.stop(0)
    val _ = threads.shutdownNow()
  }
}
