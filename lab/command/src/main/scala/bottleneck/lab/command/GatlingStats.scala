package bottleneck.lab.command

import bottleneck.lab.figures.GatlingFigures.{escaped, everything, mark, marked, trimmed}
import bottleneck.lab.figures.statistics.ExactCounts
import bottleneck.lab.figures.{GatlingFigures, LogStatistics, Problem, Run, Tally}
import bottleneck.lab.log.LogHeader
import java.nio.file.{Files, Path}
import java.text.Normalizer
import java.util.Locale
import scala.util.Try
import scalatags.Text.all._
import ujson.Obj

/** The files that Gatling before 3.13.5 wrote into `js` beside its log where Jenkins' Gatling plugin and others look
  * for them, with exact figures and a mark that says who wrote them.
  *
  * All figures of a group are of the sums of its requests' response times; Gatling's ranges were of its duration.
  */
private[command] final class GatlingStats(statistics: LogStatistics, header: LogHeader) {
  import GatlingStats._

  private lazy val seconds = statistics.runSeconds
  private lazy val requests = statistics.requests.byStart
  private lazy val total = new GatlingFigures(statistics.total.ok, statistics.total.ko, seconds)

  /** Requests before groups of the same path. */
  private lazy val figures: Map[Vector[String], GatlingFigures] =
    (statistics.groups.all.map(tally => tally.groups -> tally) ++ requests.map(tally => path(tally) -> tally))
      .map { case (path, tally) => path -> new GatlingFigures(tally.ok, tally.ko, seconds) }
      .toMap
      .updated(Vector.empty, total)

  private lazy val (unknown, assertions) = header.assertions.partitionMap(Assertion.decode(_, header.gatlingVersion))

  lazy val verdicts: Vector[Verdict] = assertions.flatMap(_.verdicts(requests.map(path), figures.get))

  def leftOut: Option[String] = Option.when(unknown.nonEmpty)(
    s"${unknown.size} of ${header.assertions.size} assertions cannot be decoded and are left out: ${unknown.distinct.mkString(", ")}."
  )

  /** Texts of the files by their names. */
  lazy val texts: Map[String, String] =
    names.zip(Vector(marked(group(Vector.empty, requests)), total.globalStats, junit)).toMap

  private def group(path: Vector[String], in: Vector[Tally]): Obj = {
    val (own, inner) = in.partition(_.groups.size == path.size)
    val byGroup = inner.groupBy(_.groups(path.size))
    val all = node("GROUP", "group", path.lastOption.getOrElse(everything), path)
    all("contents") = Obj.from(
      inner.map(_.groups(path.size)).distinct.map(name => id("group", name) -> group(path :+ name, byGroup(name))) ++
        own.map(tally => id("req", tally.name) -> node("REQUEST", "req", tally.name, path :+ tally.name))
    )
    all
  }

  private def node(kind: String, prefix: String, name: String, path: Vector[String]): Obj = Obj(
    "type" -> kind,
    "name" -> escaped(name),
    "path" -> escaped(Run.path(path)),
    "pathFormatted" -> id(prefix, Run.path(path)),
    "stats" -> figures.getOrElse(path, new GatlingFigures(new ExactCounts, new ExactCounts, seconds)).json(name)
  )

  private def junit: String = {
    def element(name: String, attributes: (String, Any)*)(content: Frag*): Frag =
      tag(name)(attributes.map { case (key, value) => attr(key) := value.toString }, content)
    val cases = verdicts.map { verdict =>
      element("testcase", "name" -> verdict.assertion.message, "status" -> verdict.holds, "time" -> 0)(
        if (verdict.holds) element("system-out")(verdict.message)
        else element("failure", "type" -> verdict.message)(s"Actual value: ${verdict.actual.getOrElse("N/A")}")
      )
    }
    val counts = Vector("tests" -> verdicts.size, "errors" -> 0, "failures" -> verdicts.count(!_.holds), "time" -> 0)
    s"${element("testsuite", ("name" -> header.simulation) +: counts: _*)(cases: _*).render}\n<!-- $mark -->\n"
  }
}

private[command] object GatlingStats {
  private val names = Vector("stats.json", "global_stats.json", "assertions.xml")

  /** The files beside a log, each with the option and its name, unless one is there that is not ours. */
  def files(log: Path, overwrite: Boolean): Either[Problem, Vector[(Flag, String)]] = {
    val files = names.map(name => Verbs.stats.copy(about = name) -> log.toAbsolutePath.resolveSibling(s"js/$name"))
    files
      .collectFirst { case (_, file) if Files.exists(file) && !overwrite && !isOurs(file) => file }
      .map(file => Problem(s"$file was not written by bottleneck: --overwrite replaces it."))
      .toLeft(files.map { case (flag, file) => flag -> file.toString })
  }

  private def isOurs(file: Path): Boolean = Try(Files.readString(file)).toOption.exists(_.contains(mark))

  private def path(request: Tally): Vector[String] = request.groups :+ request.name

  /** Name of Gatling's page about a request or group, by its name or path. */
  private def id(prefix: String, text: String): String = {
    val plain = Normalizer.normalize(trimmed(text), Normalizer.Form.NFD).toLowerCase(Locale.ROOT)
    val clean = plain.replaceAll("\\p{InCombiningDiacriticalMarks}+", "-").replaceAll("[^a-zA-Z0-9\\-]", "-")
    s"${prefix}_${clean.take(15)}-${trimmed(text).hashCode}"
  }
}
