package bottleneck

import bottleneck.Checkout.published
import bottleneck.lab.claims.Simulations
import bottleneck.lab.claims.verdict._
import bottleneck.lab.parts.host.Folders
import bottleneck.lab.figures.settings.Scale
import io.gatling.core.scenario.Simulation
import java.lang.reflect.Modifier
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ExperimentsSpec extends AnyFlatSpec with Matchers {
  private val variants = Simulations.found
  private val trials = variants.map(_.variant.trial)
  private val named = (trials ++ variants.flatMap(_.variant.results)).map(trial => trial.study -> trial.variant).toSet

  "The studies" should "be found without being named, each with a topic" in {
    Studies.found.map(_.id) shouldBe new Experiments().all.map(_.id)
    Studies.found.map(_.id).distinct should have size Studies.found.size.toLong
  }

  they should "be there for every variant that names one" in {
    trials.map(_.study).distinct.diff(Simulations.declared.map(_.id)) shouldBe empty
  }

  they should "each have a variant" in {
    Simulations.broken shouldBe empty
    variants.size should be > 100
    Studies.found.map(_.id).filterNot(trials.map(_.study).contains) shouldBe empty
  }

  they should "order all of their variants, or none" in {
    val ordered = Studies.found.filter(_.order.nonEmpty)
    val all = ordered.flatMap(study => study.order.map(study.id -> _)).toSet
    val single = named.filterNot(_._2.contains(" | ")) // not by turns
    single.filter { case (study, _) => ordered.exists(_.id == study) }.diff(all) shouldBe empty
  }

  they should "have every class that Gatling would run, so that none runs unseen" in {
    val classes = Path.of(getClass.getProtectionDomain.getCodeSource.getLocation.toURI)
    val all = Folders.tree(classes).map(classes.relativize(_).toString)
    val simulations = all.filter(_.endsWith(".class")).map(_.stripSuffix(".class").replace('/', '.')).filter { name =>
      val of = Class.forName(name, false, getClass.getClassLoader)
      classOf[Simulation].isAssignableFrom(of) && !Modifier.isAbstract(of.getModifiers)
    }
    simulations.sorted shouldBe variants.map(_.simulation).sorted
  }

  they should "have patterns that match every one of their simulations, and no other" in
    Simulations.studies.foreach { study =>
      val patterns = study.simulations.map(_.replace(".", "\\.").replace("*", ".*").r)
      patterns.size should be <= 4
      val named = variants.map(_.simulation).filter(simulation => patterns.exists(_.matches(simulation)))
      named shouldBe variants.filter(_.variant.trial.study == study.id).map(_.simulation)
    }

  they should "have every variant, run by turns and study that a criterion names" in {
    published.statements.map(_.study).distinct.diff(Studies.found.map(_.id)) shouldBe empty
    published.statements.filter(_.kind.isJudged).foreach { statement =>
      withClue(s"${statement.id}: ") {
        val criterion = Criterion.parse(statement.study, statement.criterion).fold(p => fail(p.sentence), identity)
        criterion.places should not be empty
        criterion.places.filterNot(named) shouldBe empty
      }
    }
  }

  they should "have figures to compare with" in {
    trials.flatMap(_.published).filter(s => published.figures(s.source, s.variant).isEmpty) shouldBe empty
  }

  they should "name what is there in their sentences, and answer nothing without runs" in
    Studies.found.foreach { study =>
      withClue(s"${study.id}: ") {
        val sentences = study.answer ++ study.advice
        sentences.flatMap(_.problems(study.id)) shouldBe empty
        sentences.flatMap(_.places(study.id)).filterNot(named) shouldBe empty
        Sentence.first(study.answer, study.id, _ => Evidence.none) shouldBe None
      }
    }

  "Variants" should "have different names" in {
    trials.map(trial => trial.study -> trial.variant).distinct should have size trials.size.toLong
  }

  they should "ask for a load at each scale that the full one never undercuts" in
    variants.foreach { variant =>
      val users = Vector(Scale.Quick, Scale.Full).map(variant.variant.loadAt(_).load(_ => Some(100)).map(_.users))
      withClue(variant.simulation)(users.head.getOrElse(0) should (be > 0 and be <= users.last.getOrElse(0)))
    }
}
