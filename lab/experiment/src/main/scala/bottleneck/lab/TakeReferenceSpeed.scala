package bottleneck.lab

import bottleneck.lab.explain.record.{ReferenceSpeed, SpeedRows}
import bottleneck.lab.files.WholeFile
import bottleneck.lab.run.process.Ending
import java.nio.file.{Files, Path}

/** The command that makes the machine of some runs the reference for the speed of others. */
object TakeReferenceSpeed {
  private val usage =
    s"""Makes the machine of some runs the one that others are compared with: that of README's figures.
       |
       |usage: TakeReferenceSpeed DATA RUN...
       |  DATA  the folder with ${ReferenceSpeed.file}, which is written anew
       |  RUN   a folder of a run that measured both works; of several the geometric mean counts""".stripMargin

  def main(arguments: Array[String]): Unit = arguments.toVector.map(Path.of(_)) match {
    case data +: runs if runs.nonEmpty => take(data, runs).fold(Ending.fail(_), println)
    case _ => Ending.fail(usage)
  }

  /** Writes the reference speed; returns a sentence, on the left the reason for a failure. */
  private[lab] def take(data: Path, runs: Vector[Path]): Either[String, String] = {
    val (errors, rates) = runs.map(SpeedRows.read).partitionMap(identity)
    for {
      _ <- Either.cond(Files.isDirectory(data), (), s"$data is no folder.")
      _ <- errors.headOption.toLeft(())
      reference <- ReferenceSpeed.of(rates.flatten).left.map(reason => s"${runs.mkString(", ")}: $reason.")
    } yield {
      val file = data.resolve(ReferenceSpeed.file)
      WholeFile.write(file, reference.render)
      s"$file: the geometric means of ${rates.map(_.size).sum} rates.\n${reference.render}"
    }
  }
}
