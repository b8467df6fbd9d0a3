package bottleneck.lab.run.limit

import bottleneck.lab.run.process.{ChildProcess, Command}
import java.nio.file.{Files, Path}
import scala.concurrent.duration._

/** Limits a child that ignores TERM, tells it and waits to be killed. */
object LabThatLimits {
  def main(arguments: Array[String]): Unit = {
    val folder = Path.of(arguments(0))
    val script = "trap '' TERM; while :; do sleep 0.1; done"
    val child = ChildProcess.start(
      Command("child", Vector("sh", "-c", script), folder.resolve("child.log"), grace = 1.second)
    )
    val limits = new FleetLimits(CpuLimiters.found(Vector(0.25)))
    limits.putOn(Vector(LimitedProcess("child", child.pid, 0.25)))
    val _ = Files.createFile(folder.resolve("limited"))
    val _ = child.awaitExit(1.minute)
  }
}
