package bottleneck.lab.explain.json

import bottleneck.lab.files.InputText
import java.nio.file.{Files, Path}
import scala.util.control.NonFatal
import upickle.core.Visitor

/** JSON format of a run's files: field names are those of the classes. Fields with a default are written and may be
  * missing; unknown fields of a later version are ignored.
  */
private[explain] trait Json extends upickle.AttributeTagged {

  /** Bytes of the largest file that is parsed: values take many times as much memory. */
  val most: Long = 16L << 20

  override def serializeDefaults: Boolean = true

  /** Numbers, not the strings that JavaScript would need beyond 2^53. */
  implicit override val LongWriter: Writer[Long] = new Writer[Long] {
    override def write0[V](out: Visitor[_, V], value: Long): V = out.visitFloat64StringParts(value.toString, -1, -1, -1)
  }

  protected def word[A](all: Vector[A])(name: A => String): ReadWriter[A] = readwriter[String].bimap[A](
    name,
    text => all.find(name(_) == text).getOrElse(throw new IllegalArgumentException(s"'$text' is not known here"))
  )

  protected def withSchema(schema: String, value: ujson.Value): ujson.Obj =
    ujson.Obj.from(("schema" -> ujson.Str(schema)) +: value.obj.toVector)

  /** What is in a file, nothing where there is none; on the left the sentence that it cannot be `used`. */
  protected def inFile[A](file: Path, used: String, most: Long)(
      parse: String => Either[String, A]
  ): Either[String, Option[A]] =
    if (!Files.exists(file)) Right(None)
    else
      InputText.read(file, most).flatMap(parse).map(Some(_)).left.map(reason => s"$file cannot be $used: $reason.")

  /** The error is what is wrong with the text, as a clause. */
  protected def caught[A](action: => A): Either[String, A] =
    try Right(action)
    catch { case NonFatal(error) => Left(error.toString.linesIterator.mkString(" ")) }
}
