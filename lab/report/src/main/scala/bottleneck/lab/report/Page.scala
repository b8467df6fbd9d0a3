package bottleneck.lab.report

import scalatags.Text.all._

/** A page: its title, what it answers in a sentence or two, and its sections. It has no script and no inline style.
  * `links` lead to other pages, by their names.
  */
final case class Page(
    title: String,
    answer: Frag,
    sections: Vector[Section],
    links: Vector[(String, String)] = Vector.empty,
    styleSheet: String = Page.styleSheet
) {
  def html: String = {
    val ways = links.map { case (name, to) => a(href := to)(name) }
    val others = Option.when(links.nonEmpty)(tag("nav")(ways.head, ways.tail.map(way => frag(" · ", way))))
    val page = scalatags.Text.all.html(lang := "en")(
      head(
        meta(charset := "utf-8"),
        meta(name := "viewport", attr("content") := "width=device-width, initial-scale=1"),
        meta(name := "color-scheme", attr("content") := "light dark"),
        tag("title")((Vector(title) ++ Some(Page.site).filter(_ != title)).mkString(" · ")),
        link(rel := "stylesheet", href := styleSheet)
      ),
      body(tag("main")(header(others, h1(title), answer), sections.map(_.html)))
    )
    s"<!DOCTYPE html>\n${page.render}\n"
  }
}

object Page {
  val styleSheet = "style.css"
  val site = "Bottleneck"

  /** An answer, or the question that a page answers. */
  def lead(sentence: String): Frag = p(cls := "lead")(sentence)

  /** A symbol and a word, as some readers cannot see the colour. */
  def badge(css: String, symbol: String, word: String): Frag =
    span(cls := s"badge $css")(span(attr("aria-hidden") := "true")(symbol), s"\u00a0$word")
}

/** Parts under a heading; nothing where none of them has content. */
final case class Section(id: String, heading: String, parts: Vector[Part], look: Section.Look = Section.Open) {
  import Section._

  def html: Frag = {
    val content = parts.map(_.html)
    val section = tag("section")(attr("id") := id, Option.when(look != Open)(cls := look.css))
    if (parts.forall(_.isEmpty)) frag()
    else if (look == Folded) section(tag("details")(tag("summary")(h2(heading)), div(content)))
    else section(h2(heading), content)
  }
}

object Section {
  sealed abstract class Look(val css: String)
  case object Open extends Look("")

  /** Shown on demand. */
  case object Folded extends Look("folded")

  /** Charts stand beside all else where there is room. */
  case object Beside extends Look("beside")

  /** Beside others where there is room. */
  case object Narrow extends Look("narrow")

  /** Set off, as what is wrong. */
  case object Box extends Look("box")

  def apply(id: String, heading: String, parts: Part*): Section = Section(id, heading, parts.toVector)

  def folded(id: String, heading: String, parts: Part*): Section = Section(id, heading, parts.toVector, Folded)

  /** What a reader must know before all else. */
  def cautions(sentences: Seq[String]): Section =
    Section("first", "Read this first", Html(sentences.map(p(cls := "caution")(_))))
}

/** A table, charts, or text. */
trait Part {
  def isEmpty: Boolean
  def html: Frag
}

/** A paragraph for each sentence, or for what belongs together. */
final case class Paragraphs(sentences: Seq[String]) extends Part {
  def isEmpty: Boolean = sentences.isEmpty
  def html: Frag = sentences.map(p(_))
}

/** How to read what stands beside it; without that nothing. */
final case class Note(sentence: String) extends Part {
  def isEmpty: Boolean = true
  def html: Frag = if (sentence.isEmpty) frag() else p(cls := "note")(sentence)
}

/** A list. */
final case class Items(items: Seq[Frag], css: String = "") extends Part {
  def isEmpty: Boolean = items.isEmpty
  def html: Frag = if (isEmpty) frag() else ul(Option.when(css.nonEmpty)(cls := css))(items.map(li(_)))
}

/** Parts that are shown on demand; at once where `open`. */
final case class Details(summary: Frag, parts: Vector[Part], open: Boolean = false) extends Part {
  def isEmpty: Boolean = parts.forall(_.isEmpty)

  def html: Frag =
    if (isEmpty) frag()
    else tag("details")(Option.when(open)(attr("open").empty))(tag("summary")(summary), parts.map(_.html))
}

/** Text with marks or links. */
final case class Html(html: Frag, isEmpty: Boolean) extends Part

object Html {
  def apply(frags: Seq[Frag]): Html = Html(frags, frags.isEmpty)
}
