package bottleneck.lab.command

import bottleneck.lab.model.{RequestTable, Run, Table}

/** A run as Markdown, for a comment on a pull request. */
private[command] object RunMarkdown {
  private val mostRequests = 20
  private val mostFailures = 10

  def of(run: Run, expectations: Expectations): String = {
    val sentences = new RunSentences(run)
    val verdict =
      if (expectations.all.isEmpty) "" else s"${expectations.sign.symbol} ${expectations.sign.word}: "
    val more = run.requests.size - mostRequests
    def items(lines: Vector[String], indent: String = ""): String =
      lines.map(line => s"$indent- ${Table.escaped(line)}").mkString("\n")
    val judged = expectations.all.flatMap(one =>
      Vector(items(Vector(s"${one.sign.symbol} ${one.lines.head}")), items(one.lines.tail, indent = "  "))
    )
    Vector(
      s"**$verdict${Table.escaped(sentences.simulation)}**: ${Table.escaped(sentences.volume)}.",
      (items(sentences.objections.map(check => s"⚠ ${check.sentence}")) +: judged).filter(_.nonEmpty).mkString("\n"),
      RequestTable.of(run.copy(requests = run.requests.take(mostRequests))).markdown.stripTrailing,
      if (more > 0) s"And $more more requests." else "",
      items(sentences.failures(mostFailures)),
      s"<sub>${Table.escaped((sentences.origin +: sentences.rate.toVector).mkString(" · "))}</sub>"
    ).filter(_.nonEmpty).mkString("", "\n\n", "\n")
  }
}
