package bottleneck.lab.explain.verdict

import java.util.ServiceLoader
import scala.jdk.CollectionConverters._

/** An experiment as its page shows it; its runs carry its `id`.
  *
  * @param id
  *   lower case with hyphens: the name of its page
  * @param question
  *   question of the experiment, in one sentence
  * @param factor
  *   factor that its variants differ in, with the unit: a chart's axis label
  * @param answer
  *   to the question, with its number: the first sentence that runs allow
  * @param advice
  *   recommendations to an engineer, a sentence each
  * @param simulations
  *   patterns of its simulations' classes, as `gatling.includes` takes them; the build knows them
  * @param order
  *   names of the variants as the page shows them, where no number orders them
  * @param topic
  *   the group of the site that it belongs to
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

/** Studies of one subject.
  *
  * @param minutes
  *   approximate duration of all their simulations at quick scale
  */
final case class Topic(title: String, minutes: Int)

/** Studies of a build by topic, in the order of the site: an implementation is found by `ServiceLoader`. */
trait Studies {
  def all: Vector[Study]
}

object Studies {
  def found: Vector[Study] = ServiceLoader.load(classOf[Studies]).asScala.toVector.flatMap(_.all)
}
