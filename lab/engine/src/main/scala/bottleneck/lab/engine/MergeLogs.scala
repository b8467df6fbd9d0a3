package bottleneck.lab.engine

import bottleneck.lab.figures.files.MetricsFile
import bottleneck.lab.figures.forecast.LoadReading
import bottleneck.lab.figures.preparation.Preparation
import bottleneck.lab.figures.record.{InjectorShare, RunRecord, SentShare}
import bottleneck.lab.figures.series.{Metrics, PartMetrics, Samples}
import bottleneck.lab.figures.{Numbers, Problem}
import bottleneck.lab.log.LogRecord.{Request, User}
import bottleneck.lab.log.{Log, LogMerger, LogReader}
import bottleneck.lab.parts.process.Ending
import java.nio.file.{Files, Path, StandardCopyOption}

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
    case logs :+ merged if logs.nonEmpty =>
      merge(logs.map(Path.of(_)), Path.of(merged)).fold(problem => Ending.fail(problem.sentence), println)
    case _ => Ending.fail(usage)
  }

  /** Merges the logs; returns a sentence. */
  private[lab] def merge(logs: Vector[Path], merged: Path): Either[Problem, String] = {
    val isFile = merged.toString.endsWith(".log")
    val target = if (isFile) merged else merged.resolve(LogReader.file)
    for {
      shares <- LoadShare.of(logs.map(log => if (Files.isDirectory(log)) log else log.toAbsolutePath.getParent))
      _ <- Either.cond(
        !isFile || shares.isEmpty,
        (),
        Problem(s"$merged: these logs are shares of one load: give a folder, not a .log file.")
      )
      files = logs.map(log => if (Files.isDirectory(log)) log.resolve(LogReader.file) else log)
      log <- LogMerger.merge(files, target, notOverlapping = true).left.map(error => Problem(error.message))
      _ <- if (shares.isEmpty) Right(()) else LoadShare.write(shares, merged)
    } yield describe(log, logs.size, target) + (if (shares.isEmpty) "" else next(merged))
  }

  private def next(merged: Path): String =
    s"""
       |Make its result and its page, and Gatling's report:
       |  mvn -q test-compile exec:java@build-site
       |  mvn gatling:test -Dgatling.reportsOnly=${merged.getFileName}""".stripMargin

  private def describe(log: Log, logs: Int, target: Path): String = {
    val partial = if (log.isPartial) " At least one of them ends early, as that of a killed run does." else ""
    s"$target: ${log.records} records of ${log.header.simulation}, merged from ${Numbers.counted(logs, "log")}.$partial"
  }
}

/** What one of several injectors left of its share of a load. */
private final case class LoadShare(folder: Path, record: RunRecord, of: InjectorShare) {

  /** Hash of the load, and number of injectors: equal in all shares. */
  def asked: (String, Int) = record.asked -> of.of

  /** Share with its first request, in ms since 1970; where there is none, with the beginning of its log. */
  def sent: Either[Problem, (Long, SentShare)] = {
    var users, requests = 0
    var firstMs = Int.MaxValue
    val log = folder.resolve(LogReader.file)
    val read = LogReader.read(log) {
      case User(_, true, _) => users += 1
      case request: Request =>
        requests += 1
        firstMs = math.min(firstMs, request.start)
      case _ => ()
    }
    // as it was not rewritten, its times are not those of the load
    read.left
      .map(error => Problem(error.message))
      .filterOrElse(!_.isPartial, Problem(s"$log ends early, so the share of ${of.name} is not whole."))
      .map { found =>
        val began = found.header.start + (if (requests == 0) 0L else firstMs - record.load.turn(of.number).toMillis)
        began -> SentShare(0, users, requests.toLong, record.host.cpus, generatorCores(log))
      }
  }

  private def generatorCores(log: Path): Option[Double] = {
    val reading = LoadReading.of(record.load)
    for {
      statistics <- reading.read(log).toOption
      metrics <- Metrics.read(folder.resolve(MetricsFile.name)).toOption
      (start, window) = (statistics.log.header.start, statistics.window)
      samples = new Samples(metrics, start + window.fromMs, start + window.toMs, reading.quietMs.toLong)
      used <- samples.figures(PartMetrics.generator)
    } yield used
  }
}

private object LoadShare {

  /** In the order of their numbers; none where none of the folders is a share, and a sentence where they are not all
    * shares of one load.
    */
  def of(folders: Vector[Path]): Either[Problem, Vector[LoadShare]] = for {
    records <- Problem.each(folders)(folder => RunRecord.read(folder).map(_.map(folder -> _)))
    shares = records.flatten.flatMap { case (folder, record) =>
      record.setup.shareOf.map(LoadShare(folder, record, _))
    }
    _ <- wrong(shares.sortBy(_.of.number), folders).map(Problem(_)).toLeft(())
  } yield shares.sortBy(_.of.number)

  private def wrong(shares: Vector[LoadShare], folders: Vector[Path]): Option[String] =
    shares.headOption.flatMap { first =>
      val (wanted, numbers) = ((1 to first.of.of).toVector, shares.map(_.of.number))
      val whole = folders.diff(shares.map(_.folder)).headOption
      val other = shares.find(_.asked != first.asked)
      val twice = numbers.diff(numbers.distinct).headOption
      val missing = wanted.diff(numbers).headOption
      whole
        .map(folder => s"$folder is no injector's share of a load, as the others are.")
        .orElse(
          other.map(odd =>
            s"${odd.folder} is of another variant, load or version of the lab than ${first.folder}: start all injectors alike."
          )
        )
        .orElse(twice.map(n => s"Injector $n is given twice."))
        .orElse(missing.map(n => s"The share of injector $n of ${wanted.size} is missing."))
    }

  /** Writes what the folder of a run has beside its log: of the first injector, which prepared the target, and the
    * metrics of the others under names of their own; the record last.
    */
  def write(shares: Vector[LoadShare], target: Path): Either[Problem, Unit] =
    Problem.each(shares)(_.sent).map { sent =>
      val (first, from) = (shares.head, sent.map(_._1).min)
      Vector(MetricsFile.name, Preparation.file).foreach(copy(first.folder, _, target, ""))
      shares.tail.foreach(other => copy(other.folder, MetricsFile.name, target, s"injector-${other.of.number}-"))
      val injectors = shares.zip(sent).map { case (share, (began, part)) =>
        share.of.copy(sent = Some(part.copy(beganMs = began - from)))
      }
      RunRecord.write(target, first.record.copy(setup = first.record.setup.copy(injectors = injectors)))
    }

  private def copy(folder: Path, file: String, target: Path, prefix: String): Unit =
    if (Files.exists(folder.resolve(file))) {
      val _ = Files.copy(folder.resolve(file), target.resolve(prefix + file), StandardCopyOption.REPLACE_EXISTING)
    }
}
