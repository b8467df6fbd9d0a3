package bottleneck.lab.parts.sources

/** Bytes of a heap: in use, and the most that it may have (-Xmx). */
final case class HeapUse(used: Double, max: Double)

/** The heap of a JVM and its garbage collection, from its MBeans. */
private[lab] object HeapSource {

  /** Seconds of all collectors' pauses; those that run beside the service ("Cycles") are in its CPU time. */
  def gcSeconds(beans: MBeans): Double = beans
    .named("java.lang:type=GarbageCollector,*")
    .filterNot(_.getKeyProperty("name").contains("Cycles"))
    .flatMap(beans.numbers(_, "CollectionTime").values)
    .sum / 1000

  def use(beans: MBeans): Option[HeapUse] = for {
    memory <- beans.named("java.lang:type=Memory").headOption
    heap = beans.parts(memory, "HeapMemoryUsage")
    used <- heap.get("used")
    max <- heap.get("max") if max > 0
  } yield HeapUse(used, max)
}
