package bottleneck.lab.explain.verdict

import java.util.ServiceLoader
import scala.jdk.CollectionConverters._

/** An experiment as its page shows it: its `id`, which its runs carry, names the page. `factor` is what variants differ
  * in, with the unit; the `answer` is the first sentence that runs allow. The build knows the `simulations`, patterns
  * as `gatling.includes` takes them; `order` has the names of the variants where no number orders them.
  */
final case class Study(
    id: String,
    title: String,
    question: String,
    factor: String,
    answer: Vector[Sentence] = Vector.empty,
    advice: Vector[Sentence] = Vector.empty,
    simulations: Vector[String] = Vector.empty,
    order: Vector[String] = Vector.empty,
    topic: Option[Topic] = None
) {
  require(id.matches("[a-z0-9-]+"), s"id ($id) must be lower case with hyphens: it names a page")
}

object Study {

  /** Stands for the study that an experiment names and nobody wrote: its page shows the runs alone. */
  def missing(id: String): Study =
    Study(id, id, "No study asks a question of these runs.", "")
}

/** Studies of one subject, and about how long all their simulations take at quick scale. */
final case class Topic(title: String, minutes: Int)

/** Studies of a build by topic, in the order of the site: an implementation is found by `ServiceLoader`. */
trait Studies {
  def all: Vector[Study]
}

object Studies {
  def found: Vector[Study] = ServiceLoader.load(classOf[Studies]).asScala.toVector.flatMap(_.all)
}
