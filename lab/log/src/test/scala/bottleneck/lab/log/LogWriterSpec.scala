package bottleneck.lab.log

import bottleneck.lab.log.LogRecord._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.collection.immutable.ArraySeq

class LogWriterSpec extends AnyFlatSpec with Matchers with GoldenLogs {
  private val run =
    Run("3.15.1", "a.B", 5, "", Vector("one", "two"), Vector(ArraySeq[Byte](1, 2), ArraySeq.empty[Byte]))

  "A log of Gatling" should "be written again as it was, byte for byte" in
    Vector(withoutIndex, kinds).foreach { golden =>
      val (log, records) = read(golden)
      written(log.fold(error => fail(error.message), _.run), records: _*) shouldBe golden
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

  "What Gatling itself could not write" should "not be written" in {
    an[IllegalArgumentException] should be thrownBy written(run, Error("a" * 8193, 0))
    an[IllegalArgumentException] should be thrownBy written(run, Error("저" * 4097, 0))
    an[IllegalArgumentException] should be thrownBy written(run, User(2, arrives = true, 0))
  }
}
