package bottleneck.jenkins

import bottleneck.jenkins.Node._
import groovy.lang.{Closure, GString, GroovyObjectSupport}
import scala.jdk.CollectionConverters._

/** A call while a Jenkinsfile runs, its arguments computed. */
final case class Invocation(call: Call, body: Option[Closure[_]])

object Invocation {
  def apply(name: String, arguments: AnyRef): Invocation = {
    val asked = arguments match {
      case several: Array[_] => several.toVector
      case one => Vector(one)
    }
    val body = asked.lastOption.collect { case closure: Closure[_] => closure }
    val converted = asked.dropRight(body.size).flatMap {
      case map: java.util.Map[_, _] => entries(map)
      case one => Vector(Argument(None, value(one)))
    }
    Invocation(Call(name, converted, body.map(_ => Vector.empty), 0), body)
  }

  private def entries(map: java.util.Map[_, _]): Vector[Argument] =
    map.asScala.toVector.map { case (name, asked) => Argument(Some(name.toString), value(asked)) }

  private def value(asked: Any): Value = asked match {
    case text: GString => Literal(text.toString)
    case list: java.util.List[_] => Items(list.asScala.toVector.map(value))
    case map: java.util.Map[_, _] => Entries(entries(map))
    case inner: Invocation => Nested(inner.call)
    case plain => Literal(plain)
  }
}

/** What the names in a closure mean. */
final class Scope(
    invoke: Invocation => AnyRef,
    variable: String => AnyRef,
    assign: (String, AnyRef) => Unit = (name, _) => throw new StepFailed(s"$name cannot be assigned here.")
) extends GroovyObjectSupport {
  override def invokeMethod(name: String, arguments: AnyRef): AnyRef = invoke(Invocation(name, arguments))
  override def getProperty(name: String): AnyRef = variable(name)
  override def setProperty(name: String, value: AnyRef): Unit = assign(name, value)

  /** Runs a copy, as cells of a matrix run at once. */
  def run(closure: Closure[_]): AnyRef = closure.clone() match {
    case own: Closure[_] =>
      own.setDelegate(this)
      own.setResolveStrategy(Closure.DELEGATE_ONLY)
      own.call() match {
        case result: AnyRef => result
        case _ => None
      }
    case _ => None
  }
}
