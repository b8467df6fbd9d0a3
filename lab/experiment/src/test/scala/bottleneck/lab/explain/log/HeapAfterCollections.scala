package bottleneck.lab.explain.log

import com.sun.management.GarbageCollectionNotificationInfo
import java.lang.management.{ManagementFactory, MemoryType}
import java.util.concurrent.atomic.AtomicLong
import javax.management.NotificationEmitter
import javax.management.openmbean.CompositeData
import scala.jdk.CollectionConverters._

/** Watches how much heap of this JVM is in use right after each collection. */
final class HeapAfterCollections {
  private val peak = new AtomicLong
  private val heap =
    ManagementFactory.getMemoryPoolMXBeans.asScala.filter(_.getType == MemoryType.HEAP).map(_.getName).toSet

  ManagementFactory.getGarbageCollectorMXBeans.asScala.foreach {
    case collector: NotificationEmitter =>
      collector.addNotificationListener((notification, _) => collected(notification.getUserData), _ => true, peak)
    case _ => ()
  }

  /** Since the last [[restart]], in bytes. */
  def most: Long = peak.get

  /** What was left over before is collected first. */
  def restart(): Unit = {
    System.gc()
    peak.set(0)
  }

  private def collected(data: AnyRef): Unit = data match {
    case data: CompositeData =>
      val after = GarbageCollectionNotificationInfo.from(data).getGcInfo.getMemoryUsageAfterGc.asScala
      val _ = peak.accumulateAndGet(after.collect { case (pool, use) if heap(pool) => use.getUsed }.sum, _ max _)
    case _ => ()
  }
}
