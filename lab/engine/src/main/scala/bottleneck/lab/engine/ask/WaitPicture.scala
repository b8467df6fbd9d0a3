package bottleneck.lab.engine.ask

import bottleneck.lab.parts.sources.CpuFrame
import bottleneck.lab.report.chart.FlameGraph
import bottleneck.lab.report.chart.FlameGraph.Box

/** The time of request threads by who calls whom, and by what they wait for: a thread in a dump is a sample. */
private[ask] object WaitPicture {
  private val Frame = """(.*)\.([^.(]+)\((?:[^:)]*)(?::(\d+))?\)""".r

  /** None without a request thread in a dump. */
  def of(level: Level, code: ServiceCode): Option[FlameGraph] = {
    val stacks = for {
      dump <- level.dumps
      thread <- dump if Waits.isRequestThread(thread)
      wait <- Waits.of(thread, dump)
    } yield CpuUse.boxes(thread.frames.reverse.map(frame), code) :+ Box(wait.kind.name, wait.sentence, isOwn = false)
    Option.when(stacks.nonEmpty)(
      FlameGraph("time", "Time of the request threads, by who calls whom", stacks.map(_ -> 1L))
    )
  }

  /** With the line in the method's name: one method may wait in several. */
  private def frame(text: String): CpuFrame = text match {
    case Frame(owner, method, line) => CpuFrame(CpuFrame.Java, owner, method + Option(line).fold("")(":" + _), 0)
    case other => CpuFrame(CpuFrame.Java, other, "", 0)
  }
}
