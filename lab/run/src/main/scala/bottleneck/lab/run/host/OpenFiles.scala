package bottleneck.lab.run.host

import com.sun.management.UnixOperatingSystemMXBean
import java.lang.management.ManagementFactory

/** Files and sockets that one process may have open at once. */
object OpenFiles {

  /** What `ulimit -n` allows this JVM and its children; nothing where the system does not tell. */
  def limit: Option[Long] = ManagementFactory.getOperatingSystemMXBean match {
    case system: UnixOperatingSystemMXBean => Some(system.getMaxFileDescriptorCount)
    case _ => None
  }
}
