package bottleneck.lab.run.relay

import bottleneck.lab.run.host.FreePorts
import bottleneck.lab.run.process.{ChildProcess, Command}
import java.io.File
import java.nio.file.Path
import scala.concurrent.duration._

/** A running [[Relay]] in front of a server of this machine.
  *
  * @param port
  *   on which it listens, on the loopback interface
  */
final class RelayProcess private (process: ChildProcess, val port: Int) extends AutoCloseable {
  def pid: Long = process.pid

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
  def start(serverPort: Int, roundTrip: FiniteDuration, logs: Path): RelayProcess = {
    val port = FreePorts.choose(1, except = Set(serverPort)).head
    val program = Vector(java) ++ flags ++ Vector("-cp", classPath, classOf[Relay].getName)
    val arguments = program ++ Vector(port.toString, serverPort.toString, (roundTrip / 2).toMicros.toString)
    val command = Command("The relay", arguments, logs.resolve("relay.log"))
    new RelayProcess(ChildProcess.start(command), port)
  }

  /** The lab's own JDK. */
  private def java: String = Path.of(System.getProperty("java.home"), "bin", "java").toString

  /** Where this class and Scala's library come from. */
  private def classPath: String = Vector(classOf[Relay], classOf[Option[_]])
    .map(known => Path.of(known.getProtectionDomain.getCodeSource.getLocation.toURI).toString)
    .distinct
    .mkString(File.pathSeparator)
}
