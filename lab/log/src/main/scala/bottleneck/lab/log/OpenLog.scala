package bottleneck.lab.log

import bottleneck.lab.log.LogDecoder.{Damage, End, Flood}
import java.io.{ByteArrayInputStream, Closeable, EOFException, FilterInputStream, IOException, InputStream}
import java.io.{PushbackInputStream, SequenceInputStream}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.util.Locale
import java.util.zip.GZIPInputStream

/** The records after the first one. In a newer log damage may be only what is not known of its format. */
private[log] final class OpenLog private (
    log: Path,
    stream: InputStream,
    decoder: LogDecoder,
    names: Names,
    isNewer: Boolean,
    isCut: () => Boolean
) extends Iterator[LogRecord]
    with Closeable {
  private var records = 1L
  private var ended: Either[LogError, Log] = Right(content(isPartial = false))
  private var ahead = read()

  def hasNext: Boolean = ahead.isDefined

  def next(): LogRecord = {
    val record = ahead.getOrElse(Iterator.empty.next())
    ahead = read()
    record
  }

  /** A loop of its own, as most of a log is read before the compiler would have made one of the iterator's calls. */
  override def foreach[U](each: LogRecord => U): Unit = while (ahead.isDefined) {
    ahead.foreach(each)
    ahead = read()
  }

  def header: LogHeader = decoder.header

  /** Content of the log; complete once there is no next record. */
  def outcome: Either[LogError, Log] = ended

  override def close(): Unit = stream.close()

  private def content(isPartial: Boolean): Log = Log(decoder.header, records, isPartial, decoder.backwards)

  private def read(): Option[LogRecord] =
    try {
      val next = decoder.next()
      if (next.isDefined) records += 1 else ended = Right(content(isPartial = isCut()))
      next
    } catch {
      case End => end(Right(content(isPartial = true)))
      case Damage(_) if isNewer => end(Right(content(isPartial = true)))
      case Damage(reason) => end(Left(LogError.Corrupt(log, decoder.place, reason)))
      case Flood => end(Left(LogError.TooManyNames(log, names.maxKept)))
      case error: IOException => end(Left(LogError.Unreadable(log, LogError.reason(error))))
    }

  private def end(outcome: Either[LogError, Log]): Option[LogRecord] = {
    ended = outcome
    None
  }
}

private[log] object OpenLog {
  private val maxKept = 64L << 20

  /** First bytes of what gzip wrote. */
  private val gzip = Array(0x1f, 0x8b).map(_.toByte)

  /** Bytes of a file that show what it is. */
  private val headLength = 1 << 12

  /** The log, once its run record has been read; the caller closes it. */
  def of(
      log: Path,
      anyVersion: Boolean = false,
      progress: Long => Unit = _ => (),
      maxKept: Long = maxKept
  ): Either[LogError, OpenLog] =
    if (Files.isDirectory(log)) Left(LogError.Folder(log))
    else
      try {
        val stream = unpacked(new ProgressStream(Files.newInputStream(log), progress))
        val opened = open(log, stream, anyVersion, new Names(maxKept))
        if (opened.isLeft) stream.close()
        opened
      } catch { case error: IOException => Left(LogError.Unreadable(log, LogError.reason(error))) }

  /** What a file compressed with gzip holds, or else the file. */
  private def unpacked(file: InputStream): InputStream = {
    val whole = new PushbackInputStream(file, gzip.length)
    val first = whole.readNBytes(gzip.length)
    whole.unread(first)
    if (!first.sameElements(gzip)) whole
    else
      try new Unpacked(whole)
      catch {
        case error: IOException =>
          file.close()
          throw new IOException("its header of gzip is damaged", error)
      }
  }

  /** Ends where the file was cut off, as after a copy that broke. */
  private final class Unpacked(file: InputStream) extends GZIPInputStream(file, 1 << 16) {
    var isCut = false

    override def read(bytes: Array[Byte], offset: Int, length: Int): Int =
      try super.read(bytes, offset, length)
      catch {
        case _: EOFException =>
          isCut = true
          -1
      }
  }

  private def isCut(stream: InputStream): Boolean = stream match {
    case packed: Unpacked => packed.isCut
    case _ => false
  }

  private def open(log: Path, stream: InputStream, anyVersion: Boolean, names: Names): Either[LogError, OpenLog] =
    try
      decoder(log, stream, names).flatMap { decoder =>
        val isNewer = LogError.isNewer(decoder.version)
        if (isNewer && !anyVersion) Left(LogError.NewerVersion(log, decoder.version))
        else {
          // of a binary log, its run record is read only now
          val _ = decoder.header
          Right(new OpenLog(log, stream, decoder, names, isNewer, () => isCut(stream)))
        }
      }
    catch {
      case End => Left(LogError.NotALog(log, "it ends within the run record"))
      case Damage(reason) => Left(LogError.NotALog(log, reason))
      case Flood => Left(LogError.TooManyNames(log, names.maxKept))
      case error: IOException => Left(LogError.Unreadable(log, LogError.reason(error)))
    }

  private def decoder(log: Path, stream: InputStream, names: Names): Either[LogError, LogDecoder] = {
    val head = stream.readNBytes(headLength)
    def from(skipped: Int): InputStream =
      new SequenceInputStream(new ByteArrayInputStream(head, skipped, head.length - skipped), stream)
    // a byte order mark, which some editors write
    val mark = if (head.startsWith(Array(0xef, 0xbb, 0xbf).map(_.toByte))) 3 else 0
    val text = new String(head, mark, head.length - mark, ISO_8859_1)
    if (head.isEmpty) Left(LogError.Empty(log))
    else if (head(0) == LogFormat.Header.run) Right(new BinaryDecoder(from(1), names))
    else if (textLog.findPrefixOf(text).isDefined) Right(new TextDecoder(from(mark), names))
    else Left(LogError.NotALog(log, kind(text)))
  }

  /** ASSERTION, RUN, or, in 2.1, RUN behind two other fields. */
  private val textLog = "(ASSERTION\t|RUN\t|[^\t\n]*\t[^\t\n]*\tRUN\t)".r

  private val recordLine = "(REQUEST|USER|GROUP|ERROR)\t".r

  /** What a file that is no log looks like, and what to do about it. */
  private def kind(text: String): String = text.stripLeading.toLowerCase(Locale.ROOT) match {
    case _ if recordLine.findPrefixOf(text).isDefined =>
      "its first lines are missing, of which RUN names the simulation"
    case _ if text.startsWith("PK\u0003\u0004") => "it is a ZIP file, so unpack it first"
    case html if html.startsWith("<!doctype html") || html.startsWith("<html") =>
      "it is an HTML page; the log lies in the folder of Gatling's report"
    case xml if xml.startsWith("<") => "it is XML"
    case json if json.startsWith("{") || json.startsWith("[") => "it is JSON"
    case _ if text.exists(c => c < ' ' && !c.isWhitespace) => "it is a binary file of another kind"
    case _ => "it is text, but its first line is no record of Gatling"
  }

  /** A file that tells how many bytes of it have been read. */
  private final class ProgressStream(file: InputStream, progress: Long => Unit) extends FilterInputStream(file) {
    private var total = 0L

    override def read(bytes: Array[Byte], offset: Int, length: Int): Int = {
      val read = super.read(bytes, offset, length)
      total += math.max(0, read)
      progress(total)
      read
    }
  }
}
