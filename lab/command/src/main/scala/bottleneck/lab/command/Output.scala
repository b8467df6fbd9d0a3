package bottleneck.lab.command

import bottleneck.lab.figures.Problem
import bottleneck.lab.log.{LogError, WholeFile}
import bottleneck.lab.report.Page
import bottleneck.lab.report.chart.StyleSheet
import java.io.IOException
import java.nio.file.{Files, Path}
import scala.util.Try

/** Target of an option's text. */
private[command] sealed trait Output

private[command] object Output {
  case object Standard extends Output

  /** @param path of the file itself, where `-o` or its like names a link to it */
  final case class File(path: Path) extends Output

  private val standard = Set("-", "/dev/stdout", "/dev/fd/1")

  val styleSheet: Flag = Flag("the style sheet of --html", "", "")

  /** Its target, if it can be written there, as far as that can be seen without writing. */
  private def of(flag: Flag, value: String): Either[Problem, Output] =
    if (!standard(value))
      Inputs.path(value).map(_.toAbsolutePath).flatMap { named =>
        val path = if (Files.exists(named)) WholeFile.real(named) else named.normalize
        val folder = existing(path.getParent)
        if (Files.isDirectory(path)) Left(Problem(s"${flag.name} needs a file, but $value is a folder."))
        else if (!Files.isDirectory(folder)) Left(Problem(s"$value cannot be written: $folder is no folder."))
        else if (!Files.isWritable(if (Files.exists(path)) path else folder))
          Left(Problem(s"$value cannot be written: access to $folder is denied."))
        else Right(File(path))
      }
    else if (flag == Verbs.html) Left(Problem("--html needs a file: its style sheet is written beside it."))
    else Right(Standard)

  private def isForeign(style: Path): Boolean =
    Files.exists(style) && !Try(Files.readString(style)).toOption
      .exists(_.startsWith(StyleSheet.page.linesIterator.next()))

  /** Distinct targets, none of them an input; at most one is standard output. A page has its style sheet as another. */
  def all(flags: Vector[(Flag, String)], inputs: Vector[Path]): Either[Problem, Vector[(Flag, Output)]] =
    for {
      named <- Problem.each(flags) { case (flag, value) => of(flag, value).map(flag -> _) }
      styles = named.collect { case (Verbs.html, File(path)) => path.resolveSibling(Page.styleSheet) }
      outputs = named ++ styles.map(styleSheet -> File(_))
      places = outputs.map {
        case (flag, File(path)) => (flag.name, path.toString)
        case (flag, Standard) => (flag.name, "standard output")
      } ++ inputs.filter(Files.exists(_)).map(input => ("what is read", WholeFile.real(input).toString)).distinct
      _ <- places
        .groupMap(_._2)(_._1)
        .collectFirst {
          case (target, names) if names.size > 1 => s"${names.mkString(" and ")} cannot both be $target."
        }
        .map(Problem(_))
        .toLeft(())
      _ <- styles
        .find(isForeign)
        .map(style => Problem(s"--html would overwrite $style, which is another's: name another folder."))
        .toLeft(())
    } yield outputs

  /** Shows sections of lines; standard output belongs to the file that is written there. */
  def show(outputs: Vector[(Flag, Output)], terminal: Terminal)(sections: Vector[String]*): Unit = {
    val stream = if (outputs.exists(_._2 == Standard)) terminal.error else terminal.out
    val text = sections.filter(_.nonEmpty).map(_.mkString("\n")).mkString("\n\n")
    stream.println(text.replace('\u202f', ' ')) // a thin space is not in every terminal's font
  }

  /** Writes the text of each option, once all are made, and gives lines that say so. */
  def write(outputs: Vector[(Flag, Output)], terminal: Terminal)(
      textOf: PartialFunction[Flag, String]
  ): Either[Problem, Vector[String]] =
    Problem
      .each(outputs.map { case (flag, output) =>
        output -> (if (flag == styleSheet) StyleSheet.page else textOf(flag))
      }) {
        case (Standard, text) => Right(terminal.out.print(text)).map(_ => None)
        case (File(path), text) => write(path, text).map(_ => Some(s"wrote $path"))
      }
      .map(_.flatten)

  private def write(path: Path, text: String): Either[Problem, Unit] =
    try Right(WholeFile.write(path, text))
    catch { case error: IOException => Left(Problem(s"$path cannot be written: ${LogError.reason(error)}.")) }

  /** A folder, or the nearest one above it that exists. */
  private def existing(folder: Path): Path =
    Iterator.unfold(Option(folder))(_.map(at => at -> Option(at.getParent))).find(Files.exists(_)).getOrElse(folder)
}
