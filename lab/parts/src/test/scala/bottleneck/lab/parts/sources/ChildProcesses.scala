package bottleneck.lab.parts.sources

import bottleneck.lab.parts.host.Folders
import com.sun.net.httpserver.HttpServer
import java.io.{BufferedReader, InputStreamReader}
import java.lang.management.ManagementFactory
import java.net.{InetAddress, InetSocketAddress, Socket}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import javax.management._
import org.scalatest.Assertions
import scala.jdk.CollectionConverters._

/** Processes that end with the test. */
object ChildProcesses extends Assertions {
  def child[A](command: String*)(test: Process => A): A = {
    val process = new ProcessBuilder(command: _*).redirectError(ProcessBuilder.Redirect.DISCARD).start()
    try test(process)
    finally {
      process.descendants().forEach { one =>
        val _ = one.destroyForcibly()
      }
      val _ = process.destroyForcibly().waitFor(10, SECONDS)
    }
  }

  /** The service in a JVM, with the port that it says. */
  def service[A](java: Path, other: Int, options: String*)(test: (Process, Int) => A): A = {
    val started =
      Vector("-cp", sys.props("java.class.path"), "bottleneck.lab.parts.sources.WatchedService", other.toString)
    child(java.toString +: "-XX:TieredStopAtLevel=1" +: "-XX:+UseSerialGC" +: (options ++ started): _*) { process =>
      test(process, new BufferedReader(new InputStreamReader(process.getInputStream)).readLine().toInt)
    }
  }

  val ownJava: Path = Path.of(sys.props("java.home"), "bin", "java")

  /** A JDK that has virtual threads. */
  def newJava: Path = {
    val folder = Path.of("/usr/lib/jvm")
    val all = if (Files.isDirectory(folder)) Folders.entries(folder) else Vector.empty
    all
      .filter(_.getFileName.toString.matches(".*\\b2[1-9]\\b.*"))
      .map(_.resolve("bin/java"))
      .find(Files.isExecutable(_))
      .getOrElse(cancel(s"there is no JDK 21 or later in $folder"))
  }

  def signal(name: String, process: Process): Unit = {
    val _ = new ProcessBuilder("kill", s"-$name", process.pid().toString).start().waitFor(10, SECONDS)
  }
}

/** A JVM of its own with MBeans named like those of Tomcat and HikariCP. It says its port, has two connections to the
  * port that is its argument if that is not 0, and one virtual thread where the JDK has them; it ends with its input.
  */
object WatchedService {
  def main(arguments: Array[String]): Unit = {
    val server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0)
    server.start()
    val port = server.getAddress.getPort
    register(s"Tomcat:type=ThreadPool,name=\"http-nio-$port\"", "currentThreadsBusy" -> 3, "maxThreads" -> 4)
    register(s"Tomcat:type=ThreadPool,name=\"http-nio-$port\",subType=SocketProperties", "maxThreads" -> 9)
    register("Tomcat:type=ThreadPool,name=\"http-nio-1\"", "currentThreadsBusy" -> 1, "maxThreads" -> 200)
    val processor = s"Tomcat:type=GlobalRequestProcessor,name=\"http-nio-$port\""
    register(processor, "requestCount" -> 1000, "processingTime" -> 50300)
    register("com.zaxxer.hikari:type=Pool (Orders)", "ActiveConnections" -> 4, "ThreadsAwaitingConnection" -> 12)
    register("com.zaxxer.hikari:type=PoolConfig (Orders)", "MaximumPoolSize" -> 4)
    register("org.xnio:type=Xnio,provider=\"nio\",worker=\"XNIO-1\"", "BusyWorkerThreadCount" -> 7)
    val otherPort = arguments.head.toInt
    val other = Vector.fill(if (otherPort == 0) 0 else 2)(new Socket(InetAddress.getLoopbackAddress, otherPort))
    classOf[Thread].getMethods.find(_.getName == "startVirtualThread").foreach { start =>
      val waits: Runnable = () => synchronized(wait())
      start.invoke(classOf[Thread], waits)
    }
    println(port)
    System.in.read()
    other.foreach(_.close())
    sys.exit()
  }

  private def register(name: String, numbers: (String, Int)*): Unit = {
    val _ = ManagementFactory.getPlatformMBeanServer.registerMBean(new Numbers(numbers.toMap), new ObjectName(name))
  }

  private final class Numbers(numbers: Map[String, Int]) extends DynamicMBean {
    override def getAttribute(name: String): AnyRef = Integer.valueOf(numbers(name))
    override def getAttributes(names: Array[String]): AttributeList =
      new AttributeList(
        names.filter(numbers.contains).map(name => new Attribute(name, getAttribute(name))).toList.asJava
      )
    override def getMBeanInfo: MBeanInfo = new MBeanInfo(getClass.getName, "numbers", null, null, null, null)
    override def setAttribute(attribute: Attribute): Unit = ()
    override def setAttributes(attributes: AttributeList): AttributeList = attributes
    override def invoke(action: String, values: Array[AnyRef], types: Array[String]): AnyRef = action
  }
}
