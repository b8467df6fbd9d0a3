package bottleneck.jenkins

import java.nio.file.{Files, Path}
import java.time.Instant
import scala.jdk.StreamConverters._
import scala.util.Using

/** A shell whose commands leave what the real ones leave, at once. Their results are those of real runs.
  *
  * @param ends
  *   how a command ends that does not end well, by a part of its text
  */
final class StubbedCommands(project: Path, number: Int, ends: Map[String, Shell.End] = Map.empty) extends Shell {
  override def run(
      script: String,
      environment: Map[String, String],
      folder: Path,
      until: Option[Instant]
  ): Shell.End = {
    val end = ends.collectFirst { case (part, end) if script.contains(part) => end }.getOrElse(Shell.Exit(0))
    val results = folder.resolve("simulations/target/gatling")
    // a night that refuses a parameter does nothing before it ends
    if (script.contains("verify")) tests(folder, failed = end != Shell.Exit(0))
    else if (script.contains("gatling:test")) run(results, "oneinstance-2026112222385026")
    else if (script.contains("java@night") && end != StubbedCommands.refused) night(results)
    else if (script.contains("build-site")) site(results)
    else if (script.startsWith("mkdir")) Shell.Real.run(script, environment, folder, until)
    end
  }

  private def tests(folder: Path, failed: Boolean): Unit =
    write(
      folder.resolve("lab/experiment/target/surefire-reports/TEST-bottleneck.lab.SomeSpec.xml"),
      s"""<testsuite><testcase name="a">${if (failed) "<failure/>" else ""}</testcase></testsuite>"""
    )

  private def night(results: Path): Unit = {
    run(results, "withoutindex-2026112222245550")
    run(results, "fiveinstances-2026112222381312")
    write(results.resolve("night.json"), """{"runs": []}""")
  }

  /** With the committed result of a run of the same class. */
  private def run(results: Path, id: String): Unit = {
    val folder = results.resolve(s"$id$number")
    write(folder.resolve("result.json"), Files.readString(committed(id.takeWhile(_ != '-'))))
    write(folder.resolve("js/global_stats.json"), "{}")
    write(folder.resolve("index.html"), "<html></html>")
    site(results)
  }

  private def committed(name: String): Path = Using
    .resource(Files.list(project.resolve("docs/results")))(_.toScala(Vector))
    .find(_.getFileName.toString.startsWith(s"$name-"))
    .getOrElse(throw new NoSuchElementException(s"docs/results has no run of $name"))

  private def site(results: Path): Unit = {
    write(results.resolve("index.html"), "<html></html>")
    write(results.resolve("experiments/random-latency.html"), "<html></html>")
    write(results.resolve("claims.json"), "[]")
    test(results, "claims", StubbedCommands.claim)
    test(results, "history", StubbedCommands.regression)
  }

  private def test(results: Path, name: String, fails: String): Unit = {
    val outcome = if (ends.contains(fails)) "<failure/>" else "<skipped/>"
    write(results.resolve(s"TEST-$name.xml"), s"""<testsuite><testcase name="c">$outcome</testcase></testsuite>""")
  }

  private def write(file: Path, text: String): Unit = {
    Files.createDirectories(file.getParent)
    val _ = Files.writeString(file, text)
  }
}

object StubbedCommands {

  /** Of a night that does not start. */
  val refused: Shell.End = Shell.Exit(2)

  /** A claim that came out otherwise, which is no command. */
  val claim = "(a claim)"

  /** A confirmed regression, which is no command either. */
  val regression = "(a regression)"
}
