package bottleneck.jenkins

import java.nio.file.{Files, Path}
import java.time.temporal.ChronoUnit.SECONDS
import javax.xml.parsers.{DocumentBuilderFactory, ParserConfigurationException}
import org.xml.sax.SAXException

/** The steps that take files of the workspace, with the checks of their plugins. */
final class Publishers(build: Build, workspace: Path) {
  private val job = build.job

  /** hudson.tasks.ArtifactArchiver. */
  def archiveArtifacts(asked: Values): Unit = {
    val artifacts = asked.text("artifacts")
    if (AntFiles.copy(workspace, job.archive(build.number), artifacts, asked.text("excludes")).isEmpty) {
      val sentence = s"""No artifacts found that match the file pattern "$artifacts"."""
      if (asked.flag("allowEmptyArchive")) build.say(sentence) else throw new StepFailed(sentence)
    }
  }

  /** hudson.tasks.junit.JUnitResultArchiver: a failed test makes the build unstable. */
  def junit(asked: Values): Unit = {
    val files = AntFiles.find(workspace, asked.text("testResults")).map(workspace.resolve)
    // the start of a build is known to a second
    val began = build.began.truncatedTo(SECONDS)
    if (files.isEmpty) missing(asked, "No test report files were found. Configuration error?")
    else if (files.forall(Files.getLastModifiedTime(_).toInstant.isBefore(began)))
      missing(asked, "Test reports were found but none of them are new. Did leafNode run?")
    else if (files.map(failures).sum > 0 && !asked.flag("skipMarkingBuildUnstable")) build.worsen(BuildResult.Unstable)
  }

  private def missing(asked: Values, sentence: String): Unit =
    if (asked.flag("allowEmptyResults")) build.say(sentence) else throw new StepFailed(sentence)

  private def failures(file: Path): Int =
    try {
      val root = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile).getDocumentElement
      if (!Set("testsuite", "testsuites")(root.getTagName))
        throw new StepFailed(s"$file has no testsuite.")
      Vector("failure", "error").map(root.getElementsByTagName(_).getLength).sum
    } catch {
      case _: SAXException | _: ParserConfigurationException => throw new StepFailed(s"$file is no XML.")
    }

  /** htmlpublisher.HtmlPublisher: what is missing fails the build, and the steps after it still run. */
  def publishHTML(asked: Values): Unit = {
    val folder = workspace.resolve(asked.text("reportDir"))
    val target = job.report(build.number, asked.text("reportName"))
    val copied = AntFiles.copy(folder, target, asked.text("includes", "**/*"))
    def fails(sentence: String): Unit = {
      build.say(sentence)
      if (!asked.flag("allowMissing")) build.worsen(BuildResult.Failure)
    }
    if (!Files.isDirectory(folder)) fails(s"Specified HTML directory '$folder' does not exist.")
    else if (copied.isEmpty) fails(s"Directory '$folder' exists but failed copying to '$target'.")
    // the plugin publishes an empty report then
    else if (AntFiles.find(target, asked.text("reportFiles")).isEmpty)
      fails(s"$folder has no ${asked.text("reportFiles")}.")
  }

  /** io.gatling.jenkins.GatlingPublisher: it fails at no missing report. Two of one name end its step with nothing. */
  def gatlingArchive(): Unit = {
    val reports = AntFiles
      .find(workspace, "**/global_stats.json")
      .map(file => workspace.resolve(file).getParent.getParent)
      .filter(Files.getLastModifiedTime(_).toInstant.isAfter(build.began.truncatedTo(SECONDS)))
    val names = reports.map(_.getFileName.toString)
    if (reports.isEmpty) build.say("No newer Gatling reports to archive.")
    names
      .find(!_.contains("-"))
      .foreach(name => throw new StepFailed(s"The Gatling report $name has no - in its name."))
    names.diff(names.distinct).headOption.foreach(name => throw new StepFailed(s"There are two Gatling reports $name."))
    reports.foreach(report =>
      AntFiles.copy(report, job.simulations(build.number).resolve(report.getFileName.toString), "**")
    )
  }

  /** org.jenkinsci.plugins.workflow.flow.StashManager. */
  def stash(asked: Values): Unit = {
    val target = job.stash(build.number, asked.text("name"))
    val found = AntFiles.copy(workspace, target, asked.text("includes", "**"), asked.text("excludes"))
    if (found.isEmpty && !asked.flag("allowEmpty"))
      throw new StepFailed(s"No files included in stash ‘${asked.text("name")}’.")
  }

  def unstash(name: String): Unit = {
    val saved = job.stash(build.number, name)
    if (!Files.isDirectory(saved)) throw new StepFailed(s"No such saved stash ‘$name’.")
    val _ = AntFiles.copy(saved, workspace, "**")
  }

  /** hudson.plugins.copyartifact.CopyArtifact. */
  def copyArtifacts(asked: Values, from: Int): Unit = {
    val sentence =
      if (asked.text("projectName") != job.name) Some(s"Unable to find project ${asked.text("projectName")}.")
      else if (!job.has(from)) Some(s"Unable to find a build $from of ${job.name}.")
      else {
        val filter = asked.text("filter", "**")
        val target = workspace.resolve(asked.text("target"))
        Option.when(AntFiles.copy(job.archive(from), target, filter, asked.text("excludes")).isEmpty)(
          s"""Failed to copy artifacts from ${job.name} with filter "$filter"."""
        )
      }
    sentence.foreach(reason => if (asked.flag("optional")) build.say(reason) else throw new StepFailed(reason))
  }
}
