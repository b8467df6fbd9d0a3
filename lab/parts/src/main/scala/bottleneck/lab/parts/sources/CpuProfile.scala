package bottleneck.lab.parts.sources

/** A frame of a sampled stack: `owner` is a class with its package, or a library of native code; `line` 0 is none. */
final case class CpuFrame(kind: CpuFrame.Kind, owner: String, method: String, line: Int) {

  /** Class and method, or the function of native code. */
  def name: String = (kind, owner) match {
    case (CpuFrame.Java, _) => s"$owner.$method"
    case _ => method
  }
}

object CpuFrame {
  sealed trait Kind
  case object Java extends Kind
  case object Native extends Kind
  case object Kernel extends Kind
}

/** So many samples of a thread on CPU with the same stack, the innermost frame first. */
final case class CpuSample(thread: String, frames: Vector[CpuFrame], count: Long)

/** Samples of what a JVM runs; `by` is the profiler, for people. It `hasAll` if it samples all threads at equal
  * distances of CPU time, and else those that run Java code, at equal distances of time.
  */
final case class CpuProfile(by: String, samples: Vector[CpuSample], hasAll: Boolean)
