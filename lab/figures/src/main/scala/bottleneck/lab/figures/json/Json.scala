package bottleneck.lab.figures.json

import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.files.InputText
import java.nio.file.{Files, Path}
import scala.util.control.NonFatal
import upickle.core.Visitor

/** JSON format of a run's files: field names are those of the classes. Fields with a default are written and may be
  * missing; unknown fields of a later version are ignored.
  */
private[lab] trait Json extends upickle.AttributeTagged {

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

  /** What is in a file, nothing where there is none. */
  protected def inFile[A](file: Path)(parse: String => Either[Problem, A]): Either[Problem, Option[A]] =
    if (!Files.exists(file)) Right(None)
    else
      Json.readFile(file)(parse).map(Some(_)).left.map(why => Problem(s"$file cannot be used: ${why.sentence}."))

  /** The value of a text that has one of these schemas. */
  protected def ofSchema[A](text: String, schemas: String*)(value: ujson.Value => A): Either[Problem, A] = for {
    json <- caught(ujson.read(text))
    found <- caught(json("schema").str)
    understood = schemas.mkString("'", "' or '", "'")
    _ <- Either.cond(
      schemas.contains(found),
      (),
      Problem(s"its schema is '$found' but only $understood is understood")
    )
    read <- caught(value(json))
  } yield read

  protected def caught[A](action: => A): Either[Problem, A] =
    try Right(action)
    catch { case NonFatal(error) => Left(Problem(s"it is damaged: ${error.toString.linesIterator.mkString(" ")}")) }
}

private[lab] object Json {

  /** Bytes of the largest file that is parsed: values take many times as much memory. */
  val most: Long = 16L << 20

  def readFile[A](file: Path)(parse: String => Either[Problem, A]): Either[Problem, A] =
    InputText.read(file, most).left.map(unreadable).flatMap(parse)

  /** Problems of a file are clauses, as the file stands before them. */
  def unreadable(reason: String): Problem = Problem(s"it cannot be read: $reason")
}
