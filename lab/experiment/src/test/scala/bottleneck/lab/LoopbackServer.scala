package bottleneck.lab

import com.sun.net.httpserver.{HttpExchange, HttpServer}
import java.net.{InetAddress, InetSocketAddress, URI}
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue, Executors}
import scala.jdk.CollectionConverters._

/** An HTTP server that answers after 20 ms, and knows whom it answered, what and when. */
final class LoopbackServer extends AutoCloseable {
  private val threads = Executors.newCachedThreadPool()
  private val clients = ConcurrentHashMap.newKeySet[Int]()
  private val asked = new ConcurrentLinkedQueue[(String, Long)]()
  private val working = new AtomicInteger
  private val server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0)
  server.setExecutor(threads)
  server.createContext("/", (exchange: HttpExchange) => answer(exchange))
  server.start()

  def url: URI = new URI(s"http://127.0.0.1:${server.getAddress.getPort}")

  /** How many clients had a connection. */
  def connections: Int = clients.size

  /** How many requests it is answering. */
  def atWork: Int = working.get()

  /** When it got each request of a path, in ms since the epoch. */
  def times(path: String): Vector[Long] = asked.asScala.toVector.collect { case (`path`, at) => at }

  /** How many requests it got. */
  def requests: Int = asked.size

  private def answer(exchange: HttpExchange): Unit = {
    working.incrementAndGet()
    asked.add(exchange.getRequestURI.getPath -> System.currentTimeMillis())
    clients.add(exchange.getRemoteAddress.getPort)
    Thread.sleep(20)
    exchange.sendResponseHeaders(200, -1)
    // before the client can know
    working.decrementAndGet()
    exchange.close()
  }

  override def close(): Unit = {
    server.stop(0)
    val _ = threads.shutdownNow()
  }
}
