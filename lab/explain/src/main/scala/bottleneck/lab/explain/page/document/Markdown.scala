package bottleneck.lab.explain.page.document

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

  /** An item of a list, in lines that are not too long. */
  def item(text: String): String =
    s"- $text"
      .split(' ')
      .foldLeft(Vector.empty[String]) {
        case (lines :+ last, word) if last.length + 1 + word.length <= widest => lines :+ s"$last $word"
        case (lines, word) => lines :+ (if (lines.isEmpty) word else s"  $word")
      }
      .mkString("\n")

  /** A paragraph, wrapped alike. */
  def paragraph(text: String): String = item(text).linesIterator.map(_.drop(2)).mkString("\n")

  private val widest = 120

  private def cell(text: String): String = text.replace("|", "\\|").replace("\n", " ")
}
