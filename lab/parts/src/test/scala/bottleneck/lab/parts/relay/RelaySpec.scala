package bottleneck.lab.parts.relay

import bottleneck.lab.log.TemporaryFolder
import java.net.{InetAddress, ServerSocket, Socket}
import java.util.concurrent.{Callable, Executors, TimeUnit}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.{Random, Using}

class RelaySpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val localhost = InetAddress.getLoopbackAddress
  private val within = 20000

  /** A server of one connection, a relay in front of it, and both ends of a connection through that. */
  private def through(oneWay: FiniteDuration)(use: (Socket, Socket) => Any): Any = Using.Manager { manage =>
    val server = manage(new ServerSocket(0, 50, localhost))
    val listener = manage(new ServerSocket(0, 50, localhost))
    val relay = new Thread(() => new Relay(listener, server.getLocalPort, oneWay).run())
    relay.start()
    val client = manage(connected(listener.getLocalPort))
    val accepted = manage(server.accept())
    accepted.setSoTimeout(within)
    use(client, accepted)
    listener.close()
    relay.join(within.toLong)
    relay.isAlive shouldBe false
  }.get

  private def connected(port: Int): Socket = {
    val socket = new Socket(localhost, port)
    socket.setSoTimeout(within)
    socket.setTcpNoDelay(true)
    socket
  }

  /** Round-trip time of one byte, in ms. */
  private def roundTripMs(client: Socket, server: Socket): Double = {
    val began = System.nanoTime()
    client.getOutputStream.write(1)
    server.getInputStream.read() shouldBe 1
    server.getOutputStream.write(2)
    client.getInputStream.read() shouldBe 2
    (System.nanoTime() - began) / 1e6
  }

  "A relay" should "make a request and its answer take no less than the round trip" in
    through(oneWay = 5.millis) { (client, server) =>
      Vector.fill(10)(roundTripMs(client, server)).min should be >= 10.0
    }

  it should "delay what follows at once by no more than what came first" in
    through(oneWay = 200.millis) { (client, server) =>
      val began = System.nanoTime()
      (1 to 10).foreach { n =>
        client.getOutputStream.write(n)
        Thread.sleep(10)
      }
      Vector.fill(10)(server.getInputStream.read()) shouldBe (1 to 10)
      // one after the other they would take 10 times as long
      (System.nanoTime() - began) / 1e6 should (be >= 200.0 and be < 2000.0)
    }

  it should "pass all bytes on in order, in both directions" in through(oneWay = 1.milli) { (client, server) =>
    val sent = new Array[Byte](20000000)
    new Random(1).nextBytes(sent)
    val threads = Executors.newFixedThreadPool(2)
    def received(by: Socket): Callable[Array[Byte]] = () => by.getInputStream.readNBytes(sent.length)
    try {
      val both = Vector(threads.submit(received(server)), threads.submit(received(client)))
      Vector(client, server)
        .map { from =>
          val writer = new Thread(() => from.getOutputStream.write(sent))
          writer.start()
          writer
        }
        .foreach(_.join(within.toLong))
      both.forall(bytes => java.util.Arrays.equals(bytes.get(within.toLong, TimeUnit.MILLISECONDS), sent)) shouldBe true
    } finally threads.shutdown()
  }

  it should "pass the end of either side on, after what came before it" in
    Vector(true, false).foreach { isClient =>
      through(oneWay = 20.millis) { (client, server) =>
        val (from, to) = if (isClient) (client, server) else (server, client)
        from.getOutputStream.write(7)
        from.close()
        to.getInputStream.read() shouldBe 7
        to.getInputStream.read() shouldBe -1
      }
    }

  "The relay's process" should "stand in front of a server, and leave nothing" in
    Using.resource(new ServerSocket(0, 50, localhost)) { server =>
      val relay = RelayProcess.start(server.getLocalPort, roundTrip = 30.millis, folder)
      Using.resource(relay) { relay =>
        relay.awaitReady(Using(connected(relay.port))(_ => ()).isSuccess)
        Using.resource(server.accept())(_ => ())
        Using.Manager { manage =>
          val client = manage(connected(relay.port))
          roundTripMs(client, manage(server.accept()))
        }.get should be >= 30.0
        relay.hasEnded shouldBe false
      }
      relay.hasEnded shouldBe true
    }
}
