package bottleneck.jenkins

import java.nio.file.{Files, Path}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.SECONDS
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** The Jenkinsfile that sends one load from several agents, with commands that do nothing but leave files. */
class InjectorsFileSpec extends AnyFlatSpec with Matchers with Scratch {
  private val results = "simulations/target/gatling"
  private lazy val file = Files.readString(project.resolve("deploy/jenkins/Jenkinsfile"))

  private def job: Job = Job("injectors", folder.resolve("job"))

  /** A share is a folder with its log and its record; merged ones are one with the logs that there were. An injector
    * sends when as many are there.
    */
  private def commands(injectors: Int, fails: String => Boolean, refused: String => Boolean): Shell = {
    val all = new CountDownLatch(injectors)
    (script, environment, workspace, _) => {
      val injector = environment.getOrElse("INJECTOR", "")
      if (script.contains("-Dlab.injector=")) {
        all.countDown()
        val share = Files.createDirectories(workspace.resolve(s"$results/load-$injector"))
        Files.writeString(share.resolve("simulation.log"), injector)
        if (!refused(injector)) Files.writeString(share.resolve("run.json"), "{}")
        Shell.Exit(if (!all.await(10, SECONDS) || refused(injector)) 1 else if (fails(injector)) 2 else 0)
      } else {
        if (script.contains("java@merge-logs")) merge(workspace)
        val there = AntFiles.find(workspace, s"$results/*/run.json").nonEmpty
        Shell.Exit(if (script.startsWith("ls") && !there) 2 else 0)
      }
    }
  }

  private def merge(workspace: Path): Path = {
    val merged = Files.createDirectories(workspace.resolve(s"$results/merged-load"))
    val logs = AntFiles.find(workspace, s"target/shares/*/$results/*/simulation.log").map(workspace.resolve)
    Files.writeString(merged.resolve("simulation.log"), logs.map(Files.readString).sorted.mkString)
    Files.writeString(merged.getParent.resolve("index.html"), "<html></html>")
  }

  private def agent(label: String): Path = Files.createDirectories(folder.resolve(label))

  private def built(
      injectors: Int,
      fails: String => Boolean = _ => false,
      refused: String => Boolean = _ => false,
      missing: Option[String] = None
  ): (Build, RecordingShell) = {
    val agents = (1 to injectors).map(n => s"load-$n").toSet -- missing
    val shell = new RecordingShell(commands(agents.size, fails, refused))
    val build =
      new Build(job, 1, agent("none"), workspaceOn = label => Option.when(agents(label))(agent(label)))
    new Runner(shell).run(file, build, Map("INJECTORS" -> injectors.toString)) shouldBe Right(())
    (build, shell)
  }

  private def merged: String = Files.readString(job.archive(1).resolve(s"$results/merged-load/simulation.log"))

  "Each agent" should "send the share of its number, and one merge them all" in {
    val (build, shell) = built(3)
    (build.result, merged) shouldBe ((BuildResult.Success, "123"))
    val sent = shell.scripts.filter(_.contains("-Dlab.injector="))
    sent should have size 3
    Files.exists(job.report(1, "Bottleneck").resolve("index.html")) shouldBe true
  }

  "A share that failed" should "make the build unstable, and be merged" in {
    val (build, _) = built(2, fails = _ == "2")
    (build.result, merged) shouldBe ((BuildResult.Unstable, "12"))
  }

  "An injector that was refused" should "fail the build before the merge" in {
    val (build, shell) = built(2, refused = _ == "2")
    build.result shouldBe BuildResult.Failure
    shell.scripts.filter(_.contains("merge-logs")) shouldBe empty
  }

  "An agent that is not there" should "abort the build when its time is up" in {
    val (build, shell) = built(2, missing = Some("load-2"))
    build.result shouldBe BuildResult.Aborted
    build.console should contain("[Merge] skipped due to earlier failure(s)")
    shell.scripts.filter(_.contains("merge-logs")) shouldBe empty
  }

  "Whether a cell is wanted" should "be known before it has an agent" in {
    val build = new Build(job, 1, agent("none"), workspaceOn = label => Option.when(label < "load-3")(agent(label)))
    new Runner(commands(2, _ => false, _ => false))
      .run(file.replace("          beforeAgent true\n", ""), build, Map("INJECTORS" -> "2")) shouldBe Right(())
    // the cells of load-3 and so on wait for theirs
    build.result shouldBe BuildResult.Aborted
  }

  "Each command" should "be one that the documentation shows" in {
    def joined(text: String): String = text.replaceAll("""\\?\s+""", " ")
    val shown = joined(Files.readString(project.resolve("docs/how-to/several-machines.md")))
    val (_, shell) = built(2)
    shell.scripts.map(joined).distinct.filterNot(script => shown.contains(s" $script ")) shouldBe empty
  }

  private def refusal(from: String, to: String): Vector[String] = {
    file should include(from)
    val shell = new RecordingShell(commands(1, _ => false, _ => false))
    val mutant = file.replace(from, to)
    val refused = new Runner(shell).run(mutant, new Build(job, 1, folder))
    shell.scripts shouldBe empty
    refused.left.getOrElse(Vector.empty).map(_.sentence)
  }

  /** What is wrong, what stands instead of what, and how the sentence begins. */
  private val mutants = Vector(
    ("a matrix without axes", "axes {", "axis {", "axis is no section of matrix"),
    ("an axis without values", "values '1'", "value '1'", "value is no section of axis"),
    ("values that are numbers", "values '1'", "values 1", "values is no section of axis"),
    ("an unknown condition", "beforeAgent true", "beforeAll true", "beforeAll is no section of when"),
    (
      "cells without an agent",
      "agent {\n          label \"load-${INJECTOR}\"\n        }\n",
      "",
      "matrix has no agent."
    ),
    ("a stage without an agent", "agent {\n        label 'load-1'\n      }\n", "", """stage "Merge" has no agent."""),
    ("a stash without a name", "stash name: \"share-${INJECTOR}\", ", "stash ", "stash lacks its argument name."),
    ("a folder without steps", "unstash \"share-$n\"", "", "dir is empty.")
  )

  mutants.foreach { case (what, from, to, sentence) =>
    "The runner" should s"refuse $what" in {
      val refused = refusal(from, to)
      refused should have size 1
      refused.head should startWith(sentence)
    }
  }
}
