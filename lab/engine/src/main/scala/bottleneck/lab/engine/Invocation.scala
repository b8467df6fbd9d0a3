package bottleneck.lab.engine

import java.lang.management.ManagementFactory
import java.time.Instant
import scala.jdk.OptionConverters._

/** The command that runs one simulation after another, each in a JVM of its own: that of Maven, as a rule. */
private[lab] object Invocation {
  private val own = ProcessHandle.current()
  private val parent = own.parent().toScala

  /** Start of the process that has started this JVM. */
  def began: Instant = parent.getOrElse(own).info().startInstant().toScala.getOrElse(Instant.EPOCH)

  /** Start of Maven's JVM, where that has started this one. */
  def ofMaven: Option[Instant] =
    parent.flatMap(_.info().commandLine().toScala).filter(_.contains("classworlds")).map(_ => began)

  def jvmBegan: Instant = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean.getStartTime)
}
