package bottleneck.lab.run.relay

import bottleneck.lab.files.WholeFile
import bottleneck.lab.run.host.{Folders, FreePorts}
import bottleneck.lab.run.process.{ChildProcess, Command, FailingPart}
import java.io.File
import java.net.{InetAddress, Socket}
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration._
import scala.util.Try

/** A running [[Relay]] in front of a server of this machine.
  *
  * @param port
  *   on which it listens, on the loopback interface
  */
final class RelayProcess private (
    process: ChildProcess,
    val port: Int,
    val roundTrip: FiniteDuration,
    orders: Path
) extends AutoCloseable {
  private val lost = new AtomicInteger

  def pid: Long = process.pid

  /** A restart cuts all connections. */
  def failing: FailingPart = FailingPart(process, () => process.awaitReady(RelayProcess.readyWithin)(accepts))

  /** From now on a request and its answer take so much longer than on loopback. */
  def delay(roundTrip: FiniteDuration): Unit = order(Network.Order(roundTrip / 2, lost.get))

  /** Nothing comes any more through the connections that there are. */
  def loseConnections(): Unit = order(Network.Order(roundTrip / 2, lost.incrementAndGet()))

  private def order(wanted: Network.Order): Unit = WholeFile.write(orders, wanted.text)

  private def accepts: Boolean = Try(new Socket(InetAddress.getLoopbackAddress, port).close()).isSuccess

  /** Waits until something `answers` through it. */
  def awaitReady(answers: => Boolean): Unit = process.awaitReady(RelayProcess.readyWithin)(answers)

  def hasEnded: Boolean = process.hasEnded

  override def close(): Unit = process.close()
}

object RelayProcess {
  private val readyWithin = 30.seconds

  /** So little work that compilers and collectors would only take cores from what is measured. */
  private val flags = Vector("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "-XX:-UsePerfData")

  /** Starts one, without waiting for it, through which a request and its answer take so much longer. */
  def start(serverPort: Int, roundTrip: FiniteDuration, work: Path, logs: Path): RelayProcess = {
    val port = FreePorts.choose(1, except = Set(serverPort)).head
    val scratch = Folders.temporary(work, "relay")
    val orders = scratch.resolve("orders")
    WholeFile.write(orders, Network.Order(roundTrip / 2, lost = 0).text)
    val program = Vector(java) ++ flags ++ Vector("-cp", classPath, classOf[Relay].getName)
    val arguments = program ++ Vector(port.toString, serverPort.toString, orders.toString)
    val command = Command("The relay", arguments, logs.resolve("relay.log"), scratch = Some(scratch))
    new RelayProcess(ChildProcess.start(command), port, roundTrip, orders)
  }

  /** The lab's own JDK. */
  private def java: String = Path.of(System.getProperty("java.home"), "bin", "java").toString

  /** Where this class and Scala's library come from. */
  private def classPath: String = Vector(classOf[Relay], classOf[Option[_]])
    .map(known => Path.of(known.getProtectionDomain.getCodeSource.getLocation.toURI).toString)
    .distinct
    .mkString(File.pathSeparator)
}
