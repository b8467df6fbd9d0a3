package bottleneck.lab.explain.page

import bottleneck.lab.explain.history.{Histories, Metric, MetricHistory, NoiseFloor, Suspicion}
import bottleneck.lab.explain.verdict.Study
import scalatags.Text.all._

/** The nights of all experiments: what changed, whether it is real, and where to look. */
private[page] final class NightsPage(histories: Histories, studies: Vector[Study], links: Links) {
  private val texts = new NightTexts(histories)
  private val titles = studies.map(study => study.id -> study.title).toMap

  def render: String = Page.render(
    links,
    "Nights · Bottleneck",
    frag(
      header(
        tag("nav")(a(href := links.index)("Bottleneck"), " · ", a(href := links.glossary)("Glossary")),
        h1("Nights"),
        p(cls := "lead")(NightsPage.summary(histories))
      ),
      Page.part("changed", "What changed", changed),
      Page.part("experiments", "By experiment", Vector(ul(compared.map(entry)))),
      Page.part("nights", "Nights", nights),
      Page.part("method", "How it is judged", method)
    )
  )

  private def changed: Vector[Frag] = histories.changed match {
    case Vector() => Vector(p("Nothing that the nights could show."))
    case found =>
      val rows = for { of <- found; change <- of.change } yield row(of, change)
      Vector(Page.table("changes", "claims stacked", head, rows))
  }

  private val head: Frag = tr(th("state"), th("change"), th("whether it is real"), th("where to look"))

  private def row(of: MetricHistory, change: Suspicion): Frag = tr(
    td(Badge.of(of, change)),
    td(
      a(href := s"${links.experiment(of.experiment)}#nights")(titles.getOrElse[String](of.experiment, of.experiment)),
      s", ${of.variant}: ${texts.change(of, change)}"
    ),
    td(texts.state(change)),
    td(texts.commits(of, change).map(code(_)), beside(of).map(div(cls := "note")(_)))
  )

  /** What else changed in the same variant. */
  private def beside(of: MetricHistory): Option[String] = {
    val others = histories.changed.filter(one =>
      one.experiment == of.experiment && one.variant == of.variant && one.metric != of.metric
    )
    Option.when(others.nonEmpty)(s"Changed too: ${others.map(_.metric.name).mkString(", ")}.")
  }

  /** What differs between variants that are the same. */
  private def noise: Frag = {
    val floors = studies.flatMap(NoiseFloor.of(_, histories))
    val told = floors.map(floor =>
      s"${floor.metric.name} ${Numbers.percent(floor.part)} (${Numbers.counted(floor.nights, "night")})"
    )
    if (floors.isEmpty)
      s"Noise floor: not known, as fewer than ${NoiseFloor.fewest} nights have the same variant twice."
    else
      s"Noise floor: two runs of the same variant in one night differ by no more than this in 95 of 100 nights: ${told.mkString("; ")}."
  }

  private def compared: Vector[Study] = studies.filter(histories.of(_).nonEmpty)

  private def entry(study: Study): Frag = {
    val series = histories.of(study)
    val regressions = series.count(_.regression.isDefined)
    val detectable = series.filter(_.metric == Metric.Throughput).flatMap(texts.smallest(_)).maxOption
    val smallest =
      detectable.fold("")(part => s"; smallest detectable difference of throughput ${Numbers.percent(part)}")
    li(
      a(href := s"${links.experiment(study)}#nights")(study.title),
      s": ${Numbers.counted(series.map(_.variant).distinct.size, "variant")}, ",
      if (regressions == 0) s"no regression$smallest" else Numbers.counted(regressions, "regression")
    )
  }

  private def nights: Vector[Frag] = {
    val listed = histories.nights.indices.reverse.map { place =>
      val night = histories.nights(place)
      val commit = night.commit.map(name => frag(", ", code(name)))
      li(s"${texts.name(place)}: ${Numbers.counted(night.runs.size, "run")}", commit)
    }
    Vector(tag("details")(tag("summary")(Numbers.counted(histories.nights.size, "night")), ul(listed))) ++ leftOut
  }

  private def leftOut: Option[Frag] = Option.when(histories.leftOut.nonEmpty) {
    val told = histories.leftOut.toVector.sorted.map { case (why, count) => s"${Numbers.counted(count, "run")} $why" }
    p(cls := "note")(s"Left out: ${told.mkString("; ")}.")
  }

  private def method: Vector[Frag] = Vector(
    p(NightTexts.promise),
    p(noise),
    p(
      "A change is found by change points of the series (E-divisive means in windows of 50 nights with a t-test, as Apache Otava does) " +
        "and by a Mann–Whitney test of the newest nights against the accepted baseline. A suspected regression fails no build. " +
        "It is confirmed when runs that did not raise the suspicion show it too: repeats of that night, or runs of later ones."
    ),
    p(
      "The series are files too: ",
      NightFiles.linked.map { case (name, what) =>
        frag(a(href := links.to(links.root.resolve(name)))(name), s" ($what) ")
      }
    )
  )
}

private[page] object NightsPage {

  /** In one sentence. */
  def summary(histories: Histories): String = {
    val regressions = histories.series.flatMap(_.regression)
    val confirmed = regressions.count(_.confirmed.isDefined)
    val found =
      if (regressions.isEmpty) "no regression"
      else s"${Numbers.counted(confirmed, "confirmed regression")}, ${regressions.size - confirmed} suspected"
    s"${Numbers.counted(histories.nights.size, "night")}, ${histories.tested} series compared after the newest one: $found."
  }
}
