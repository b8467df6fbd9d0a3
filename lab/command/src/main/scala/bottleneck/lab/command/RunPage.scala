package bottleneck.lab.command

import bottleneck.lab.model.{Column, Failure, Numbers, RequestTable, Run, Table}
import scalatags.Text.all._

/** The page of a run: figures first, then what they are made of. It has no script and no inline style.
  *
  * @param source
  *   path of its log
  */
private[command] final class RunPage(run: Run, expectations: Expectations, source: String) {
  private val sentences = new RunSentences(run)

  def render: String = RunPage.frame(
    s"${sentences.simulation} · Bottleneck",
    frag(
      header(
        h1(sentences.simulation),
        p(cls := "lead")(
          s"${sentences.volume}. ",
          sentences.rate.map(rate => s"$rate. "),
          sentences.times.map(times => s"Response times: $times.")
        )
      ),
      RunPage.objections(sentences.objections.map(_.sentence)),
      RunPage.part("expectations", "Expectations", expected),
      RunPage.part("charts", "Charts", Vector(shaded, div(cls := "charts")(RunCharts.of(run)))),
      RunPage.part("requests", "Requests", Vector(RequestTable.of(run).html("requests"), p(cls := "note")(reading))),
      RunPage.part("errors", "Errors", errors),
      RunPage.part("making", "How the numbers are made", making.map(p(_))),
      RunPage.part("conditions", "Conditions", Vector(conditions))
    )
  )

  private def shaded: Frag =
    p(cls := "note")(
      if (run.measured.isEmpty) "There is no measured window to shade."
      else "Shaded: the measured window, without the users' arrival and drain."
    )

  private def expected: Vector[Frag] =
    if (expectations.evidence.isEmpty) Vector.empty
    else
      Vector(ul(cls := "checks")(expectations.evidence.map { evidence =>
        val sign = Expectations.sign(evidence.truth)
        li(RunPage.badge(sign.css, sign.symbol, sign.word), " ", evidence.text)
      }))

  private def reading: String =
    "Response times are of all requests of the run, OK and failed; those of a group are the sums of its requests', as in " +
      "Gatling's own report. The throughput is OK responses per second of the measured window."

  private def errors: Vector[Frag] =
    if (run.failures.isEmpty) Vector.empty
    else {
      def column(label: String)(of: Failure => String): Column[Failure] = Column(label, isText = false, "", of, of)
      val columns = Vector(
        Column.text[Failure]("message")(failure => RunSentences.message(failure.message)),
        Column.text[Failure]("kind")(_.kind.getOrElse("not known")),
        column("count")(failure => RunSentences.count(failure.count)),
        column("of all requests")(failure => Numbers.percent(failure.count.toDouble / run.total.count))
      )
      Vector(
        Table(columns, run.failures).html("errors"),
        p(cls := "note")(sentences.firstFailure.map(text => s"${text.capitalize}."))
      )
    }

  private def making: Vector[String] = Vector(
    "Every figure is computed from the records of the log: counts, shortest, longest and mean response times, and " +
      "percentiles are exact. A percentile is the shortest response time that so many per cent of the requests do not " +
      "exceed (nearest rank).",
    "A request belongs to the second in which it ends.",
    "The measured window is the time in which the number of active users stays at one level, found in the log. It leaves " +
      "out their arrival and the drain, in which a service answers less than it can.",
    "An interval (±) holds the true mean of runs like this one 95 times of 100, as far as the ten parts of the window tell; it does " +
      "not contain what differs between runs, such as the speed of the machine.",
    "Gatling's own report estimates percentiles since 3.13 (gatling/gatling#4715): where it lies beside the log, its " +
      "percentiles were compared with the exact ones."
  )

  private def conditions: Frag = {
    val rows = Vector(
      "simulation" -> run.simulation,
      "description" -> run.description.trim,
      "started" -> Numbers.at("uuuu-MM-dd HH:mm:ss 'UTC'", run.start),
      "Gatling" -> run.gatling,
      "format of the log" -> run.format,
      "log" -> source
    ) ++ run.checks.filter(_.passed).map(check => check.name -> check.sentence)
    RunPage.table(
      "conditions",
      frag(),
      rows.filter(_._2.nonEmpty).map { case (name, value) => tr(th(attr("scope") := "row")(name), td(value)) },
      css = "conditions"
    )
  }
}

/** Frame and parts of pages, as those of the lab have them. */
private[command] object RunPage {
  val styleSheet = "style.css"

  def frame(heading: String, content: Frag): String = {
    val page = html(lang := "en")(
      head(
        meta(charset := "utf-8"),
        meta(name := "viewport", attr("content") := "width=device-width, initial-scale=1"),
        meta(name := "color-scheme", attr("content") := "light dark"),
        tag("title")(heading),
        link(rel := "stylesheet", href := styleSheet)
      ),
      body(tag("main")(content))
    )
    s"<!DOCTYPE html>\n${page.render}\n"
  }

  /** Nothing where it has no content. */
  def part(id: String, heading: String, content: Seq[Frag]): Frag =
    if (content.isEmpty) frag() else tag("section")(attr("id") := id)(h2(heading), content)

  /** Sentences that a reader must know first. */
  def objections(sentences: Seq[String]): Frag =
    if (sentences.isEmpty) frag()
    else tag("section")(attr("id") := "first")(h2("Read this first"), sentences.map(p(cls := "caution")(_)))

  /** A symbol and a word, as some readers cannot see the colour. */
  def badge(css: String, symbol: String, word: String): Frag =
    span(cls := s"badge $css")(span(attr("aria-hidden") := "true")(symbol), s"\u00a0$word")

  /** A table that scrolls by itself where it is wider than the page. */
  def table(name: String, head: Frag, rows: Seq[Frag], css: String = "numbers"): Frag =
    div(cls := "wide", tabindex := 0, role := "region", attr("aria-label") := name)(
      scalatags.Text.tags.table(cls := css)(thead(head), tbody(rows))
    )
}
