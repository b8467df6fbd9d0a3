package bottleneck.lab.parts.host

import com.sun.management.UnixOperatingSystemMXBean
import java.lang.management.ManagementFactory

/** Files and sockets that a process may have open. */
object OpenFiles {

  /** Limit of open files (`ulimit -n`) for this JVM and its children; none where the system does not report it. */
  def limit: Option[Long] = ManagementFactory.getOperatingSystemMXBean match {
    case system: UnixOperatingSystemMXBean => Some(system.getMaxFileDescriptorCount)
    case _ => None
  }
}
