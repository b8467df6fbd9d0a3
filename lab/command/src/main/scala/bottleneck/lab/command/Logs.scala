package bottleneck.lab.command

import bottleneck.lab.figures.{Numbers, Problem}
import bottleneck.lab.log.{Log, LogCutter, LogError, LogMerger}
import java.nio.file.Path

/** `merge` and `cut`: logs out of logs. */
private[command] object Logs {
  import Verbs._

  def merge(arguments: Arguments, terminal: Terminal): Either[Problem, Int] =
    for {
      logs <- Problem.each(arguments.operands)(Inputs.log(_).map(_.log))
      target <- target(arguments, logs)
      log <- written(LogMerger.merge(logs, target, arguments.has(notOverlapping), arguments.has(anyVersion)))
    } yield summarize(terminal, log, target, s"merged from ${Numbers.counted(logs.size, "log")}")

  def cut(arguments: Arguments, terminal: Terminal): Either[Problem, Int] =
    for {
      log <- Inputs.log(arguments.operands.head).map(_.log)
      part <- Inputs.part(arguments)
      _ <- Either.cond(part != ((None, None)), (), Problem("cut needs --from TIME, --to TIME or both."))
      target <- target(arguments, Vector(log))
      (fromMs, toMs) = (part._1.getOrElse(0), part._2.getOrElse(Int.MaxValue))
      cut <- written(LogCutter.cut(log, target, fromMs, toMs, arguments.has(anyVersion)))
    } yield {
      val code = summarize(terminal, cut, target, s"cut from $log")
      if (fromMs > 0)
        terminal.out.println(
          "Requests that began before the part keep their start, so its rates are over a longer time than those of " +
            "explain --from --to."
        )
      code
    }

  private def target(arguments: Arguments, logs: Vector[Path]): Either[Problem, Path] =
    for {
      word <- arguments.one(output).toRight(Problem(s"-o OUT is missing: name the log to write."))
      outputs <- Output.all(Vector(output -> word), logs)
      path <- outputs
        .collectFirst { case (_, Output.File(path)) => path }
        .toRight(Problem("-o needs a file: a log has no place on a console."))
    } yield path

  private def written(log: Either[LogError, Log]): Either[Problem, Log] = log.left.map(Inputs.problem)

  private def summarize(terminal: Terminal, log: Log, target: Path, how: String): Int = {
    val header = log.header
    terminal.out.println(s"wrote $target: ${Numbers.count(log.records)} records of ${header.simulation}, $how")
    if (log.isPartial) terminal.out.println("! A log ends within a record: Gatling was ended, or still runs.")
    terminal.out.println(
      s"Only Gatling ${header.gatlingVersion} makes a report of it: mvn gatling:test -Dgatling.reportsOnly=NAME, where " +
        "it is target/gatling/NAME/simulation.log."
    )
    0
  }
}
