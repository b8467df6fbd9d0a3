package bottleneck.lab.claims.verdict

import bottleneck.lab.figures.{Expr, Numbers, Problem}
import java.util.ServiceLoader
import scala.jdk.CollectionConverters._
import scala.language.implicitConversions

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
  def missing(id: String): Study = Study(id, id, "No study asks a question of these runs.", "")
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

/** A sentence with holes, such as `{throughput[five] ÷ throughput[one]} times as many`, in the language of criteria,
  * said where the criterion `when` holds, or always. `{… as %}` is a part of 1, `{… as whole}` the next whole number,
  * `{… as count}` the nearest.
  */
final case class Sentence(text: String, when: String = "") {
  import Sentence._

  /** With its numbers, none where one is missing, by the evidence of a study, by its id. */
  def in(study: String, evidence: String => Evidence): Option[String] = {
    val holds = when.isEmpty || Criterion.parse(study, when).exists(_.judge(evidence).verdict == Verdict.Reproduced)
    if (holds) parts(study).toOption.flatMap(filled(_, evidence)) else None
  }

  /** The sentence of what is wrong in a hole or a condition. */
  private[bottleneck] def problems(study: String): Vector[String] = {
    val condition = if (when.isEmpty) None else Criterion.parse(study, when).left.toOption
    (condition ++ parts(study).left.toOption).map(problem => s"${problem.sentence} ($text)").toVector
  }

  private[bottleneck] def places(study: String): Vector[(String, String)] =
    parts(study).toOption.toVector.flatten.collect { case Right(hole) => hole.lookup.places }.flatten ++
      Criterion.parse(study, when).toOption.toVector.flatMap(_.places)

  private def parts(study: String): Either[Problem, Vector[Either[String, Hole]]] =
    Problem.each(split(text)) {
      case Left(words) => Right(Left(words))
      case Right(hole) => Hole.of(study, hole).map(Right(_))
    }

  private def filled(parts: Vector[Either[String, Hole]], evidence: String => Evidence): Option[String] = {
    val texts = parts.map(_.fold(Some(_), _.in(evidence)))
    Option.when(texts.forall(_.isDefined))(texts.flatten.mkString)
  }
}

object Sentence {
  implicit def always(text: String): Sentence = Sentence(text)

  def first(of: Vector[Sentence], study: String, evidence: String => Evidence): Option[String] =
    of.iterator.flatMap(_.in(study, evidence)).nextOption()

  private final case class Hole(lookup: Criterion.Lookup, formula: Expr.Formula, as: String) {
    def in(evidence: String => Evidence): Option[String] = lookup
      .agreed(evidence)
      .map(formula.term)
      .filter(value => java.lang.Double.isFinite(value))
      .map(written)

    private def written(value: Double): String = as match {
      case "%" => Numbers.percent(value)
      case "whole" => Numbers.count(math.ceil(value))
      case "count" => Numbers.count(math.rint(value))
      case _ => RunMetric.text(value, formula.quantity)
    }
  }

  private object Hole {
    private val formatted = "(?s)(.*) as (%|whole|count)".r

    def of(study: String, text: String): Either[Problem, Hole] = {
      val (number, as) = text match {
        case formatted(number, as) => (number, as)
        case _ => (text, "")
      }
      Expr.formula(number, RunMetrics).map(of => Hole(new Criterion.Lookup(study, of.references), of, as))
    }
  }

  /** Words, and holes between braces, which may have braces themselves. */
  private def split(text: String): Vector[Either[String, String]] = {
    val depths =
      text.scanLeft(0)((depth, char) => if (char == '{') depth + 1 else if (char == '}') depth - 1 else depth)
    val from = depths.zip(depths.tail).indexWhere(_ == (0 -> 1))
    val to = depths.zip(depths.tail).indexWhere(_ == (1 -> 0), from)
    if (from < 0 || to < 0) Vector(Left(text))
    else Vector(Left(text.take(from)), Right(text.slice(from + 1, to))) ++ split(text.drop(to + 1))
  }
}
