package bottleneck.jenkins

import groovy.lang.{Binding, Closure, GroovyShell}
import groovy.util.DelegatingScript
import java.util.concurrent.atomic.AtomicReference
import org.codehaus.groovy.control.CompilerConfiguration
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.Duration
import scala.concurrent.{blocking, Await, Future}

/** Runs a declarative Jenkinsfile as Jenkins does, on this machine, or refuses it. (JenkinsPipelineUnit 1.1, the one on
  * Maven Central, has no declarative part.)
  */
final class Runner(shell: Shell) {

  /** Runs the Jenkinsfile `text` in `build`, with the values of parameters that differ from their defaults; or says why
    * it is refused.
    */
  def run(text: String, build: Build, asked: Map[String, String] = Map.empty): Either[Vector[Problem], Unit] =
    GroovySource.read(text).left.map(Vector(_)).flatMap { nodes =>
      val problems = Rules.problems(nodes)
      if (problems.nonEmpty) Left(problems)
      else
        try Right(runChecked(text, build, asked))
        catch { case refused: StepFailed => Left(Vector(Problem(1, refused.getMessage))) }
    }

  private def runChecked(text: String, build: Build, asked: Map[String, String]): Unit = {
    val none = Variables(Map.empty, Map.empty)
    val sections = bodies(pipeline(text), none)
    // before the stages: what fails from here on is a parameter, or a variable that there is not
    val parameters = sections.get("parameters").toVector.flatMap(entries(_, none))
    val defined = Variables.of(build, parameters, asked)
    val variables = sections.get("environment").fold(defined)(defined.and)
    limited(build, sections, variables) {
      stages(build, variables, sections)
      sections.get("post").foreach(post(build, variables, _))
    }
  }

  /** Whether all went well. */
  private def stages(build: Build, variables: Variables, sections: Map[String, Closure[_]]): Boolean =
    sections.get("stages").toVector.flatMap(entries(_, variables)).foldLeft(true)(stage(build, variables))

  /** Runs a stage, unless one before it failed; whether the next may run. */
  private def stage(build: Build, variables: Variables)(goOn: Boolean, stage: Invocation): Boolean = {
    val name = stage.call.arguments.map(_.value).collect { case Node.Literal(name) => name }.mkString
    val sections = stage.body.fold(Map.empty[String, Closure[_]])(bodies(_, variables))
    build.say(if (goOn) s"[$name]" else s"[$name] skipped due to earlier failure(s)")
    goOn && {
      val own = sections.get("environment").fold(variables)(variables.and)
      on(build, sections, own) { there =>
        val well = guarded(there)(limited(there, sections, own) {
          sections.get("matrix").foreach(matrix(there, own, _))
          sections.get("steps").foreach(new Steps(there, shell, own, there.workspace).runAll(_))
        })
        sections.get("post").foreach(post(there, own, _))
        well
      }
    }
  }

  /** Runs something on the agent that these sections name, if they do. */
  private def on(build: Build, sections: Map[String, Closure[_]], variables: Variables)(
      body: Build => Boolean
  ): Boolean = sections.get("agent").toVector.flatMap(entries(_, variables)).flatMap(texts) match {
    case Vector(label) => build.on(label)(body)
    case _ => body(build)
  }

  /** Runs all cells at once, each on an agent of its own; one that fails lets the others end. */
  private def matrix(build: Build, variables: Variables, section: Closure[_]): Unit = {
    val cells = axes(bodies(section, variables), variables)
    val ran = cells.map { cell =>
      val sections = bodies(section, cell)
      val first = sections.get("when").exists(asksFirst(_, cell))
      Future(blocking {
        (first && !wanted(sections, cell)) ||
        on(build, sections, cell)(there => !wanted(sections, cell) || stages(there, cell, sections))
      })
    }
    if (Await.result(Future.sequence(ran), Duration.Inf).contains(false))
      throw new StepFailed("A cell of the matrix failed.")
  }

  /** The variables of each cell. */
  private def axes(sections: Map[String, Closure[_]], variables: Variables): Vector[Variables] =
    sections.get("axes").toVector.flatMap(entries(_, variables)).foldLeft(Vector(variables)) { (cells, axis) =>
      val own = axis.body.toVector.flatMap(entries(_, variables))
      def named(name: String): Vector[String] = own.filter(_.call.name == name).flatMap(texts)
      for { cell <- cells; name <- named("name"); value <- named("values") } yield cell.and(name, value)
    }

  /** Whether it needs no agent to tell whether a cell is wanted. */
  private def asksFirst(when: Closure[_], cell: Variables): Boolean = entries(when, cell).exists(entry =>
    entry.call.name == "beforeAgent" && entry.call.arguments.map(_.value) == Vector(Node.Literal(true))
  )

  private def wanted(sections: Map[String, Closure[_]], cell: Variables): Boolean =
    sections.get("when").flatMap(bodies(_, cell).get("expression")).forall { expression =>
      val scope = new Scope(call => throw new StepFailed(s"${call.call.name} cannot be called here."), cell.named)
      scope.run(expression) == java.lang.Boolean.TRUE
    }

  private def texts(invocation: Invocation): Vector[String] =
    invocation.call.arguments.map(_.value).collect { case Node.Literal(text: String) => text }

  /** Runs the conditions that hold in Jenkins' order; one that fails leaves the others be. */
  private def post(build: Build, variables: Variables, section: Closure[_]): Unit = {
    val conditions = bodies(section, variables)
    Vocabulary.conditions.filter(holds(_, build.result)).flatMap(conditions.get(_)).foreach { steps =>
      val _ = guarded(build)(new Steps(build, shell, variables, build.workspace).runAll(steps))
    }
  }

  /** Of the first build of a job, which has no result before it. */
  private def holds(condition: String, result: BuildResult): Boolean = condition match {
    case "always" | "cleanup" | "changed" => true
    case "aborted" => result == BuildResult.Aborted
    case "failure" => result == BuildResult.Failure
    case "success" => result == BuildResult.Success
    case "unstable" => result == BuildResult.Unstable
    case "unsuccessful" => result != BuildResult.Success
    case "notBuilt" => result == BuildResult.NotBuilt
    case _ => false
  }

  /** Whether it ended without an error. */
  private def guarded(build: Build)(body: => Any): Boolean =
    try {
      val _ = body
      true
    } catch {
      case failed: StepFailed => ended(build, failed.getMessage, BuildResult.Failure)
      case interrupted: Interrupted => ended(build, interrupted.getMessage, BuildResult.Aborted)
    }

  private def ended(build: Build, message: String, as: BuildResult): Boolean = {
    build.say(s"ERROR: $message")
    build.worsen(as)
    false
  }

  private def limited(build: Build, sections: Map[String, Closure[_]], variables: Variables)(body: => Unit): Unit =
    sections.get("options").toVector.flatMap(entries(_, variables)).find(_.call.name == "timeout") match {
      case None => body
      case Some(option) =>
        val asked = Vocabulary.stageOptions.find(_.name == "timeout").map(Values.of(_, option.call))
        build.within(Steps.time(asked.getOrElse(Values(Map.empty))))(body)
    }

  private def pipeline(text: String): Closure[_] = {
    val configuration = new CompilerConfiguration
    configuration.setScriptBaseClass(classOf[DelegatingScript].getName)
    new GroovyShell(getClass.getClassLoader, new Binding, configuration).parse(text, "Jenkinsfile") match {
      case script: DelegatingScript =>
        val found = new AtomicReference(Option.empty[Closure[_]])
        script.setDelegate(new Scope(call => { found.set(call.body); None }, _ => None))
        val _ = script.run()
        found.get.getOrElse(throw new IllegalStateException("no pipeline"))
      case other => throw new IllegalStateException(s"$other is no script.")
    }
  }

  private def bodies(section: Closure[_], variables: Variables): Map[String, Closure[_]] =
    entries(section, variables).flatMap(entry => entry.body.map(entry.call.name -> _)).toMap

  /** The calls in a section, whose blocks are not run. A name alone is what `agent any` has. */
  private def entries(section: Closure[_], variables: Variables): Vector[Invocation] = {
    val found = new AtomicReference(Vector.empty[Invocation])
    def add(call: Invocation): AnyRef = {
      val _ = found.updateAndGet(_ :+ call)
      call
    }
    val _ = new Scope(add, name => if (Set("any", "none")(name)) name else variables.named(name)).run(section)
    found.get
  }
}
