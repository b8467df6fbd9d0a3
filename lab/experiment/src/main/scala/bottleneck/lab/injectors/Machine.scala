package bottleneck.lab.injectors

import java.net.InetAddress
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._
import scala.util.Try

/** Which machine an injector is on. */
private[injectors] object Machine {

  /** As it calls itself; `localhost` where it has no name. */
  def name: String = Try(InetAddress.getLocalHost.getHostName).getOrElse(InetAddress.getLoopbackAddress.getHostName)

  /** Id of its kernel since that booted (random(4)), which containers share that share its cores; none where this JVM
    * may use a part of these alone, and where it is not Linux.
    */
  def kernel: Option[String] = Try {
    val cores = Files.readAllLines(Path.of("/proc/cpuinfo")).asScala.count(_.startsWith("processor"))
    Option.when(Runtime.getRuntime.availableProcessors >= cores)(
      Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim
    )
  }.toOption.flatten
}
