package bottleneck.lab.explain.log

import bottleneck.lab.explain.log.BenchmarkJvm.Failed
import bottleneck.lab.run.host.Folders
import java.nio.file.{Files, Path}

/** What reading a log takes. Of memory: reads one for all that runs collect, in a JVM with 256 MiB of heap:
  * {{{
  * mvn -q -pl lab/experiment -am process-test-classes exec:exec@log-benchmark
  * }}}
  * Of time, with `-Dbenchmark='speed 1000000 5'`: reads one with this lab and with Gatling's own report, turn by turn,
  * each time in a fresh JVM with equal flags, in so many rounds.
  *
  * The exit code is 1, after a sentence that says why, where one of the JVMs fails.
  */
object LogBenchmark {
  private val heapMiB = 256
  private val usage = "memory REQUESTS [MIB OF HEAP] | speed REQUESTS ROUNDS"

  def main(arguments: Array[String]): Unit = {
    val code =
      try {
        run(arguments.toVector)
        0
      } catch {
        case Failed(reason) =>
          println(s"The benchmark failed: $reason.")
          1
      }
    sys.exit(code)
  }

  private def run(arguments: Vector[String]): Unit = arguments match {
    case Vector("memory", Number(requests)) => memory(requests, heapMiB)
    case Vector("memory", Number(requests), Number(heap)) => memory(requests, heap)
    case Vector("speed", Number(requests), Number(rounds)) => speed(requests, rounds)
    case _ => throw Failed(s"its arguments are $usage, not ${arguments.mkString(" ")}")
  }

  private object Number {
    def unapply(argument: String): Option[Int] = argument.toIntOption.filter(_ > 0)
  }

  private def memory(requests: Int, heapMiB: Int): Unit = inFolder { folder =>
    val log = synthetic(folder, requests, pages = 32)
    new BenchmarkJvm(heapMiB).run(Vector(MemoryReading.getClass.getName.stripSuffix("$"), log.toString))(println)
  }

  private def speed(requests: Int, rounds: Int): Unit = inFolder { folder =>
    println(
      s"${sys.props("java.vm.name")} ${sys.props("java.version")}, ${Runtime.getRuntime.availableProcessors} cores"
    )
    val turns = new SpeedTurns(folder, synthetic(folder, requests, pages = 0))
    val times = (1 to rounds).map(_ => (turns.ours(), turns.gatlings()))
    val (ours, gatlings) = (times.map(_._1), times.map(_._2))
    val (reading, withLoading) = (ours.map(_.reading), ours.map(_.withLoading))
    println(s"the lab: ${describe(reading)}")
    println(s"the lab, its classes to load too: ${describe(withLoading)}")
    println(s"Gatling: ${describe(gatlings)}")
    println(
      f"Gatling ÷ the lab: ${median(gatlings) / median(reading)}%.1f " +
        f"(${median(gatlings) / median(withLoading)}%.1f with the lab's classes to load too)"
    )
  }

  private def inFolder(use: Path => Unit): Unit = {
    val folder = Folders.temporary(Path.of("target"), "benchmark")
    try use(folder)
    finally Folders.remove(folder)
  }

  private def synthetic(folder: Path, requests: Int, pages: Int): Path = {
    val log = Files.createDirectories(folder.resolve(s"run-$requests")).resolve("simulation.log")
    SyntheticLog.write(log, requests, pages)
    println(f"$requests%,d requests in ${SyntheticLog.lengthMs(requests) / 1000}%,d s: ${Files.size(log) / 1e6}%.1f MB")
    log
  }

  private def median(seconds: Seq[Double]): Double = {
    val sorted = seconds.sorted
    (sorted((sorted.size - 1) / 2) + sorted(sorted.size / 2)) / 2
  }

  private def describe(seconds: Seq[Double]): String =
    f"median ${median(seconds)}%.2f s (${seconds.min}%.2f to ${seconds.max}%.2f, ${seconds.size} runs)"
}
