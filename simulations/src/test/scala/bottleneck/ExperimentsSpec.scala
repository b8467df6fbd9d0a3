package bottleneck

import bottleneck.balancer.HealthCheckStudy
import bottleneck.connectionpool.PoolTrials
import bottleneck.journal.JournalTrials
import bottleneck.lab.Experiment
import bottleneck.lab.explain.result._
import bottleneck.lab.settings.Settings
import bottleneck.latency.LatencyTrials
import bottleneck.scaleup.ScaleUpTrials
import bottleneck.threadpool.TomcatTrials
import java.lang.reflect.Modifier
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.jdk.StreamConverters._
import scala.util.Using

class ExperimentsSpec extends AnyFlatSpec with Matchers {

  /** Concrete simulations among the compiled classes. */
  private def simulations: Vector[String] = {
    val root = Path.of(getClass.getProtectionDomain.getCodeSource.getLocation.toURI)
    Using
      .resource(Files.walk(root))(_.toScala(Vector))
      .map(file => root.relativize(file).toString)
      .collect { case s"$path.class" => path.replace('/', '.') }
      .filter(name => classOf[Experiment].isAssignableFrom(Class.forName(name, false, getClass.getClassLoader)))
      .filterNot(name => Modifier.isAbstract(Class.forName(name, false, getClass.getClassLoader).getModifiers))
  }

  private lazy val settings = Settings.read(sys.props.toMap).fold(throw _, identity)
  private lazy val published = Published.read(settings.layout.data).fold(error => fail(error.message), identity)
  private val trials =
    JournalTrials.all ++ LatencyTrials.all ++ ScaleUpTrials.all ++ PoolTrials.all ++ TomcatTrials.all ++
      Vector(10.seconds, 500.millis).map(HealthCheckStudy.trial)

  "The studies" should "be found without being named" in {
    Studies.found.map(_.id) shouldBe new Experiments().all.map(_.id)
    Studies.found.map(_.id).distinct should have size Studies.found.size.toLong
  }

  they should "each have a variant" in {
    trials.map(_.study.id).distinct.sorted shouldBe Studies.found.map(_.id).sorted
  }

  they should "name simulations that are there" in {
    val classes = simulations
    Studies.found.flatMap(_.simulations).flatMap(_.split(',')).filterNot { pattern =>
      val named = pattern.replace(".", "\\.").replace("*", ".*").r
      classes.exists(named.matches(_))
    } shouldBe empty
  }

  they should "replay every claim of a source at most once" in {
    val sources = Studies.found.flatMap(_.claims).map(_.source)
    sources.distinct shouldBe sources
  }

  they should "judge claims of the sources, and have figures to compare with" in {
    Studies.found.flatMap(_.claims).filter(claim => published.claim(claim.source).isEmpty) shouldBe empty
    trials.flatMap(_.published).filter(s => published.figures(s.source, s.variant).isEmpty) shouldBe empty
  }

  they should "claim nothing, answer nothing and not fail without runs" in
    Studies.found.foreach { study =>
      study.answer(Evidence.none) shouldBe None
      study.claims.map(_.judge(Evidence.none).verdict).filter(Verdict.decided) shouldBe empty
    }

  "Variants" should "have different names" in {
    trials.map(trial => trial.study.id -> trial.variant).distinct should have size trials.size.toLong
  }
}
