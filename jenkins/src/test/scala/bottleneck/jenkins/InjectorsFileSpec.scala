package bottleneck.jenkins

import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** The Jenkinsfile that sends one load from several agents, with commands that do nothing but leave files. */
class InjectorsFileSpec extends AnyFlatSpec with Matchers with Scratch {
  private val results = "simulations/target/gatling"
  private lazy val file = Files.readString(project.resolve("deploy/jenkins/Jenkinsfile"))

  private def job: Job = Job("injectors", folder.resolve("job"))

  /** A share is a folder with its log; merged ones are one with the logs that there were. */
  private def commands(fails: String => Boolean): Shell = (script, environment, workspace, _) => {
    if (script.contains("-Dlab.injector=")) {
      val share = Files.createDirectories(workspace.resolve(s"$results/load-1"))
      Files.writeString(share.resolve("simulation.log"), environment("INJECTOR"))
    } else if (script.contains("java@merge-logs")) {
      val merged = Files.createDirectories(workspace.resolve(s"$results/merged-load"))
      val logs = AntFiles.find(workspace, s"target/shares/*/$results/*/simulation.log").map(workspace.resolve)
      Files.writeString(merged.resolve("simulation.log"), logs.map(Files.readString).sorted.mkString)
      Files.writeString(merged.getParent.resolve("index.html"), "<html></html>")
    }
    Shell.Exit(if (fails(environment.getOrElse("INJECTOR", ""))) 2 else 0)
  }

  private def agent(label: String): Path = Files.createDirectories(folder.resolve(label))

  private def built(
      injectors: Int,
      fails: String => Boolean = _ => false,
      agents: Set[String] = (1 to 8).map(n => s"load-$n").toSet
  ): (Build, RecordingShell) = {
    val shell = new RecordingShell(commands(fails))
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

  "An agent that is not there" should "fail the build before the merge" in {
    val (build, shell) = built(2, agents = Set("load-1"))
    build.result shouldBe BuildResult.Failure
    build.console should contain("[Merge] skipped due to earlier failure(s)")
    shell.scripts.filter(_.contains("merge-logs")) shouldBe empty
  }

  "Each command" should "be one that the documentation shows" in {
    def joined(text: String): String = text.replaceAll("""\\?\s+""", " ")
    val shown = joined(Files.readString(project.resolve("docs/how-to/several-machines.md")))
    val (_, shell) = built(2)
    shell.scripts.map(joined).distinct.filterNot(shown.contains) shouldBe empty
  }

  private def refusal(from: String, to: String): Vector[String] = {
    file should include(from)
    val shell = new RecordingShell(commands(_ => false))
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
