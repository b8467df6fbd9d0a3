package bottleneck.lab.parts.sources

import bottleneck.lab.parts.metrics.LinuxProcesses
import com.sun.tools.attach.VirtualMachine
import java.nio.file.{Files, Path}
import java.util.UUID
import javax.management.openmbean.CompositeData
import javax.management.remote.{JMXConnector, JMXConnectorFactory, JMXServiceURL}
import javax.management.{JMException, MBeanServerConnection, ObjectName}
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.util.Try
import scala.util.control.NonFatal

/** Connection to a JVM (HotSpot) by attach and JMX. No method throws; what is late or absent is None. */
final class JvmLink private (connector: JMXConnector) extends AutoCloseable {
  import JvmLink._

  private val server = connector.getMBeanServerConnection
  private val beans = new MBeans(server)
  private val figures = new Lane("figures of the JVM")
  private val dumps = new Lane("dumps of the JVM")
  private val commands = new Lane("commands of the JVM")

  /** Result of one look at the MBeans. */
  def look[A](of: MBeans => A): Option[A] = figures.within(figuresWithin)(of(beans))

  /** Text as of `jcmd Thread.print`; with `locks` as with its option `-l`: with the locks that each thread owns, for
    * which the JVM walks its whole heap and stands still meanwhile.
    */
  def threadDump(locks: Boolean): Option[String] =
    dumps.within(dumpWithin)(invoke("threadPrint", Option.when(locks)("-l").toVector))

  /** What a command of `jcmd` answers, by the name of its operation among the MBeans, such as `jfrStart`. */
  def command(operation: String, arguments: String*): Option[String] =
    commands.within(commandWithin)(invoke(operation, arguments))

  private def invoke(operation: String, arguments: Seq[String]): String = {
    val options: AnyRef = arguments.toArray
    server.invoke(diagnostics, operation, Array(options), Array(classOf[Array[String]].getName)).toString
  }

  /** JSON as of `jcmd Thread.dump_to_file -format=json`, which has virtual threads too; none before JDK 21. */
  def virtualThreadDump(): Option[String] = dumps.within(dumpWithin) {
    written("threads", ".json") { file =>
      val _ =
        server.invoke(hotspot, "dumpThreads", Array(file.toString, "JSON"), Array.fill(2)(classOf[String].getName))
      Files.readString(file)
    }
  }

  override def close(): Unit = {
    val _ = figures.within(figuresWithin)(connector.close())
    Vector(figures, dumps, commands).foreach(_.close())
  }
}

/** MBeans of a JVM; the calls of a look. */
private[lab] final class MBeans(server: MBeanServerConnection) {

  /** To find them costs the service more than to read them. */
  private val found = new Recent[String, Vector[ObjectName]](5.seconds)

  def named(pattern: String): Vector[ObjectName] =
    found(pattern)(server.queryNames(new ObjectName(pattern), null).asScala.toVector.sortBy(_.getCanonicalName))

  /** Those of these attributes that the MBean has and that are numbers. */
  def numbers(bean: ObjectName, attributes: String*): Map[String, Double] = {
    val found =
      try server.getAttributes(bean, attributes.toArray).asList.asScala
      catch { case _: JMException => Vector.empty } // it is gone
    found
      .map(of => of.getName -> of.getValue)
      .collect { case (name, number: Number) => name -> number.doubleValue }
      .toMap
  }

  /** Numbers of which an attribute consists. */
  def parts(bean: ObjectName, attribute: String): Map[String, Double] =
    try
      server.getAttribute(bean, attribute) match {
        case data: CompositeData =>
          val all = data.getCompositeType.keySet.asScala.map(name => name -> data.get(name))
          all.collect { case (name, number: Number) => name -> number.doubleValue }.toMap
        case _ => Map.empty
      }
    catch { case _: JMException => Map.empty }
}

object JvmLink {

  /** Result of reading a file that the JVM, which may be another user's, makes: it refuses one that is there. */
  private[sources] def written[A](what: String, ending: String)(read: Path => A): A = {
    val open = Some(Path.of("/tmp")).filter(Files.isWritable(_)).getOrElse(Path.of(sys.props("java.io.tmpdir")))
    val file = open.resolve(s"bottleneck-$what-${UUID.randomUUID()}$ending").toAbsolutePath
    try read(file)
    finally {
      val _ = Try(Files.deleteIfExists(file))
    }
  }

  private val figuresWithin = 500.millis
  private val dumpWithin = 3.seconds

  /** Under load a JVM needs seconds to load an agent. */
  private val commandWithin = 20.seconds
  private val diagnostics = new ObjectName("com.sun.management:type=DiagnosticCommand")
  private val hotspot = new ObjectName("com.sun.management:type=HotSpotDiagnostic")
  private val noAttach = "-XX:+DisableAttachMechanism"

  /** Signal 3, by which attach wakes a JVM up, in the mask of signals. */
  private val quit = 1L << 2

  /** Link to the process `pid`, or why there is none, as a sentence. A JVM that is starting may refuse. */
  def to(pid: Long, within: FiniteDuration): Either[String, JvmLink] = refusal(pid).toLeft(()).flatMap { _ =>
    val lane = new Lane("attach")
    def late = s"The JVM $pid did not let the lab attach within $within; it may run with $noAttach."
    val link = lane.within(within)(attach(pid)).getOrElse(Left(late))
    lane.close()
    link
  }

  private def attach(pid: Long): Either[String, JvmLink] =
    try {
      val jvm = VirtualMachine.attach(pid.toString)
      val url =
        try jvm.startLocalManagementAgent()
        finally jvm.detach()
      Right(new JvmLink(JMXConnectorFactory.connect(new JMXServiceURL(url))))
    } catch { case NonFatal(failure) => Left(s"The JVM $pid does not let the lab attach: ${failure.getMessage}") }

  /** Why a process cannot be attached to. Attach sends it the signal QUIT, which ends a process that is no JVM. */
  private def refusal(pid: Long): Option[String] = {
    val proc = ProcessSource.ofThisSystem.proc
    def file(name: String): Option[String] = LinuxProcesses.read(proc.resolve(pid.toString), name)
    val caught = file("status")
      .flatMap("""SigCgt:\s+(\p{XDigit}+)""".r.findFirstMatchIn(_))
      .map(found => java.lang.Long.parseUnsignedLong(found.group(1), 16))
    val isJvm = file("maps").map(_.contains("/libjvm.so"))
    if (!ProcessHandle.of(pid).toScala.exists(_.isAlive)) Some(s"There is no process $pid.")
    else if (!Files.isDirectory(proc.resolve("self")))
      Option.unless(VirtualMachine.list().asScala.exists(_.id == pid.toString))(noJvm(pid))
    else if (isJvm.isEmpty) Some(s"The process $pid belongs to another user: run the lab as that user.")
    else if (isJvm.contains(false)) Some(noJvm(pid))
    else if (file("cmdline").exists(_.contains(noAttach))) Some(s"The JVM $pid runs with $noAttach: leave that out.")
    else Option.when(caught.exists(mask => (mask & quit) == 0))(s"The JVM $pid runs with -Xrs, or is still starting.")
  }

  private def noJvm(pid: Long): String = s"The process $pid is no JVM of HotSpot (a native image is none)."
}
