package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem
import java.nio.file.{Files, Path}
import scala.util.Try

/** Folders of the lab; the POM passes them to the Gatling JVM. `project` is the checkout, with `seed-sql` and `data`;
  * the file `serviceClassPath` holds the class path of the service's dependencies; `work` is what is kept between runs,
  * and one folder a run while it lasts.
  */
final case class Layout(project: Path, serviceJar: Path, serviceClassPath: Path, work: Path, results: Path) {
  def seedSql: Path = project.resolve("seed-sql")
  def data: Path = project.resolve("data")

  /** Kept between runs: PostgreSQL's binaries, the seeded data folder, the service's start-up archive. */
  def cache: Path = work.resolve("cache")
}

object Layout {
  val names: Vector[String] = {
    import Properties._
    Vector(project, labJar, labClassPath, work, results).map(_.name)
  }

  private[settings] def read(set: Map[String, String], running: RunningParts): Either[Problem, Layout] = for {
    paths <- Problem.each(names.flatMap(set.get))(path)
    layout <- paths match {
      case Vector(project, jar, classPath, work, results) => Right(Layout(project, jar, classPath, work, results))
      case _ => Left(Problem(s"The lab is started by mvn gatling:test, whose POM sets ${names.mkString(", ")}."))
    }
    _ <- Vector(layout.serviceJar, layout.serviceClassPath)
      .find(!Files.isRegularFile(_))
      .filter(_ => running.targetUrls.isEmpty)
      .map(missing => Problem(s"$missing is missing: run mvn gatling:test from the project's root, which builds it."))
      .toLeft(())
  } yield layout

  /** A JVM can name what its locale has letters for, and under LANG=C that is ASCII. */
  private def path(text: String): Either[Problem, Path] = Try(Path.of(text)).toOption
    .toRight(Problem(s"The locale has no letters for the path $text: set LC_ALL=C.UTF-8 and run again."))
}
