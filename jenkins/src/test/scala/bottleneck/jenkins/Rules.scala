package bottleneck.jenkins

import bottleneck.jenkins.Node._

/** What declarative Jenkinsfiles must keep (jenkinsci/pipeline-model-definition-plugin, ModelParser and
  * ModelValidatorImpl), and more strictly: a name that the runner does not know is a problem too.
  */
object Rules {
  def problems(file: Vector[Node]): Vector[Problem] = file match {
    case Vector(Call("pipeline", Vector(), Some(sections), line)) => pipeline(sections, line)
    case _ => Vector(Problem(1, "A declarative Jenkinsfile is one block pipeline { … }."))
  }

  private def pipeline(sections: Vector[Node], line: Int): Vector[Problem] =
    within("the pipeline", sections, Vector("agent", "stages"), line) {
      case call if call.name == "agent" => agent(call)
      case call if call.name == "triggers" => listed(call, Vocabulary.triggers) ++ crons(call)
      case call if call.name == "options" => listed(call, Vocabulary.options)
      case call if call.name == "parameters" => parameters(call)
      case call if call.name == "environment" => environment(call)
      case call if call.name == "stages" => stages(call, named(sections, "agent").exists(isNone))
      case call if call.name == "post" => post(call)
    }("agent, triggers, options, parameters, environment, stages, post")

  private def named(nodes: Vector[Node], name: String): Option[Call] =
    nodes.collectFirst { case call: Call if call.name == name => call }

  private def isNone(agent: Call): Boolean = agent.arguments == Vector(Argument(None, Name("none")))

  /** @param homeless
    *   whether nothing around it has an agent
    */
  private def stage(name: String, sections: Vector[Node], line: Int, homeless: Boolean): Vector[Problem] = {
    val content = named(sections, "matrix").fold("steps")(_.name)
    val own = if (homeless && content == "steps") Vector("agent") else Vector.empty
    within(s"""stage "$name"""", sections, own :+ content, line) {
      case call if call.name == "agent" => agent(call)
      case call if call.name == "options" => listed(call, Vocabulary.stageOptions)
      case call if call.name == "environment" => environment(call)
      case call if call.name == content && content == "matrix" => filled(call)(matrix(_, call.line, homeless))
      case call if call.name == content => filled(call)(Steps.problems)
      case call if call.name == "post" => post(call)
    }("agent, options, environment, steps or matrix, post")
  }

  private def matrix(sections: Vector[Node], line: Int, homeless: Boolean): Vector[Problem] = {
    val own = if (homeless) Vector("agent") else Vector.empty
    within("matrix", sections, own ++ Vector("axes", "stages"), line) {
      case call if call.name == "axes" => filled(call)(_.flatMap(axis))
      case call if call.name == "agent" => agent(call)
      case call if call.name == "when" => filled(call)(when(_, call.line))
      case call if call.name == "stages" => stages(call, homeless = false)
    }("axes, agent, when, stages")
  }

  private def axis(node: Node): Vector[Problem] = node match {
    case Call("axis", Vector(), Some(sections), line) =>
      within("axis", sections, Vector("name", "values"), line) {
        case Call("name", Vector(Argument(None, Literal(_: String))), None, _) => Vector.empty
        case Call("values", values, None, _) if values.nonEmpty && values.forall(isText) => Vector.empty
      }("name '…', values '…', '…'")
    case other => Vector(Problem(other.line, "axes holds axis { … } alone."))
  }

  private def isText(argument: Argument): Boolean = argument match {
    case Argument(None, Literal(_: String)) => true
    case _ => false
  }

  private def when(conditions: Vector[Node], line: Int): Vector[Problem] =
    within("when", conditions, Vector("expression"), line) {
      case Call("beforeAgent", Vector(Argument(None, Literal(_: Boolean))), None, _) => Vector.empty
      case call if call.name == "expression" => filled(call)(_ => Vector.empty)
    }("beforeAgent, expression")

  /** The sections of something, each known, none twice, none missing. */
  private def within(owner: String, nodes: Vector[Node], required: Vector[String], line: Int)(
      check: PartialFunction[Call, Vector[Problem]]
  )(known: String): Vector[Problem] = {
    val calls = nodes.collect { case call: Call => call }
    val twice = calls
      .groupBy(_.name)
      .values
      .flatMap(_.sortBy(_.line).drop(1).headOption)
      .map(call => Problem(call.line, s"$owner has ${call.name} twice."))
    val missing = required.diff(calls.map(_.name)).map(name => Problem(line, s"$owner has no $name."))
    val found = nodes.flatMap {
      case call: Call =>
        check.applyOrElse[Call, Vector[Problem]](
          call,
          c => Vector(unknown(s"section of $owner", c.name, known, c.line))
        )
      case other => Vector(Problem(other.line, s"$owner holds sections alone."))
    }
    // what is missing may be what is misspelt
    twice.toVector ++ (if (found.isEmpty) missing else found)
  }

  private def unknown(what: String, name: String, known: String, line: Int): Problem =
    Problem(line, s"$name is no $what that this runner knows: $known.")

  /** A block that is there and not empty, and nothing before it. */
  private def filled(call: Call)(check: Vector[Node] => Vector[Problem]): Vector[Problem] = call.block match {
    case Some(nodes) if call.arguments.isEmpty =>
      if (nodes.isEmpty || nodes == Vector(Other("null", nodes.head.line)))
        Vector(Problem(call.line, s"${call.name} is empty."))
      else check(nodes)
    case _ => Vector(Problem(call.line, s"${call.name} must be a block."))
  }

  private def agent(call: Call): Vector[Problem] = (call.arguments, call.block) match {
    case (Vector(Argument(None, Name("any" | "none"))), None) => Vector.empty
    case (
          Vector(),
          Some(Vector(Call("label", Vector(Argument(None, Literal(_: String) | Computed(_, true))), None, _)))
        ) =>
      Vector.empty
    case _ => Vector(Problem(call.line, "agent must be any, none or { label '…' }."))
  }

  private def listed(section: Call, words: Vector[Word]): Vector[Problem] = filled(section) { nodes =>
    val names = nodes.collect { case call: Call => call.name }
    val twice = names.diff(names.distinct).distinct.filterNot(_ => words eq Vocabulary.parameters)
    twice.map(name => Problem(section.line, s"${section.name} has $name twice.")) ++ nodes.flatMap {
      case call: Call =>
        words
          .find(_.name == call.name)
          .fold(Vector(unknown(s"entry of ${section.name}", call.name, words.map(_.name).mkString(", "), call.line)))(
            Arguments.problems(_, call)
          )
      case other => Vector(Problem(other.line, s"${section.name} holds calls alone."))
    }
  }

  private def crons(triggers: Call): Vector[Problem] = for {
    call <- triggers.block.toVector.flatten.collect { case call: Call if call.name == "cron" => call }
    spec <- call.arguments.map(_.value).collect { case Literal(spec: String) => spec }
    sentence <- CronLine.problem(spec)
  } yield Problem(call.line, sentence)

  private def parameters(call: Call): Vector[Problem] = {
    val names = call.block.toVector.flatten
      .collect { case parameter: Call => parameter.arguments }
      .flatMap(_.collect { case Argument(Some("name"), Literal(name: String)) => name })
    listed(call, Vocabulary.parameters) ++
      names.diff(names.distinct).map(name => Problem(call.line, s"parameters has $name twice."))
  }

  private def environment(call: Call): Vector[Problem] = filled(call) { nodes =>
    val names = nodes.collect { case assignment: Assignment => assignment.name }
    names.diff(names.distinct).map(name => Problem(call.line, s"environment has $name twice.")) ++ nodes.flatMap {
      case Assignment(name, _, line) if !name.matches("[a-zA-Z_][a-zA-Z0-9_]*") =>
        Vector(Problem(line, s"$name is no name of a variable of the environment."))
      case Assignment(_, Literal(_: String) | Computed(_, true), _) => Vector.empty
      case Assignment(name, _, line) => Vector(Problem(line, s"$name of environment must be a text in quotes."))
      case other => Vector(Problem(other.line, "environment holds assignments alone: NAME = 'value'."))
    }
  }

  private def stages(call: Call, homeless: Boolean): Vector[Problem] = filled(call) { nodes =>
    val names = nodes.collect { case Call("stage", Vector(Argument(None, Literal(name: String))), _, _) => name }
    names.diff(names.distinct).map(name => Problem(call.line, s"""stages has stage "$name" twice.""")) ++ nodes
      .flatMap {
        case Call("stage", Vector(Argument(None, Literal(name: String))), Some(sections), line) =>
          stage(name, sections, line, homeless)
        case other => Vector(Problem(other.line, "stages holds stage('name') { … } alone."))
      }
  }

  private def post(call: Call): Vector[Problem] =
    within("post", call.block.toVector.flatten, Vector.empty, call.line) {
      case condition if Vocabulary.conditions.contains(condition.name) => filled(condition)(Steps.problems)
    }(Vocabulary.conditions.mkString(", ")) ++ filled(call)(_ => Vector.empty)

  private object Steps {
    def problems(nodes: Vector[Node]): Vector[Problem] = nodes.flatMap {
      // its block holds the calls in it, each by itself
      case call @ Call(Vocabulary.script, _, _, _) =>
        filled(call)(calls => problems(calls.filterNot(named(_, Vocabulary.selectors))))
      case call: Call =>
        Vocabulary.steps.find(_.name == call.name) match {
          case Some(word) if word.block =>
            Arguments.problems(word, call) ++ call.block.toVector.flatMap(_ =>
              filled(call.copy(arguments = Vector()))(problems)
            )
          case Some(word) => Arguments.problems(word, call)
          case None =>
            Vector(unknown("step", call.name, Vocabulary.steps.map(_.name).mkString(", "), call.line))
        }
      case other => Vector(Problem(other.line, "Groovy that is no step belongs in script { … }."))
    }

    private def named(node: Node, words: Vector[Word]): Boolean = node match {
      case call: Call => words.exists(_.name == call.name)
      case _ => false
    }
  }
}
