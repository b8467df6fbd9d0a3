package bottleneck.lab.command

import bottleneck.lab.chart.{PageParts, StyleSheet}
import bottleneck.lab.model.Problem
import java.io.{IOException, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.nio.file.{Files, Path}
import scala.util.Try

/** Where an option's text goes. */
private[command] sealed trait Output

private[command] object Output {
  case object Standard extends Output

  /** @param path of the file itself, where `-o` or its like names a link to it */
  final case class File(flag: Flag, path: Path) extends Output

  /** Its target, if it can be written there, as far as that can be seen without writing. */
  def of(flag: Flag, value: String): Either[Problem, Output] =
    if (value == "-" && flag == Verbs.html) Left(Problem("--html needs a file: its style sheet is written beside it."))
    else if (value == "-") Right(Standard)
    else
      Inputs.path(value).map(_.toAbsolutePath).flatMap { named =>
        val path = if (Files.exists(named)) named.toRealPath() else named.normalize
        val folder = existing(path.getParent)
        val style = path.resolveSibling(PageParts.styleSheet)
        if (Files.isDirectory(path)) Left(Problem(s"${flag.name} needs a file, but $value is a folder."))
        else if (!Files.isDirectory(folder)) Left(Problem(s"$value cannot be written: $folder is no folder."))
        else if (!Files.isWritable(if (Files.exists(path)) path else folder))
          Left(Problem(s"$value cannot be written: access to $folder is denied."))
        else if (flag == Verbs.html && (style == path || isForeign(style)))
          Left(Problem(s"--html would overwrite $style, which is another's: name another folder."))
        else Right(File(flag, path))
      }

  private def isForeign(style: Path): Boolean =
    Files.exists(style) && !Try(Files.readString(style)).toOption
      .exists(_.startsWith(StyleSheet.page.linesIterator.next()))

  /** Distinct targets, none of which is an input and at most one of which is standard output. */
  def all(flags: Vector[(Flag, String)], inputs: Vector[Path]): Either[Problem, Vector[(Flag, Output)]] =
    Problem.each(flags) { case (flag, value) => of(flag, value).map(flag -> _) }.flatMap { outputs =>
      val named = outputs.map {
        case (flag, file: File) => (flag.name, file.path.toString)
        case (flag, _) => (flag.name, "standard output")
      } ++ inputs.filter(Files.exists(_)).map(input => ("what is read", input.toRealPath().toString)).distinct
      named.groupMap(_._2)(_._1).find(_._2.size > 1) match {
        case Some((target, names)) => Left(Problem(s"${names.mkString(" and ")} cannot both be $target."))
        case None => Right(outputs)
      }
    }

  /** The style sheet beside each page. */
  def styleSheet(outputs: Vector[(Flag, Output)]): Vector[(Output, String)] = outputs.collect {
    case (Verbs.html, File(flag, path)) => File(flag, path.resolveSibling(PageParts.styleSheet)) -> StyleSheet.page
  }

  /** Where a summary goes: standard output belongs to the file that is written there. */
  def summary(outputs: Vector[(Flag, Output)], terminal: Terminal): PrintStream =
    if (outputs.exists(_._2 == Standard)) terminal.error else terminal.out

  /** Writes texts in their order and returns the files. */
  def write(texts: Vector[(Output, String)], terminal: Terminal): Either[Problem, Vector[Path]] =
    Problem
      .each(texts) {
        case (Standard, text) => Right(terminal.out.print(text)).map(_ => None)
        case (File(_, path), text) => write(path, text).map(_ => Some(path))
      }
      .map(_.flatten)

  def write(path: Path, text: String): Either[Problem, Unit] =
    try {
      val _ = writing[Path](path)(Files.write(_, text.getBytes(UTF_8)))
      Right(())
    } catch { case error: IOException => Left(Problem(s"$path cannot be written: ${Inputs.reason(error)}.")) }

  /** Lets a temporary file beside `path` be written and moves it there; what is no ordinary file, such as /dev/null, is
    * written itself. Nothing is left where `write` throws or `isGood` says no.
    */
  def writing[A](path: Path, isGood: A => Boolean = (_: A) => true)(write: Path => A): A = {
    val isSpecial = Files.exists(path) && !Files.isRegularFile(path)
    val temporary = path.resolveSibling(s".${path.getFileName}.${ProcessHandle.current.pid}")
    Files.createDirectories(path.getParent)
    if (isSpecial) write(path)
    else
      try {
        val result = write(temporary)
        if (isGood(result)) { val _ = Files.move(temporary, path, REPLACE_EXISTING) }
        result
      } finally { val _ = Files.deleteIfExists(temporary) }
  }

  /** A folder, or the nearest one above it that exists. */
  private def existing(folder: Path): Path =
    Iterator.unfold(Option(folder))(_.map(at => at -> Option(at.getParent))).find(Files.exists(_)).getOrElse(folder)
}
