package bottleneck.lab.explain.log

import bottleneck.lab.explain.log.BenchmarkJvm.Failed
import java.nio.file.Path
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit.MINUTES
import scala.io.Source
import scala.util.Using

/** Runs main classes in fresh JVMs with `heapMiB` of heap, one at a time, and ends each that takes longer than
  * [[BenchmarkJvm.mostMinutes]].
  */
final class BenchmarkJvm(heapMiB: Int) {
  private val command = Vector(
    Path.of(sys.props("java.home"), "bin", "java").toString,
    s"-Xms${heapMiB}m",
    s"-Xmx${heapMiB}m",
    "-XX:+UseG1GC",
    // Gatling makes its strings from the bytes of the log
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "-cp",
    sys.props("java.class.path")
  )

  /** Gives each line that the JVM says to `told` until it ends, as it must: by itself and with exit code 0. */
  def run(arguments: Vector[String])(told: String => Unit): Unit = started(arguments) { (process, lines) =>
    lines.foreach(told)
    val code = process.waitFor()
    if (code != 0) throw Failed(s"a JVM with $heapMiB MiB of heap ended with exit code $code")
  }

  /** Seconds from the line that begins with `from` to each that begins with one of `to`, in their order; what the JVM
    * does then is cut off.
    */
  def seconds(arguments: Vector[String], from: String, to: String*): Vector[Double] = started(arguments) { (_, lines) =>
    def await(begin: String): Long = {
      if (!lines.exists(_.startsWith(begin))) throw Failed(s"a JVM ended without the line '$begin'")
      System.nanoTime()
    }
    val start = await(from)
    to.toVector.map(line => (await(line) - start) / 1e9)
  }

  private def started[A](arguments: Vector[String])(use: (Process, Iterator[String]) => A): A = {
    val process = new ProcessBuilder(command ++ arguments: _*).redirectErrorStream(true).start()
    // its output ends with it, and so does who reads that
    val tooLong = CompletableFuture.delayedExecutor(BenchmarkJvm.mostMinutes, MINUTES)
    CompletableFuture.runAsync(() => { val _ = process.destroyForcibly() }, tooLong)
    try Using.resource(Source.fromInputStream(process.getInputStream))(console => use(process, console.getLines()))
    finally {
      val _ = process.destroyForcibly().waitFor()
    }
  }
}

object BenchmarkJvm {
  val mostMinutes: Long = 10

  /** Why a benchmark did not come to its end, as a clause. */
  final case class Failed(reason: String) extends RuntimeException(reason)
}
