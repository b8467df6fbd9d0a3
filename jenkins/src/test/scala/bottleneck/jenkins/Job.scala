package bottleneck.jenkins

import java.nio.file.{Files, Path}
import java.time.Clock

/** A Jenkins job: what it keeps of its builds.
  *
  * @param folder
  *   with `builds/<number>` for each build
  * @param clock
  *   the time of builds and their time limits
  */
final case class Job(name: String, folder: Path, clock: Clock = Clock.systemUTC()) {
  def archive(build: Int): Path = of(build).resolve("archive")

  /** A report of HTML Publisher. */
  def report(build: Int, name: String): Path = of(build).resolve("htmlreports").resolve(name)

  /** Gatling's reports of a build. */
  def simulations(build: Int): Path = of(build).resolve("simulations")

  /** What parts of a build hand to each other. */
  def stash(build: Int, name: String): Path = of(build).resolve("stashes").resolve(name)

  def has(build: Int): Boolean = Files.isDirectory(of(build))

  private def of(build: Int): Path = folder.resolve("builds").resolve(build.toString)
}
