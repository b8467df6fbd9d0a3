package bottleneck.lab.claims

import bottleneck.lab.claims.page.document.VariantRow
import bottleneck.lab.claims.published.{Published, PublishedStatement}
import bottleneck.lab.claims.verdict.{Criterion, Study}
import bottleneck.lab.figures.settings.{Scale, Settings}
import bottleneck.lab.figures.target._
import bottleneck.lab.figures.{Numbers, Text}
import bottleneck.lab.parts.process.Ending

/** The command that prints every experiment and its variants; it starts nothing. */
object ListExperiments {
  private val usage =
    """Lists the experiments of this build. It starts nothing.
      |
      |usage: ListExperiments [[--dry] EXPERIMENT | --json]
      |  EXPERIMENT  only those with this text in their id
      |  --dry       of each variant what it would start and send
      |  --json      all of them as JSON, an object per variant""".stripMargin

  def main(arguments: Array[String]): Unit = arguments.toVector match {
    case Vector() => print(text(""))
    case Vector("--json") => println(ujson.write(ujson.Arr.from(rows.map(json)), indent = 2))
    case Vector("--help" | "-h") => println(usage)
    case Vector("--dry") => print(dry(""))
    case Vector("--dry", part) => print(dry(part))
    case Vector(part) if !part.startsWith("-") => print(text(part))
    case _ => Ending.fail(usage)
  }

  private def print(lines: Vector[String]): Unit = {
    lines.foreach(println)
    if (lines.isEmpty) Ending.fail("No experiment has this text in its id; without it all are listed.")
    if (Simulations.broken.nonEmpty) Ending.fail(Simulations.broken.mkString("\n"))
  }

  /** Rows in the order of the studies' pages. */
  private[lab] def rows: Vector[VariantRow] = Simulations.studies.flatMap(of => variants(of.id)).map(row)

  private def variants: Map[String, Vector[Simulations.Entry]] =
    Simulations.found.groupBy(_.variant.trial.study).withDefaultValue(Vector.empty)

  private def row(entry: Simulations.Entry): VariantRow = {
    val variant = entry.variant
    val load = variant.loadAt(Scale.Quick).load(_ => None)
    VariantRow(
      variant.trial.study,
      variant.trial.variant,
      entry.simulation,
      load.fold(_ => "follows from an earlier run", summary),
      load.toOption.map(_.duration.toSeconds * variant.repeats),
      needs(variant.target)
    )
  }

  private def summary(load: Load): String = load match {
    case ClosedLoad(users, _, _, _, _, _) => s"$users users"
    case sliced: SlicedLoad => s"${sliced.users} users in slices"
    case burst: Burst => s"${burst.users} at once"
    case open: OpenLoad => s"${Numbers.count(open.perSecond)} users/s"
    case stairs: Staircase => s"${stairs.levels.head} to ${stairs.levels.last} users"
  }

  private def needs(target: Target): Vector[String] = Vector(
    target.balancer.map(_ => "HAProxy"),
    target.cache.collect { case _: Cache.Redis => "Redis" },
    Option.when(target.oldestJava > Target.oldestJava)(s"JDK ${target.oldestJava}"),
    Option.when(target.cpus.all.nonEmpty)("limits of cores"),
    target.database.filter(_.readers > 0).map(used => Numbers.counted(used.readers, "replica"))
  ).flatten

  private[lab] def text(part: String): Vector[String] =
    each(part)(study => variants(study.id).map(row).map(line))

  /** Experiments with this text in their id, with what `variants` says of theirs. */
  private def each(part: String)(variants: Study => Vector[String]): Vector[String] =
    Simulations.studies.filter(_.id.contains(part)).flatMap { study =>
      val statements = published.filter(_.study == study.id).map(_.id)
      val claims = Option.when(statements.nonEmpty)(statements.mkString("  claims: ", ", ", ""))
      (s"${study.id}: ${study.question}" +: claims.toVector) ++ variants(study)
    }

  /** None where the folder of a build has no statements. */
  private lazy val published: Vector[PublishedStatement] = Settings
    .read(sys.props.toMap)
    .toOption
    .flatMap(settings => Published.read(settings.layout.data).toOption)
    .fold(Vector.empty[PublishedStatement])(_.statements)

  /** Ids of the statements whose criteria look at a variant. */
  private def judgedBy(study: String, variant: String): Vector[String] = published
    .filter(_.kind.isJudged)
    .filter(of => Criterion.parse(of.study, of.criterion).exists(_.places.contains(study -> variant)))
    .map(_.id)

  /** Target and load of each variant at quick scale, and the statements that it is run for. */
  private[lab] def dry(part: String): Vector[String] = each(part)(study => variants(study.id).flatMap(dry))

  private def dry(entry: Simulations.Entry): Vector[String] = {
    val variant = entry.variant
    val load = variant.loadAt(Scale.Quick).load(_ => None).fold(_ => "follows from an earlier run", Announcement.of)
    val statements = variant.results.flatMap(trial => judgedBy(trial.study, trial.variant)).distinct
    Vector(
      s"  ${entry.simulation}: ${variant.trial.variant}",
      s"    target: ${Announcement.of(variant.target)}",
      s"    load: $load"
    ) ++ Option.when(statements.nonEmpty)(statements.mkString("    statements: ", ", ", ""))
  }

  private def line(row: VariantRow): String = {
    val seconds = row.seconds.fold("")(s => s"$s s")
    val needs = row.needs.mkString(", ")
    Text.text("  %-58s %-40s %-28s %6s  %s", row.simulation, row.variant, row.load, seconds, needs).stripTrailing
  }

  private def json(row: VariantRow): ujson.Obj = ujson.Obj(
    "experiment" -> row.study,
    "variant" -> row.variant,
    "simulation" -> row.simulation,
    "load" -> row.load,
    "loadSeconds" -> row.seconds.fold[ujson.Value](ujson.Null)(s => ujson.Num(s.toDouble)),
    "needs" -> row.needs
  )
}
