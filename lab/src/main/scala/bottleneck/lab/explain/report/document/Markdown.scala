package bottleneck.lab.explain.report.document

/** Text of GitHub-flavoured Markdown. */
private[document] object Markdown {

  /** In front of what a command writes. */
  def generated(command: String): String = s"<!-- Generated: $command -->"

  def table(header: Vector[String], rows: Vector[Vector[String]]): String = {
    def line(cells: Vector[String]): String = cells.map(cell).mkString("| ", " | ", " |")
    (line(header) +: header.map(_ => "---").mkString("| ", " | ", " |") +: rows.map(line)).mkString("\n")
  }

  /** What a link to `#id` leads to, whatever the heading says. */
  def anchor(id: String): String = s"""<a id="$id"></a>"""

  private def cell(text: String): String = text.replace("|", "\\|").replace("\n", " ")
}
