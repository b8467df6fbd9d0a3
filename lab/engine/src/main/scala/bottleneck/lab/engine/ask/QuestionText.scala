package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Problem
import java.io.IOException
import java.nio.charset.{CharacterCodingException, StandardCharsets}
import java.nio.file._

/** Texts of a question: the short form `GET /owners, 3*GET /vets`, or the path of a `.http` file. */
object QuestionText {
  private val place = "-Dask"
  private val largest = 1L << 20
  private val request = """(?s)(?:-?\d+\s*\*\s*)?[A-Za-z]+\s+(?:/|https?:|\{\{).*"""
  private val file = """(?s).*\.(?:http|rest)"""

  /** A comma before the next request, outside of braces. */
  private val separator = """,(?=\s*(?:-?\d+\s*\*\s*)?(?:[A-Z]+\s|[A-Za-z]+\s+/|/))(?![^{}]*}})"""

  /** @param root folder that a relative path starts from */
  def read(ask: String, root: Path): Either[Problem, Question] = {
    val text = ask.trim
    if (text.matches(file) && !text.matches(request))
      for {
        path <- in(root, text).left.map(why => Problem(s"$place=$text $why"))
        lines <- lines(path).left.map(why => Problem(s"$place=$text $why"))
        question <- HttpFile.parse(path.getFileName.toString, lines, path.toAbsolutePath.getParent)
      } yield question
    else {
      val requests = text.split(separator).toVector
      HttpFile.parse(place, requests.flatMap(one => Vector(Line(place, "###"), Line(place, one.trim))), root)
    }
  }

  private[ask] def in(folder: Path, name: String): Either[String, Path] =
    try Right(folder.resolve(name))
    catch { case error: InvalidPathException => Left(s"is no path: ${error.getReason}.") }

  /** Lines of a file, or why it cannot be read. */
  private[ask] def lines(path: Path): Either[String, Vector[Line]] =
    try
      if (!Files.exists(path)) Left(s"is missing: there is no ${path.toAbsolutePath.normalize}.")
      else if (!Files.isRegularFile(path)) Left("is no file: name a text file.")
      else if (Files.size(path) > largest) Left(s"has ${Files.size(path)} bytes: at most $largest are read.")
      else {
        val text = Files.readString(path, StandardCharsets.UTF_8).stripPrefix("\uFEFF")
        Right(text.split("\r?\n", -1).toVector.zipWithIndex.map { case (line, index) =>
          Line(s"${path.getFileName}, line ${index + 1}", line)
        })
      }
    catch {
      case _: CharacterCodingException => Left("is no text in UTF-8: save it as such.")
      case error: IOException => Left(s"cannot be read: ${error.getClass.getSimpleName}.")
    }
}

/** A line of a question and its place, such as `owners.http, line 7`. */
private[ask] final case class Line(place: String, text: String) {

  def isBlank: Boolean = text.isBlank

  /** The sentence, then the line with a caret under the fragment. Values that may be secret are concealed. */
  def problem(fragment: String, sentence: String): Problem = {
    val at = math.max(0, text.indexOf(fragment))
    val from = math.max(0, at - 80)
    val shown =
      concealed(at, at + fragment.length).map(char => if (char.isControl) ' ' else char).slice(from, from + 120)
    Problem(s"$place: $sentence\n    $shown\n    ${" " * (at - from)}^")
  }

  /** The line with `*` for what follows the first `:` or `=`, but for the fragment. */
  private def concealed(from: Int, until: Int): String =
    if (!Line.secret.matches(text)) text
    else {
      val value = text.indexWhere(":=".contains(_)) + 1
      text.zipWithIndex.map { case (char, i) =>
        if (i < value || (i >= from && i < until) || char.isWhitespace) char else '*'
      }.mkString
    }
}

private[ask] object Line {
  private val secret = "(?i).*(?:password|secret|token|key|authorization|cookie).*".r
}
