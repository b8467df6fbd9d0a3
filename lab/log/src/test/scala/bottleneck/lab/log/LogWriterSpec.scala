package bottleneck.lab.log

import bottleneck.lab.log.LogRecord._
import java.nio.charset.StandardCharsets.UTF_8
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.collection.immutable.ArraySeq

class LogWriterSpec extends AnyFlatSpec with Matchers with GoldenLogs {
  private val assertions = Vector(ArraySeq[Byte](1, 2), ArraySeq.empty[Byte])
  private val run = LogHeader("3.15.1", "a.B", 5, "", Vector("one", "two"), assertions, LogFormat.Binary)

  "A log of Gatling" should "be written again as it was, byte for byte" in
    Vector("without-index.golden", "kinds.golden", "binary-3.13.1.log", "text-3.4.0.log", "text-3.12.0.log")
      .map(golden)
      .foreach { golden =>
        val (log, records) = read(golden)
        written(log.fold(error => fail(error.message), _.header), records: _*) shouldBe golden
      }

  it should "be written with users by number where its format has them" in
    Vector("text-2.1.log", "text-2.3.log", "text-3.0.3.log").map(golden).foreach { golden =>
      val (log, records) = read(golden)
      val again = written(log.fold(error => fail(error.message), _.header), records: _*)
      read(again) shouldBe (log, records)
      // but requests, whose user and scenario records do not name
      val users = new String(golden, UTF_8).linesIterator.filter(line => !line.contains("REQUEST")).toVector
      val lines = new String(again, UTF_8).linesIterator.toVector
      users.filterNot(_.contains("GROUP")).diff(lines) shouldBe empty
    }

  "A written log" should "be read as what was written" in {
    // the last one is no text, but half of a character that a message was cut in
    val names = Vector("", "a", "é 100 %", "ÿ", "Ā", "저널", "저널 a", "𝄞", "𝄞".take(1))
    val records =
      for { name <- names; ok <- Vector(true, false) } yield Vector(
        Request(Vector(name, "g"), name, 0, LogFormat.longestMs, ok, name),
        Group(names, 3, 4, Int.MaxValue, ok),
        User(1, ok, 7),
        Error(name, 255)
      )
    read(written(run, records.flatten: _*)) shouldBe
      (Right(Log(run, records = 1 + 4 * 18, isPartial = false)), records.flatten)
  }

  it should "be so where it is longer than any buffer" in {
    val records = (1 to 20000).map(number => Error(s"message ${number % 5000}", number)).toVector
    read(written(run, records: _*))._2 shouldBe records
  }

  it should "be so where a name is longer than any buffer" in {
    val records = Vector(Error("a" * LogFormat.maxLength, 0), Error("저" * (LogFormat.maxLength / 2), 0))
    read(written(run, records: _*))._2 shouldBe records
  }

  "What could not be read" should "not be written" in {
    an[IllegalArgumentException] should be thrownBy written(run, Error("a" * (LogFormat.maxLength + 1), 0))
    an[IllegalArgumentException] should be thrownBy written(run, User(2, arrives = true, 0))
  }
}
