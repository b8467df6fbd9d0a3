package bottleneck.lab.command

import bottleneck.lab.log.{Log, LogCutter, LogError, LogMerger, LogReader}
import bottleneck.lab.model.{Numbers, Problem}
import java.io.{BufferedOutputStream, OutputStream}
import java.nio.file.{Files, Path}
import scala.util.Using

/** `merge` and `cut`: logs out of logs. */
private[command] object Logs {
  import Verbs._

  def merge(arguments: Arguments, terminal: Terminal): Either[Problem, Int] =
    for {
      logs <- Problem.each(arguments.operands)(Inputs.log)
      target <- target(arguments, logs)
      log <- written(target, LogMerger.merge(logs, target, arguments.has(notOverlapping))(_))
    } yield summarize(terminal, log, target, s"merged from ${Numbers.counted(logs.size, "log")}")

  def cut(arguments: Arguments, terminal: Terminal): Either[Problem, Int] =
    for {
      log <- Inputs.log(arguments.operands.head)
      part <- Inputs.part(arguments)
      _ <- Either.cond(part != ((None, None)), (), Problem("cut needs --from TIME, --to TIME or both."))
      target <- target(arguments, Vector(log))
      made <- written(target, LogCutter.cut(log, target, part._1.getOrElse(0), part._2.getOrElse(Int.MaxValue))(_))
    } yield summarize(terminal, made, target, s"cut from $log")

  private def target(arguments: Arguments, logs: Vector[Path]): Either[Problem, Path] =
    for {
      word <- arguments.one(output).toRight(Problem(s"-o OUT is missing: name the log to write."))
      outputs <- Output.all(Vector(output -> word), logs)
      path <- outputs
        .collectFirst { case (_, Output.File(_, path)) => path }
        .toRight(Problem("-o needs a file: a log has no place on a console."))
    } yield path

  private type Made = Either[LogError, Log]

  /** Lets a log be made, of which nothing is left where that fails. */
  private def written(target: Path, make: ((OutputStream => Made) => Made) => Made): Either[Problem, Log] =
    make(write =>
      Output.writing[Made](target, _.isRight)(path =>
        Using.resource[OutputStream, Made](new BufferedOutputStream(Files.newOutputStream(path), 1 << 16))(write)
      )
    ).left.map(error => Problem(error.message))

  private def summarize(terminal: Terminal, log: Log, target: Path, how: String): Int = {
    val header = log.header
    terminal.out.println(s"wrote $target: ${RunSentences.count(log.records)} records of ${header.simulation}, $how")
    if (log.isPartial) terminal.out.println("! A log ends within a record: Gatling was ended, or still runs.")
    terminal.out.println(
      s"Only Gatling ${header.gatlingVersion} makes a report of it: -Dgatling.reportsOnly=FOLDER, where its ${LogReader.file} is."
    )
    0
  }
}
