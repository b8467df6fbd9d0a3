package bottleneck

import bottleneck.Checkout.project
import bottleneck.lab.files.WholeFile
import bottleneck.lab.run.host.Folders
import java.nio.file.{Files, Path}
import org.scalatest.{Assertion, Assertions}

/** Compares texts with approved ones in src/test/resources/bottleneck. */
trait Approved { this: Assertions =>
  private val module = project.resolve("simulations")
  private val resources = module.resolve("src/test/resources/bottleneck")
  private val mostLines = 40

  /** Fails with the lines in which texts, by file name, differ from those in the approved folder `name`, and leaves the
    * new ones below target/approved.
    */
  protected def compare(name: String, texts: Map[String, String]): Assertion = {
    val news = module.resolve("target/approved").resolve(name)
    Folders.remove(news)
    val approved = read(resources.resolve(name))
    val differing = (approved.keySet ++ texts.keySet).toVector.sorted.flatMap(file =>
      difference(file, approved.getOrElse(file, ""), texts.getOrElse(file, ""))
    )
    if (differing.isEmpty) succeed
    else {
      texts.foreach { case (file, text) => WholeFile.write(news.resolve(file), text) }
      val (from, to) = (project.relativize(news), project.relativize(resources.resolve(name)))
      fail(s"$name differs from what was approved. To approve: rm -r $to; cp -r $from $to\n${differing.mkString("\n")}")
    }
  }

  private def read(folder: Path): Map[String, String] = Vector(folder)
    .filter(Files.isDirectory(_))
    .flatMap(Folders.tree)
    .filter(Files.isRegularFile(_))
    .map(file => folder.relativize(file).toString -> Files.readString(file))
    .toMap

  private def difference(file: String, before: String, now: String): Option[String] = Option.when(before != now) {
    val (old, young) = (before.linesIterator.toVector, now.linesIterator.toVector)
    val lines = old.diff(young).map("- " + _) ++ young.diff(old).map("+ " + _)
    val more = if (lines.size > mostLines) Vector(s"… ${lines.size - mostLines} more") else Vector.empty
    (s"$file: ${lines.size} lines, or their order" +: (lines.take(mostLines) ++ more)).mkString("\n")
  }
}
