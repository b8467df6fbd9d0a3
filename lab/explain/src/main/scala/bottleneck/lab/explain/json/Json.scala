package bottleneck.lab.explain.json

import scala.util.control.NonFatal
import upickle.core.Visitor

/** How the files of a run are written as JSON: field names are those of the classes, fields that have a default are
  * written and may be missing, and others that a later version adds are ignored.
  */
private[explain] trait Json extends upickle.AttributeTagged {
  override def serializeDefaults: Boolean = true

  /** Numbers, not the strings that JavaScript would need beyond 2^53. */
  implicit override val LongWriter: Writer[Long] = new Writer[Long] {
    override def write0[V](out: Visitor[_, V], value: Long): V = out.visitFloat64StringParts(value.toString, -1, -1, -1)
  }

  /** One of a few values as its name. */
  protected def word[A](all: Vector[A])(name: A => String): ReadWriter[A] = readwriter[String].bimap[A](
    name,
    text => all.find(name(_) == text).getOrElse(throw new IllegalArgumentException(s"'$text' is not known here"))
  )

  /** Reads a value, but refuses `null` where a value must be: uPickle reads that as 0, or as a reference to nothing. */
  protected def whole[A: ReadWriter](json: ujson.Value): A = {
    val value = read[A](json)
    empty("", value).orElse(lost("", json, writeJs(value))).foreach { field =>
      throw new IllegalArgumentException(s"${field.drop(1)} is null")
    }
    value
  }

  /** The first part that refers to nothing. */
  private def empty(field: String, value: Any): Option[String] = value match {
    case null => Some(field)
    case several: Iterable[_] => several.iterator.flatMap(empty(field, _)).nextOption()
    case product: Product =>
      product.productElementNames
        .zip(product.productIterator)
        .flatMap { case (name, part) => empty(s"$field.$name", part) }
        .nextOption()
    case _ => None
  }

  /** The first field that was null and is not any more. */
  private def lost(field: String, asked: ujson.Value, written: ujson.Value): Option[String] = (asked, written) match {
    case (ujson.Null, ujson.Null) => None
    case (ujson.Null, _) => Some(field)
    case (ujson.Obj(before), ujson.Obj(after)) =>
      before.iterator
        .flatMap { case (name, value) => after.get(name).flatMap(lost(s"$field.$name", value, _)) }
        .nextOption()
    case (ujson.Arr(before), ujson.Arr(after)) =>
      before.zip(after).zipWithIndex.flatMap { case ((value, kept), n) => lost(s"$field.$n", value, kept) }.headOption
    case _ => None
  }

  /** The error is what is wrong with the text, as a clause. */
  protected def caught[A](action: => A): Either[String, A] =
    try Right(action)
    catch {
      case NonFatal(error) => Left(error.toString.linesIterator.mkString(" "))
      case _: StackOverflowError => Left("it is nested too deeply")
    }
}
