package bottleneck.lab.explain.page.document

import bottleneck.lab.explain.page.Glossary

/** The glossary of the pages, as Markdown. */
private[document] object GlossaryDocument {
  def render: String = {
    val groups = Glossary.all.map { group =>
      val rows = group.terms.map(term => Vector(s"${Markdown.anchor(term.id)}${term.name}", term.meaning))
      s"## ${group.title}\n\n${Markdown.table(Vector("term", "meaning"), rows)}"
    }
    (s"${Markdown.generated(Documents.command)}\n\n# Glossary" +: groups).mkString("", "\n\n", "\n")
  }
}
