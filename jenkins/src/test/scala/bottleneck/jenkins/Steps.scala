package bottleneck.jenkins

import groovy.lang.{Closure, GroovyObjectSupport}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.concurrent.duration._

/** Runs steps.
  *
  * @param folder
  *   where they run
  */
final class Steps(build: Build, shell: Shell, variables: Variables, folder: Path) {
  private val publishers = new Publishers(build, folder)
  private val scope = new Scope(run, variable)

  /** The steps in a block. */
  def runAll(block: Closure[_]): AnyRef = scope.run(block)

  private def run(step: Invocation): AnyRef = step match {
    case Invocation(call, Some(body)) if call.name == Vocabulary.script => runAll(body)
    case Invocation(call, body) =>
      val selector = Vocabulary.selectors.find(_.name == call.name)
      Vocabulary.steps.find(_.name == call.name) match {
        case Some(word) => timed(perform(call.name, Values.of(word, call), body))
        case None if selector.isDefined => step
        case None => throw new StepFailed(s"${call.name} is no step that this runner knows.")
      }
  }

  /** Time that is up interrupts the next step. */
  private def timed(step: => AnyRef): AnyRef =
    if (build.until.exists(_.isBefore(build.job.clock.instant()))) build.interrupt() else step

  private def perform(name: String, asked: Values, body: Option[Closure[_]]): AnyRef = name match {
    case "sh" => sh(asked)
    case "dir" =>
      val inner = Files.createDirectories(folder.resolve(asked.text("path")))
      done(body.foreach(new Steps(build, shell, variables, inner).runAll(_)))
    case "stash" => done(publishers.stash(asked))
    case "unstash" => done(publishers.unstash(asked.text("name")))
    case "fileExists" => java.lang.Boolean.valueOf(Files.exists(folder.resolve(asked.text("file"))))
    case "catchError" => done(body.foreach(catchError(asked, _)))
    case "timeout" => done(body.foreach(block => build.within(Steps.time(asked))(runAll(block))))
    case "echo" => done(build.say(asked.text("message")))
    case "error" => throw new StepFailed(asked.text("message"))
    case "unstable" => done(build.worsen(BuildResult.Unstable))
    case "archiveArtifacts" => done(publishers.archiveArtifacts(asked))
    case "junit" => done(publishers.junit(asked))
    case "publishHTML" => done(publishers.publishHTML(asked))
    case "gatlingArchive" => done(publishers.gatlingArchive())
    case "copyArtifacts" => done(publishers.copyArtifacts(asked, selected(asked)))
  }

  private def done(step: Unit): AnyRef = {
    val () = step
    None
  }

  private def sh(asked: Values): AnyRef = {
    build.say(s"+ ${asked.text("script")}")
    shell.run(asked.text("script"), variables.environment, folder, build.until) match {
      case Shell.TimeUp => build.interrupt()
      case Shell.Exit(code) if asked.flag("returnStatus") => Integer.valueOf(code)
      case Shell.Exit(0) => None
      case Shell.Exit(code) => throw new StepFailed(s"script returned exit code $code")
    }
  }

  private def catchError(asked: Values, body: Closure[_]): Unit =
    try { val _ = runAll(body) }
    catch {
      case failed: StepFailed =>
        build.say(failed.getMessage)
        build.worsen(BuildResult.named(asked.text("buildResult", BuildResult.Failure.name)))
      // whatever the step says: the reason of the interruption has a result of its own
      case interrupted: Interrupted
          if asked.flag("catchInterruptions") || !asked.named.contains("catchInterruptions") =>
        build.say(interrupted.getMessage)
        build.worsen(BuildResult.Aborted)
    }

  private def selected(asked: Values): Int = asked.built("selector", Vocabulary.selectors) match {
    case Some(("specific", chosen)) => chosen.text("buildNumber").toIntOption.getOrElse(0)
    case _ => (build.number - 1 to 1 by -1).find(build.job.has).getOrElse(0)
  }

  private def variable(name: String): AnyRef = if (name == "currentBuild") current else variables.named(name)

  private object current extends GroovyObjectSupport {
    override def getProperty(name: String): AnyRef = name match {
      case "number" => Integer.valueOf(build.number)
      case "currentResult" => build.result.name
      case "description" => build.description.getOrElse("")
      case _ => throw new StepFailed(s"No such property of currentBuild: $name.")
    }

    override def setProperty(name: String, value: AnyRef): Unit = name match {
      case "description" => build.describe(value.toString)
      case "result" => build.worsen(BuildResult.named(value.toString))
      case _ => throw new StepFailed(s"currentBuild.$name cannot be assigned.")
    }
  }
}

object Steps {

  /** Of `timeout`: minutes unless it has a unit. */
  def time(asked: Values): FiniteDuration =
    FiniteDuration(asked.number("time").toLong, TimeUnit.valueOf(asked.text("unit", "MINUTES")))
}
