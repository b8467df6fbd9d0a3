package bottleneck.lab.command

import bottleneck.lab.figures.reading.RunFigures
import bottleneck.lab.figures.json.RunJson
import bottleneck.lab.figures.{Expr, Problem, Reference}
import bottleneck.lab.report.RequestTable

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
      _ <- Either.cond(
        !source.isPiped || !arguments.has(stats),
        (),
        Problem("--stats writes beside the log: name a file instead of a pipe.")
      )
      old <- Problem.each(arguments.one(baseline).toVector)(Inputs.existing)
      js <- if (arguments.has(stats)) GatlingStats.files(log, arguments.has(overwrite)) else Right(Vector.empty)
      outputs <- Output.all(arguments.some(json, csv, html, markdown, junit) ++ js, log +: old)
      earlier <- Problem.each(old)(RunJson.read)
      read <- terminal
        .reading(log)(RunFigures.read(log, arguments.has(anyVersion), _, part))
        .left
        .map(source.problem)
      (run, statistics, header) = read
      _ <- run.checks
        .find(check => arguments.has(strict) && RunFigures.isDamage(check))
        .map(check => Problem(s"${source.text} is refused by --strict: ${check.sentence}"))
        .toLeft(())
      judged <- Expectations.of(expectations, run, earlier.headOption)
      asGatling = new GatlingStats(statistics, header)
      // those of --stats last
      written <- Output.write(outputs.sortBy(_._1.name == stats.name), terminal) {
        case Verbs.json => RunJson.write(run)
        case Verbs.csv => RequestTable.complete(run).csv
        case Verbs.html => new RunPage(run, judged, source.text).render
        case Verbs.markdown => RunMarkdown.of(run, judged)
        case Verbs.junit => judged.junit(run)
        case Flag(stats.name, _, file) => asGatling.texts(file)
      }
    } yield {
      val leftOut = if (js.isEmpty) None else asGatling.leftOut
      Output.show(outputs, terminal)(RunSummary.of(run, judged, source, terminal) :+ (written ++ leftOut): _*)
      judged.sign.exitCode
    }
}
