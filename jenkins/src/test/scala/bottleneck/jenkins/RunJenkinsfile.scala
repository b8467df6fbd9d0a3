package bottleneck.jenkins

import java.nio.file.{Files, Path}

/** Runs a Jenkinsfile of the newest commit as Jenkins would, with its real commands, and ends with 0 if the build is a
  * success. It works in a clone, because `mvn clean` would remove the classes of the runner.
  */
object RunJenkinsfile {
  private val usage =
    """usage: RunJenkinsfile FOLDER [FILE] [NAME=VALUE …]
      |  FOLDER      gets the clone (workspace), one for each agent with a label, and what Jenkins would keep (builds)
      |  FILE        which one of the repository to run: Jenkinsfile if none is given
      |  NAME=VALUE  a parameter of the build""".stripMargin

  def main(arguments: Array[String]): Unit = {
    val (parameters, folders) = arguments.toVector.partition(_.contains("="))
    val named = parameters.map(_.split("=", 2)).collect { case Array(name, value) => name -> value }
    val ended = folders match {
      case folder +: file if file.size < 2 => run(checkout, Path.of(folder), named.toMap, file.headOption)
      case _ => Left(usage)
    }
    println(ended.fold(identity, build => (build.result.toString +: build.description.toVector).mkString(": ")))
    sys.exit(if (ended.exists(_.result == BuildResult.Success)) 0 else 1)
  }

  private def checkout: Path = Path.of(sys.props.getOrElse("lab.project", "."))

  /** The build, or why there is none. */
  private[jenkins] def run(
      checkout: Path,
      folder: Path,
      parameters: Map[String, String],
      file: Option[String] = None
  ): Either[String, Build] = {
    val job = Job("bottleneck", Files.createDirectories(folder).toAbsolutePath)
    val workspace = job.folder.resolve("workspace")
    val number = Iterator.from(1).dropWhile(job.has(_)).next()
    def onAgent(label: String): Option[Path] = {
      val own = job.folder.resolve(label)
      cloned(checkout, own).toOption.map(_ => own)
    }
    val build = new Build(job, number, workspace, line => println(s"[jenkins] $line"), onAgent)
    for {
      _ <- cloned(checkout, workspace)
      text = Files.readString(workspace.resolve(file.getOrElse("Jenkinsfile")))
      _ <- new Runner(Shell.Real).run(text, build, parameters).left.map(_.mkString("\n"))
    } yield build
  }

  /** The newest commit, in a workspace that keeps what Git does not know, as Jenkins does it. */
  private def cloned(checkout: Path, workspace: Path): Either[String, Unit] = {
    val from = Map("FROM" -> checkout.toAbsolutePath.toString, "TO" -> workspace.toString)
    val script = """[ -d "$TO" ] || git clone --quiet "$FROM" "$TO"
                   |git -C "$TO" fetch --quiet "$FROM" HEAD
                   |git -C "$TO" checkout --quiet --force --detach FETCH_HEAD""".stripMargin
    val end = Shell.Real.run(script, from, workspace.getParent, until = None)
    Either.cond(end == Shell.Exit(0), (), s"Could not clone $checkout to $workspace.")
  }
}
