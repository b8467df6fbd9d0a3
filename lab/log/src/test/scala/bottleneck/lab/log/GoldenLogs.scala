package bottleneck.lab.log

import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path}
import org.scalatest.Suite
import scala.collection.mutable.ArrayBuffer
import scala.util.{Random, Using}

/** Logs that Gatling 3.15.1 wrote, of one experiment of this project and of [[GoldenLog]], and one of each format. */
trait GoldenLogs extends TemporaryFolder { this: Suite =>
  protected lazy val withoutIndex: Array[Byte] = golden("without-index.golden")
  protected lazy val kinds: Array[Byte] = golden("kinds.golden")

  /** Bytes of their run records, by another decoder. */
  protected val withoutIndexHeader = 104
  protected val kindsHeader = 185

  protected def log: Path = folder.resolve("simulation.log")

  protected def read(bytes: Array[Byte]): (Either[LogError, Log], Vector[LogRecord]) = read(Files.write(log, bytes))

  protected def read(log: Path): (Either[LogError, Log], Vector[LogRecord]) = {
    val records = ArrayBuffer.empty[LogRecord]
    (LogReader.read(log)(records += _), records.toVector)
  }

  protected def written(run: LogHeader, records: LogRecord*): Array[Byte] = {
    val bytes = new ByteArrayOutputStream
    Using.resource(LogSink.of(bytes, run))(writer => records.foreach(writer.write))
    bytes.toByteArray
  }

  protected def golden(name: String): Array[Byte] =
    Using.resource(classOf[GoldenLogs].getResourceAsStream(name))(_.readAllBytes())
}

object GoldenLogs {

  /** A log with bytes changed, cut off, sent twice or left out, or a length that is huge. */
  def damaged(log: Array[Byte], random: Random): Array[Byte] = {
    val (at, length) = (random.nextInt(log.length), random.nextInt(50))
    random.nextInt(5) match {
      case 0 =>
        (0 to random.nextInt(3)).foldLeft(log)((bytes, n) => bytes.updated(at / (n + 1), random.nextInt().toByte))
      case 1 => log.take(at)
      case 2 => log.patch(at, log.slice(at, at + length), 0)
      case 3 => log.patch(at, Array.empty[Byte], length)
      case _ => log.patch(at, Array[Byte](127, -1, -1, random.nextInt(256).toByte), 4)
    }
  }
}
