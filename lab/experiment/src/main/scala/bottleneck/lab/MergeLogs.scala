package bottleneck.lab

import bottleneck.lab.log.{Log, LogMerger, LogReader}
import bottleneck.lab.run.process.Ending
import java.nio.file.{Files, Path}

/** The command that merges the logs of one simulation, so that Gatling can report on them as one run. */
object MergeLogs {
  private val usage =
    s"""Merges logs that several machines wrote of one simulation into one that Gatling can make its report of.
       |
       |usage: MergeLogs <log>... <merged>
       |  <log>     a ${LogReader.file} of Gatling, or the folder of a run; those of -Dlab.injector= are all of one load
       |  <merged>  the folder to write ${LogReader.file} to, or a file whose name ends in .log""".stripMargin

  def main(arguments: Array[String]): Unit = arguments.toVector match {
    case Vector("--help" | "-h") => println(usage)
    case logs :+ merged if logs.nonEmpty => merge(logs.map(Path.of(_)), Path.of(merged)).fold(Ending.fail(_), println)
    case _ => Ending.fail(usage)
  }

  /** Merges the logs; returns a sentence, on the left the reason for a failure. */
  private[lab] def merge(logs: Vector[Path], merged: Path): Either[String, String] = {
    val isFile = merged.toString.endsWith(".log")
    val target = if (isFile) merged else merged.resolve(LogReader.file)
    for {
      run <- MergedRun.of(logs.map(folderOf))
      _ <- Either.cond(
        !isFile || run.isEmpty,
        (),
        s"$merged: these logs are shares of one load: give a folder, not a .log file."
      )
      log <- LogMerger
        .merge(logs.map(inFolder), target, notOverlapping = true)
        .left
        .map(_.message)
      _ <- run.fold[Either[String, Unit]](Right(()))(_.write(merged))
    } yield describe(log, logs.size, target) + run.fold("")(_ => next(merged))
  }

  private def next(merged: Path): String =
    s"""
       |Make its result and its page, and Gatling's report:
       |  mvn -q test-compile exec:java@build-site
       |  mvn gatling:test -Dgatling.reportsOnly=${merged.getFileName}""".stripMargin

  private def folderOf(log: Path): Path = if (Files.isDirectory(log)) log else log.toAbsolutePath.getParent

  private def inFolder(log: Path): Path = if (Files.isDirectory(log)) log.resolve(LogReader.file) else log

  private def describe(log: Log, logs: Int, target: Path): String = {
    val partial = if (log.isPartial) " At least one of them ends early, as that of a killed run does." else ""
    s"$target: ${log.records} records of ${log.header.simulation}, merged from $logs log${if (logs == 1) "" else "s"}.$partial"
  }
}
