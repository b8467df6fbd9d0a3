package bottleneck.lab.command

import bottleneck.lab.model.{Expr, Problem, RequestTable, Run, RunJson}
import java.nio.file.Path

/** `explain`: everything that can be wrong with the command line is found before the log is read. */
private[command] object Explain {
  import Verbs._

  def run(arguments: Arguments, terminal: Terminal): Either[Problem, Int] =
    for {
      expectations <- Problem.each(arguments.all(expect))(text => Expr.parse(text).map(text -> _))
      _ <- problem(
        expectations.isEmpty && arguments.has(junit),
        "--junit writes expectations: give some with --expect."
      )
      needsBaseline = expectations.exists(_._2.references.exists(_.ofBaseline))
      _ <- problem(
        needsBaseline && !arguments.has(baseline),
        "baseline needs an earlier run: give its JSON with --baseline."
      )
      part <- Inputs.part(arguments)
      log <- Inputs.log(arguments.operands.head)
      old <- Problem.each(arguments.one(baseline).toVector)(Inputs.existing)
      wanted = Vector(json, csv, html, markdown, junit).flatMap(flag => arguments.one(flag).map(flag -> _))
      outputs <- Output.all(wanted, log +: old)
      earlier <- Problem.each(old)(RunJson.read)
      read <- terminal.reading(log)(LogStatistics.collect(log, arguments.has(anyVersion), _, part._1, part._2))
      (run, statistics, header) = read
      judged <- Expectations.of(expectations, run, earlier.headOption)
      asGatling = new GatlingStats(statistics, header)
      stats <- if (arguments.has(stats)) asGatling.write(log, arguments.has(overwrite)) else Right(Vector.empty)
      texts = outputs.map { case (flag, output) => output -> text(flag, run, judged, log) }
      written <- Output.write(texts ++ Output.styleSheet(outputs), terminal)
    } yield {
      val summary = Output.summary(outputs, terminal)
      summary.println(RunSummary.of(run, judged, log, written ++ stats, terminal))
      if (stats.nonEmpty) asGatling.leftOut.foreach(summary.println(_))
      judged.sign.exitCode
    }

  private def text(flag: Flag, run: Run, expectations: Expectations, log: Path): String = flag match {
    case Verbs.json => RunJson.write(run)
    case Verbs.csv => RequestTable.complete(run).csv
    case Verbs.html => new RunPage(run, expectations, log.toString).render
    case Verbs.markdown => RunMarkdown.of(run, expectations)
    case _ => expectations.junit(run)
  }

  private def problem(isOne: Boolean, sentence: String): Either[Problem, Unit] =
    if (isOne) Left(Problem(sentence)) else Right(())
}
