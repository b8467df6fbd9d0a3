package bottleneck.jenkins

import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** The repository's Jenkinsfile, with commands that do nothing but leave files. */
class JenkinsfileSpec extends AnyFlatSpec with Matchers with Scratch {
  private val results = "simulations/target/gatling"

  private def job: Job = Job("nightly", folder.resolve("job"))

  private def built(number: Int, ends: (String, Shell.End)*): Build = {
    val build = new Build(job, number, Files.createDirectories(folder.resolve(s"workspace$number")))
    new Runner(new StubbedCommands(project, number, ends.toMap)).run(jenkinsfile, build) shouldBe Right(())
    build
  }

  private def archived(number: Int): Vector[String] =
    AntFiles.find(job.archive(number), s"$results/**").map(_.toString.drop(results.length + 1))

  private def published(number: Int): Boolean = Files.exists(job.report(number, "Bottleneck").resolve("index.html"))

  "The nightly" should "succeed, and publish the page, the runs and Gatling's reports" in {
    val build = built(1)
    (build.result, build.description) shouldBe ((BuildResult.Success, None))
    archived(1) should contain allOf ("index.html", "night.json", "withoutindex-20261122222455501/result.json")
    published(1) shouldBe true
    Files.exists(job.simulations(1).resolve("fiveinstances-20261122223813121/js/global_stats.json")) shouldBe true
  }

  it should "compare with the results of earlier builds, and not take their reports for its own" in {
    built(1)
    val build = built(2)
    val history = build.workspace.resolve("target/history").resolve(results)
    AntFiles.find(history, "**").map(_.toString) should contain("withoutindex-20261122222455501/result.json")
    AntFiles.find(history, "**/global_stats.json") shouldBe empty
    Files.exists(job.simulations(2).resolve("withoutindex-20261122222455501")) shouldBe false
    build.result shouldBe BuildResult.Success
  }

  it should "have the earlier results before it measures" in {
    built(1)
    val build = new Build(job, 2, Files.createDirectories(folder.resolve("workspace2")))
    val commands = new StubbedCommands(project, 2)
    val shell: Shell = (script, environment, workspace, until) =>
      if (script.contains("java@night") && AntFiles.find(workspace, s"target/history/$results/*/result.json").isEmpty)
        Shell.Exit(1)
      else commands.run(script, environment, workspace, until)
    new Runner(shell).run(jenkinsfile, build) shouldBe Right(())
    build.result shouldBe BuildResult.Success
  }

  it should "be unstable after a failed run, with the page" in {
    built(1, "java@night" -> Shell.Exit(1)).result shouldBe BuildResult.Unstable
    archived(1) should contain allOf ("index.html", "night.json", "fiveinstances-20261122223813121/result.json")
    published(1) shouldBe true
  }

  it should "be unstable when a claim came out otherwise" in {
    built(1, StubbedCommands.claim -> Shell.Exit(0)).result shouldBe BuildResult.Unstable
    published(1) shouldBe true
  }

  it should "be unstable when a regression is confirmed" in {
    built(1, StubbedCommands.regression -> Shell.Exit(0)).result shouldBe BuildResult.Unstable
    published(1) shouldBe true
  }

  it should "keep what there is when the time is up, and compare it" in {
    val build = built(1, "java@night" -> Shell.TimeUp)
    build.result shouldBe BuildResult.Aborted
    build.console should contain("[Compare]")
    archived(1) should contain allOf ("index.html", "fiveinstances-20261122223813121/result.json")
    published(1) shouldBe true
  }

  it should "fail when the night refuses a parameter, and keep the page of the smoke test" in {
    val build = built(1, "java@night" -> StubbedCommands.refused)
    build.result shouldBe BuildResult.Failure
    build.console should contain("[Compare] skipped due to earlier failure(s)")
    archived(1) should contain("oneinstance-20261122223850261/result.json")
    published(1) shouldBe true
  }

  it should "fail without a run when a test fails" in {
    val build = built(1, "verify" -> Shell.Exit(1))
    build.result shouldBe BuildResult.Failure
    build.console should contain("[Measure] skipped due to earlier failure(s)")
    archived(1) shouldBe empty
  }

  it should "say in its description that HAProxy is missing" in {
    val build = built(1, "haproxy" -> Shell.Exit(127))
    build.result shouldBe BuildResult.Success
    build.description.getOrElse("") should startWith("No HAProxy on this agent")
  }

  it should "pass on its parameters" in {
    val build = new Build(job, 1, folder)
    val asked = Map("EXPERIMENTS" -> "journal", "SCALE" -> "full", "BUDGET" -> "3m")
    val shell = new RecordingShell(new StubbedCommands(project, 1))
    new Runner(shell).run(jenkinsfile, build, asked) shouldBe Right(())
    shell.environment("java@night") should contain allElementsOf asked + ("BLOCKS" -> "1") + ("TARGET_URL" -> "")
  }

  it should "refuse a parameter that it has not, and a choice that is none" in {
    def refusal(asked: (String, String)): String =
      new Runner(new StubbedCommands(project, 1))
        .run(jenkinsfile, new Build(job, 1, folder), Map(asked))
        .left
        .getOrElse(Vector.empty)
        .map(_.sentence)
        .mkString
    refusal("SIZE" -> "big") should startWith("SIZE is no parameter: ")
    refusal("SCALE" -> "big") shouldBe "big is no choice of SCALE."
  }
}
