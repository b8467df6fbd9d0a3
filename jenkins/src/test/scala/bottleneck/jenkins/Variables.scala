package bottleneck.jenkins

import groovy.lang.Closure
import scala.jdk.CollectionConverters._

/** What `params` and `env` name.
  *
  * @param environment
  *   of `sh` too: with the parameters
  */
final case class Variables(parameters: Map[String, AnyRef], environment: Map[String, String]) {
  def named(name: String): AnyRef = name match {
    case "env" => environment.asJava
    case "params" => parameters.asJava
    case _ => environment.getOrElse(name, throw new StepFailed(s"No such property: $name."))
  }

  /** With that of an axis. */
  def and(name: String, value: String): Variables = copy(environment = environment + (name -> value))

  /** With those that a section `environment` assigns. */
  def and(section: Closure[_]): Variables = {
    val assigned = new java.util.LinkedHashMap[String, String]
    val scope = new Scope(
      invocation => throw new StepFailed(s"${invocation.call.name} cannot be called in environment."),
      named,
      (name, value) => { val _ = assigned.put(name, value.toString) }
    )
    val _ = scope.run(section)
    copy(environment = environment ++ assigned.asScala)
  }
}

object Variables {

  /** Those of a build whose parameters are defined in `section`; the others of `asked` are refused.
    */
  def of(build: Build, section: Vector[Invocation], asked: Map[String, String]): Variables = {
    val defined = section.map(parameter(_, asked)).toMap
    asked.keySet
      .diff(defined.keySet)
      .foreach(name => throw new StepFailed(s"$name is no parameter: ${defined.keys.mkString(", ")}."))
    val own = Map(
      "JOB_NAME" -> build.job.name,
      "JOB_BASE_NAME" -> build.job.name.split('/').last,
      "BUILD_NUMBER" -> build.number.toString,
      "WORKSPACE" -> build.workspace.toString
    )
    Variables(defined, defined.map { case (name, value) => name -> value.toString } ++ own)
  }

  private def parameter(definition: Invocation, values: Map[String, String]): (String, AnyRef) = {
    val word = Vocabulary.parameters.find(_.name == definition.call.name).getOrElse(Word(definition.call.name))
    val asked = Values.of(word, definition.call)
    val name = asked.text("name")
    val value = values.get(name)
    word.name match {
      case "booleanParam" =>
        name -> java.lang.Boolean.valueOf(value.fold(asked.flag("defaultValue"))(_.toBoolean))
      case "choice" =>
        val choices = asked.texts("choices")
        value.filterNot(choices.contains).foreach(v => throw new StepFailed(s"$v is no choice of $name."))
        name -> value.getOrElse(choices.head)
      case _ => name -> value.getOrElse(asked.text("defaultValue"))
    }
  }
}
