package bottleneck.lab.log

import bottleneck.lab.log.LogRecord._
import java.io.OutputStream.nullOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class LogCutterSpec extends AnyFlatSpec with Matchers with GoldenLogs {
  private def target: Path = folder.resolve("cut").resolve("simulation.log")

  private def cut(bytes: Array[Byte], fromMs: Int, toMs: Int): Either[LogError, Log] =
    LogCutter.cut(Files.write(log, bytes), target, fromMs, toMs)

  private val records = Vector(
    User(0, arrives = true, 0),
    User(1, arrives = true, 5),
    User(0, arrives = true, 10),
    Request(Vector("g"), "r", 5, 99, ok = true, ""),
    Request(Vector("g"), "r", 5, 100, ok = true, ""),
    User(0, arrives = false, 110),
    User(1, arrives = true, 120),
    // out of order, as Gatling 2 writes
    User(1, arrives = false, 50),
    Group(Vector("g"), 5, 199, 95, ok = true),
    Error("e", 200),
    User(0, arrives = false, 250),
    User(1, arrives = false, 260)
  )

  private val part = Vector(
    User(0, arrives = true, 100),
    User(0, arrives = true, 100),
    Request(Vector("g"), "r", 5, 100, ok = true, ""),
    User(0, arrives = false, 110),
    User(1, arrives = true, 120),
    Group(Vector("g"), 5, 199, 95, ok = true),
    User(0, arrives = false, 200),
    User(1, arrives = false, 200)
  )

  "A log that is shortened between the passes" should "be an error, for a merge too" in {
    val whole = written(
      LogHeader("3.15.1", "a.B", 1700000000000L, "", Vector("one", "two"), Vector.empty, LogFormat.Binary),
      records: _*
    )
    Files.write(log, whole)
    val part = new LogCutter.Part(0, 300)
    val read = LogReader.read(log)(part.add).fold(error => fail(error.message), identity)
    val toMerge = LogMerger.Part.of(log, anyVersion = false).fold(error => fail(error.message), identity)
    Files.write(log, whole.take(whole.length * 2 / 3))
    LogCutter.write(log, read, part, nullOutputStream()) shouldBe Left(LogError.ConcurrentChange(log))
    LogMerger.write(Vector(toMerge), read.header, nullOutputStream()) shouldBe Left(LogError.ConcurrentChange(log))
  }

  "A part of a log" should "have what ends in it, and the users who are there" in
    Vector[(LogFormat, String)](
      LogFormat.Binary -> "",
      LogFormat.Text34 -> "b",
      LogFormat.Text30 -> "b",
      LogFormat.Text23 -> "\tb",
      LogFormat.Text21 -> "b"
    ).foreach { case (format, id) =>
      val header = LogHeader("3.15.1", "a.B", 1700000000000L, "", Vector("one", "two"), Vector.empty, format, id)
      // Gatling 2.1 writes no errors
      val all = records.filterNot(record => format == LogFormat.Text21 && record.isInstanceOf[Error])
      withClue(format) {
        val left = cut(written(header, all: _*), 100, 200)
        left shouldBe Right(Log(header, records = 9, isPartial = false))
        read(target) shouldBe ((left, part))
      }
    }

  "A cut at a log's end" should "leave its users as they are" in {
    val text = new String(golden("text-3.12.0.log"), UTF_8)
    cut(text.getBytes(UTF_8), 0, 94).map(_.records) shouldBe Right(8)
    Files.readString(target) shouldBe text
    cut(text.replaceAll("USER\tShop\tEND.*\n", "").getBytes(UTF_8), 0, 94).map(_.records) shouldBe Right(7)
    cut(golden("binary-3.14.3-cut.log"), 0, 100000).map(log => log.records -> log.isPartial) shouldBe Right(12 -> true)
  }

  "A log of a newer Gatling" should "be cut and merged only if that is asked for" in {
    val newer = golden("binary-3.16.0.log")
    Files.write(log, newer)
    LogCutter.cut(log, target, 0, 100000) shouldBe Left(LogError.NewerVersion(log, "3.16.0"))
    LogMerger.merge(Vector(log), target) shouldBe Left(LogError.NewerVersion(log, "3.16.0"))
    LogCutter.cut(log, target, 0, 100000, anyVersion = true).map(_.records) shouldBe Right(13)
    LogMerger.merge(Vector(log), target, anyVersion = true).map(_.records) shouldBe Right(13)
    Files.readAllBytes(target) shouldBe newer
  }

  "A part without a record" should "be refused" in {
    cut(golden("text-3.12.0.log"), 94, 200) shouldBe Left(LogError.NothingLeft(log, 94, 200, 93))
    Files.exists(target) shouldBe false
    an[IllegalArgumentException] should be thrownBy cut(golden("text-3.12.0.log"), 94, 94)
  }
}
