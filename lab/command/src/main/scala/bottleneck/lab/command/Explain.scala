package bottleneck.lab.command

import bottleneck.lab.chart.StyleSheet
import bottleneck.lab.model.{Expr, Problem, Reference, RequestTable, RunJson}

/** `explain`: everything that can be wrong with the command line is found before the log is read. */
private[command] object Explain {
  import Verbs._

  def run(arguments: Arguments, terminal: Terminal): Either[Problem, Int] =
    for {
      expectations <- Problem.each(arguments.all(expect))(text => Expr.parse(text).map(text -> _))
      _ <- Either.cond(
        expectations.nonEmpty || !arguments.has(junit),
        (),
        Problem("--junit writes expectations: give some with --expect.")
      )
      needsBaseline = expectations.exists(_._2.references.exists(_.ofBaseline))
      _ <- Either.cond(arguments.has(baseline) || !needsBaseline, (), Reference.needsBaseline)
      part <- Inputs.part(arguments)
      source <- Inputs.log(arguments.operands.head)
      log = source.log
      old <- Problem.each(arguments.one(baseline).toVector)(Inputs.existing)
      wanted = Vector(json, csv, html, markdown, junit).flatMap(flag => arguments.one(flag).map(flag -> _))
      js <- if (arguments.has(stats)) GatlingStats.files(log, arguments.has(overwrite)) else Right(Vector.empty)
      outputs <- Output.all(wanted ++ js.map(file => stats -> file.toString), log +: old)
      earlier <- Problem.each(old)(RunJson.read)
      read <- terminal.reading(log)(LogStatistics.read(log, arguments.has(anyVersion), _, part))
      (run, statistics, header) = read
      judged <- Expectations.of(expectations, run, earlier.headOption)
      asGatling = new GatlingStats(statistics, header)
      (ofJs, others) = outputs.partition(_._1 == stats)
      texts = others.map {
        case (Verbs.json, output) => output -> RunJson.write(run)
        case (Verbs.csv, output) => output -> RequestTable.complete(run).csv
        case (Verbs.html, output) => output -> new RunPage(run, judged, source.text).render
        case (Verbs.markdown, output) => output -> RunMarkdown.of(run, judged)
        case (Verbs.junit, output) => output -> judged.junit(run)
        case (_, output) => output -> StyleSheet.page
      }
      written <- Output.write(
        texts ++ ofJs.map(_._2).zip(if (ofJs.isEmpty) Vector.empty else asGatling.texts),
        terminal
      )
    } yield {
      val summary = Output.summary(outputs, terminal)
      summary.println(RunSummary.of(run, judged, source, written, terminal))
      if (js.nonEmpty) asGatling.leftOut.foreach(summary.println(_))
      judged.sign.exitCode
    }
}
