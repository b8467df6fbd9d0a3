package bottleneck.lab.log

import com.sun.net.httpserver.{HttpExchange, HttpServer}
import java.net.{InetAddress, InetSocketAddress, URI}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue, CountDownLatch, Executors}
import scala.jdk.CollectionConverters._

/** An HTTP server on loopback that answers every request with the same text after some milliseconds, until it is told
  * to hang; it knows whom it answered, what and when.
  */
final class StubService(text: String = "", delayMs: Long = 0) extends AutoCloseable {
  private val threads = Executors.newCachedThreadPool()
  private val server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0)
  private val gate = new AtomicReference(new CountDownLatch(0))
  private val clients = ConcurrentHashMap.newKeySet[Int]()
  private val arrived = new ConcurrentLinkedQueue[(String, Long)]()
  private val working = new AtomicInteger

  val lastQuery = new AtomicReference("")

  server.setExecutor(threads)
  server.createContext("/", (exchange: HttpExchange) => answer(exchange))
  server.start()

  def url: URI = new URI(s"http://127.0.0.1:${server.getAddress.getPort}")

  def uri: URI = new URI(s"$url/actuator/prometheus")

  /** Number of clients that had a connection. */
  def connections: Int = clients.size

  /** Number of requests that it is answering. */
  def atWork: Int = working.get()

  /** Number of requests that have arrived, of all or for `path`. */
  def requests: Int = arrived.size

  def asked(path: String): Int = times(path).size

  /** When each request for `path` arrived, in ms since the epoch. */
  def times(path: String): Vector[Long] = arrived.asScala.toVector.collect { case (`path`, at) => at }

  def hang(): Unit = gate.set(new CountDownLatch(1))

  def goOn(): Unit = gate.get().countDown()

  private def answer(exchange: HttpExchange): Unit = {
    working.incrementAndGet()
    lastQuery.set(exchange.getRequestURI.getQuery)
    arrived.add(exchange.getRequestURI.getPath -> System.currentTimeMillis())
    clients.add(exchange.getRemoteAddress.getPort)
    gate.get().await()
    Thread.sleep(delayMs)
    // before the client can know
    working.decrementAndGet()
    val body = text.getBytes(UTF_8)
    exchange.sendResponseHeaders(200, if (body.isEmpty) -1L else body.length.toLong)
    if (body.nonEmpty) exchange.getResponseBody.write(body)
    exchange.close()
  }

  override def close(): Unit = {
    goOn()
    server.stop(0)
    val _ = threads.shutdownNow()
  }
}
