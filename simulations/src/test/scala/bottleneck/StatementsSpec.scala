package bottleneck

import bottleneck.lab.explain.record.{ResultJson, TurnsFigure, TurnsResult}
import bottleneck.lab.explain.verdict._
import bottleneck.lab.settings.Settings
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** Criteria of statements, tried on the committed results with one measured quantity of one variant scaled. */
class StatementsSpec extends AnyFlatSpec with Matchers {
  private val factors = Vector(0.2, 0.5, 2.0, 5.0)

  /** Names in a result below which, or of which, all numbers are of one quantity. */
  private val quantities: Vector[Set[String]] = Vector(
    Set("throughput", "efficiency", "interval"),
    Set("latencyMs", "p50Ms", "p95Ms", "answeredByMs", "handledMs", "stalls", "handler", "order"),
    Set("cpu", "demand"),
    Set("hikari", "tomcat", "threads", "network", "jvm", "cache", "replication", "scraper", "database"),
    Set("ko", "errors", "firstFailure", "balancer"),
    Set("ok", "burst")
  )

  /** Statements that one quantity of one variant does not decide. */
  private val others: Set[String] = Set(
    // they compare numbers of one quantity, which are scaled together
    "tomcat/thread-states#live",
    "tomcat/thread-states#after-work",
    "pools/idle-db#application-busy",
    // they ask for kinds of failures, or for several numbers at once
    "tomcat/refused#refused",
    "tomcat/refused#at-once",
    // they are further than five times from their bound, or look at runs of another experiment
    "tomcat/health-check#should",
    "tuning/next-steps#more-servers",
    "tuning/index#mass-failures",
    "pools/too-many",
    "pools/threads-4#db-only",
    "hikari/formula#holding-time"
  )

  private lazy val committed: FoundResults = {
    val project = Settings.read(sys.props.toMap).fold(throw _, _.layout.project)
    ResultFiles.committed(project.resolve("docs").resolve("results"))
  }

  private lazy val found: Map[String, Vector[StoredResult]] = committed.results.groupBy(_.result.run.experiment)

  private def evidence(
      runs: Map[String, Vector[StoredResult]],
      study: Study,
      turns: Vector[TurnsResult] = committed.turns
  ): Evidence = {
    val all = runs.map { case (id, own) => id -> Evidence.of(own, turns = turns.filter(_.study == id)) }
    all.getOrElse(study.id, Evidence.none).among(all)
  }

  private def scaled(value: ujson.Value, names: Set[String], factor: Double, inside: Boolean = false): ujson.Value =
    value match {
      case ujson.Obj(fields) =>
        ujson.Obj.from(fields.toVector.map { case (name, inner) =>
          name -> scaled(inner, names, factor, inside || names(name))
        })
      case ujson.Arr(items) => ujson.Arr.from(items.map(scaled(_, names, factor, inside)))
      case ujson.Num(number) if inside =>
        // what was not seen at all cannot be scaled
        val changed = if (number == 0) 100 * factor else number * factor
        ujson.Num(if (number.isWhole) math.rint(changed) else changed)
      case other => other
    }

  private def scaled(stored: StoredResult, names: Set[String], factor: Double): Option[StoredResult] = {
    val json = ujson.read(ResultJson.render(stored.result))
    ResultJson.parse(ujson.write(scaled(json, names, factor))).toOption.map(result => stored.copy(result = result))
  }

  /** Evidence of a study with one quantity of one variant changed, in all ways. */
  private def changes(study: Study): Vector[() => Evidence] = for {
    variant <- found.getOrElse(study.id, Vector.empty).map(_.result.run.variant).distinct
    names <- quantities
    factor <- factors
  } yield () =>
    evidence(
      found.updatedWith(study.id)(_.map(_.flatMap { stored =>
        if (stored.result.run.variant == variant) scaled(stored, names, factor) else Some(stored)
      })),
      study
    )

  /** Evidence of a study with a ratio by turns changed. */
  private def changedTurns(study: Study): Vector[() => Evidence] = for {
    run <- committed.turns.filter(_.study == study.id)
    factor <- factors
  } yield () => {
    def scaled(of: TurnsFigure): TurnsFigure =
      of.copy(ratio = of.ratio * factor, low = of.low * factor, high = of.high * factor)
    val changed = run.copy(figures = run.figures.map(scaled))
    evidence(found, study, committed.turns.map(of => if (of == run) changed else of))
  }

  /** Decided statements whose verdict stays the same whatever is changed. */
  private def constant(study: Study): Vector[String] = {
    val before = evidence(found, study)
    val verdicts = study.statements.map(one => one -> one.judge(before).verdict).filter { case (_, verdict) =>
      Verdict.decided(verdict)
    }
    (changes(study) ++ changedTurns(study))
      .foldLeft(verdicts) { (left, change) =>
        lazy val changed = change()
        left.filter { case (one, verdict) => one.judge(changed).verdict == verdict }
      }
      .map(_._1.id)
  }

  "A verdict" should "change with what was measured, but for those that are told here" in {
    val constants = Studies.found.flatMap(constant)
    constants.toSet shouldBe others
  }
}
