package bottleneck.jenkins

import java.nio.file.Files
import java.nio.file.attribute.FileTime
import java.time.{Clock, Duration, Instant, ZoneOffset}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** Small pipelines: what steps check, and how they end a build. */
class StepsSpec extends AnyFlatSpec with Matchers with Scratch {
  private def job(clock: Clock = Clock.systemUTC()): Job = Job("job", folder.resolve("job"), clock)

  /** A build of one stage with these steps. */
  private def built(steps: String, shell: Shell = Shell.Real): Build =
    ran(s"pipeline { agent any; stages { stage('One') { steps {\n$steps\n} } } }", shell, Clock.systemUTC())

  private def ran(pipeline: String, shell: Shell, clock: Clock): Build = {
    val build = new Build(job(clock), 1, folder)
    new Runner(shell).run(pipeline, build) shouldBe Right(())
    build
  }

  private def result(steps: String): BuildResult = built(steps).result

  "sh" should "fail the build by its exit code, unless the script wants to know it" in {
    result("sh 'exit 3'") shouldBe BuildResult.Failure
    result("script { if (sh(script: 'exit 3', returnStatus: true) == 3) unstable 'x' }") shouldBe BuildResult.Unstable
  }

  "catchError" should "set the result that it names, and go on" in {
    val build = built("catchError(buildResult: 'UNSTABLE') { sh 'false' }\nsh 'touch later'")
    (build.result, Files.exists(folder.resolve("later"))) shouldBe ((BuildResult.Unstable, true))
    result("catchError { error 'x' }") shouldBe BuildResult.Failure
  }

  it should "let an interruption abort the build, whatever it names" in {
    val timeUp: Shell = (_, _, _, _) => Shell.TimeUp
    built("catchError(buildResult: 'SUCCESS') { sh 'x' }", timeUp).result shouldBe BuildResult.Aborted
  }

  "timeout" should "end its steps, and no step after it" in {
    val build = built("catchError { timeout(time: 300, unit: 'MILLISECONDS') { sh 'sleep 100' } }\nsh 'touch later'")
    (build.result, Files.exists(folder.resolve("later"))) shouldBe ((BuildResult.Aborted, true))
  }

  "A time limit of the whole pipeline" should "leave post a minute" in {
    val began = Instant.parse("2026-01-01T00:00:00Z")
    // each command takes 50 s
    val time = new java.util.concurrent.atomic.AtomicReference(began)
    val clock = new Clock {
      override def getZone: java.time.ZoneId = ZoneOffset.UTC
      override def withZone(zone: java.time.ZoneId): Clock = this
      override def instant(): Instant = time.get
    }
    val shell: Shell = (_, _, _, until) => {
      val now = time.updateAndGet(_.plusSeconds(50))
      if (until.exists(_.isBefore(now))) Shell.TimeUp else Shell.Exit(0)
    }
    val build = ran(
      "pipeline { agent any; options { timeout(time: 1, unit: 'MINUTES') }; stages { stage('One') { steps { sh 'a'\nsh 'b' } } }\n" +
        "post { always { sh 'c'\nsh 'd' } } }",
      shell,
      clock
    )
    Duration.between(began, time.get).toSeconds shouldBe 150
    build.console.filter(_.startsWith("+")) shouldBe Vector("+ a", "+ b", "+ c")
  }

  "archiveArtifacts" should "fail where nothing matches, unless that is allowed" in {
    result("archiveArtifacts 'none/*'") shouldBe BuildResult.Failure
    result("archiveArtifacts artifacts: 'none/*', allowEmptyArchive: true") shouldBe BuildResult.Success
  }

  "junit" should "want reports of this build, and look for failures in them" in {
    result("junit 'TEST-*.xml'") shouldBe BuildResult.Failure
    val report = write("TEST-a.xml", "<testsuite><testcase><failure/></testcase></testsuite>")
    result("junit 'TEST-*.xml'") shouldBe BuildResult.Unstable
    Files.setLastModifiedTime(report, FileTime.fromMillis(0))
    result("junit 'TEST-*.xml'") shouldBe BuildResult.Failure
    write("TEST-a.xml", "<testsuite>")
    result("junit 'TEST-*.xml'") shouldBe BuildResult.Failure
  }

  "publishHTML" should "fail the build where the folder is missing, and let the steps after it run" in {
    def publish(folder: String, missing: Boolean): Build = built(
      s"publishHTML(reportName: 'R', reportDir: '$folder', reportFiles: 'index.html', keepAll: true, " +
        s"alwaysLinkToLastBuild: true, allowMissing: $missing)\necho 'later'"
    )
    val build = publish("none", missing = false)
    (build.result, build.console.contains("later")) shouldBe ((BuildResult.Failure, true))
    publish("none", missing = true).result shouldBe BuildResult.Success
    write("site/page.html")
    publish("site", missing = false).result shouldBe BuildResult.Failure
    write("site/index.html")
    publish("site", missing = false).result shouldBe BuildResult.Success
  }

  "gatlingArchive" should "take new reports whose names have a -, none twice" in {
    result("gatlingArchive()") shouldBe BuildResult.Success
    write("old-1/js/global_stats.json")
    Files.setLastModifiedTime(folder.resolve("old-1"), FileTime.fromMillis(0))
    write("new-2/js/global_stats.json")
    result("gatlingArchive()") shouldBe BuildResult.Success
    AntFiles.find(job().simulations(1), "**").map(_.toString) shouldBe Vector("new-2/js/global_stats.json")
    write("elsewhere/new-2/js/global_stats.json")
    result("gatlingArchive()") shouldBe BuildResult.Failure
  }

  "Groovy" should "fail the build where Jenkins has no such step or property" in {
    result("script { echo nothing }") shouldBe BuildResult.Failure
    result("echo \"${nothing}\"") shouldBe BuildResult.Failure
  }
}
