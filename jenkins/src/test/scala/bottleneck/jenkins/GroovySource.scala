package bottleneck.jenkins

import bottleneck.jenkins.Node._
import org.codehaus.groovy.ast.CodeVisitorSupport
import org.codehaus.groovy.ast.expr._
import org.codehaus.groovy.ast.stmt.{BlockStatement, ExpressionStatement, Statement}
import org.codehaus.groovy.control.{CompilationFailedException, CompilationUnit, CompilerConfiguration, Phases}
import org.codehaus.groovy.control.{MultipleCompilationErrorsException => Failed}
import org.codehaus.groovy.control.messages.SyntaxErrorMessage
import scala.jdk.CollectionConverters._

/** Takes the parsed `text` apart. */
private final class GroovySource(text: String) {
  private val lines = text.linesIterator.toVector

  def nodes(statement: Statement): Vector[Node] = statement match {
    case block: BlockStatement => block.getStatements.asScala.toVector.map(node)
    case one => Vector(node(one))
  }

  private def node(statement: Statement): Node = statement match {
    case expression: ExpressionStatement =>
      expression.getExpression match {
        case call: MethodCallExpression if call.isImplicitThis && named(call).isDefined => toCall(call)
        case assignment: BinaryExpression if assignment.getOperation.getText == "=" =>
          Assignment(
            assignment.getLeftExpression.getText,
            value(assignment.getRightExpression),
            statement.getLineNumber
          )
        case other => Other(other.getText, statement.getLineNumber)
      }
    case other => Other(other.getText, statement.getLineNumber)
  }

  private def named(call: MethodCallExpression): Option[String] = call.getMethod match {
    case name: ConstantExpression => Some(name.getText)
    case _ => None
  }

  private def toCall(call: MethodCallExpression): Call = {
    val asked = call.getArguments match {
      case tuple: TupleExpression => tuple.getExpressions.asScala.toVector
      case one => Vector(one)
    }
    val (plain, block) = asked.lastOption match {
      case Some(closure: ClosureExpression) if call.getMethodAsString == Vocabulary.script =>
        (asked.init, Some(callsIn(closure.getCode)))
      case Some(closure: ClosureExpression) => (asked.init, Some(nodes(closure.getCode)))
      case _ => (asked, None)
    }
    Call(call.getMethodAsString, plain.flatMap(arguments), block, call.getLineNumber)
  }

  /** All calls without an object in Groovy that may be anything else, too. */
  private def callsIn(code: Statement): Vector[Node] = {
    val calls = Vector.newBuilder[Node]
    code.visit(new CodeVisitorSupport {
      override def visitMethodCallExpression(call: MethodCallExpression): Unit = {
        if (call.isImplicitThis && named(call).isDefined) calls += inGroovy(toCall(call))
        super.visitMethodCallExpression(call)
      }
    })
    calls.result()
  }

  /** With variables, which only `script` has. */
  private def inGroovy(call: Call): Call = call.copy(arguments = call.arguments.map {
    case Argument(name, Name(variable)) => Argument(name, Computed(variable, text = false))
    case other => other
  })

  private def arguments(expression: Expression): Vector[Argument] = expression match {
    case named: NamedArgumentListExpression => entries(named)
    // beside a block or other arguments, named ones are a map that was written without brackets
    case map: MapExpression if !isBracketed(map) => entries(map)
    case other => Vector(Argument(None, value(other)))
  }

  private def isBracketed(map: MapExpression): Boolean =
    lines.lift(map.getLineNumber - 1).exists(_.slice(map.getColumnNumber - 1, map.getColumnNumber) == "[")

  private def entries(map: MapExpression): Vector[Argument] =
    map.getMapEntryExpressions.asScala.toVector.map(entry =>
      Argument(Some(entry.getKeyExpression.getText), value(entry.getValueExpression))
    )

  private def value(expression: Expression): Value = expression match {
    case constant: ConstantExpression => Literal(constant.getValue)
    case variable: VariableExpression => Name(variable.getName)
    case list: ListExpression => Items(list.getExpressions.asScala.toVector.map(value))
    case map: MapExpression => Entries(entries(map))
    case call: MethodCallExpression if call.isImplicitThis && named(call).isDefined => Nested(toCall(call))
    case parts: GStringExpression => Computed(parts.getText, text = true)
    case sum: BinaryExpression if sum.getOperation.getText == "+" => Computed(sum.getText, text = true)
    case other => Computed(other.getText, text = false)
  }
}

/** Reads a Jenkinsfile with the parser of the Groovy that Jenkins embeds. */
object GroovySource {
  def read(text: String): Either[Problem, Vector[Node]] = {
    val unit = new CompilationUnit(new CompilerConfiguration)
    val _ = unit.addSource("Jenkinsfile", text)
    try {
      unit.compile(Phases.CONVERSION)
      Right(new GroovySource(text).nodes(unit.getAST.getModules.get(0).getStatementBlock))
    } catch {
      case failed: Failed => Left(syntax(failed))
      case failed: CompilationFailedException => Left(Problem(1, failed.getMessage))
    }
  }

  private def syntax(failed: Failed): Problem = failed.getErrorCollector.getError(0) match {
    case message: SyntaxErrorMessage =>
      Problem(message.getCause.getLine, s"Groovy does not read this: ${message.getCause.getOriginalMessage}.")
    case message => Problem(1, s"Groovy does not read this: $message.")
  }
}
