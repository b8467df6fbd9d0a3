package bottleneck.lab.explain.log

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.log.LogRecord._
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.collection.mutable.ArrayBuffer
import scala.util.Random

class LogReaderSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** Written by Gatling 3.15.1; the expected numbers come from another decoder, in another language. */
  private lazy val golden = getClass.getResourceAsStream("without-index.golden").readAllBytes()

  private def read(bytes: Array[Byte]): (Either[LogError, Log], Vector[LogRecord]) = {
    val log = Files.write(folder.resolve("simulation.log"), bytes)
    val records = ArrayBuffer.empty[LogRecord]
    (LogReader.read(log)(records += _), records.toVector)
  }

  private def error(bytes: Array[Byte]): LogError = read(bytes)._1.fold(identity, log => fail(s"was read: $log"))

  "A log of Gatling" should "be read to its end" in {
    val (log, records) = read(golden)
    val run = Run("3.15.1", "bottleneck.journal.WithoutIndex", 1795224950914L, "", Vector("WithoutIndex"), Vector.empty)
    log.map(read => read.copy(run = read.run.copy(assertions = Vector.empty))) shouldBe
      Right(Log(run, records = 1427, isPartial = false))
    log.map(_.run.assertions.size) shouldBe Right(1)
    records.count(_.isInstanceOf[Request]) shouldBe 1410
    records.count(_.isInstanceOf[User]) shouldBe 16
    records.collect { case request: Request => request.end }.max shouldBe 25298
    records.collect { case request: Request => request.name }.distinct.sorted shouldBe
      Vector(0, 20000, 40000, 60000, 80000).map(depth => s"GET /journals at depth $depth") :+ "GET /journals/{id}"
  }

  it should "give the complete records, wherever it is cut" in {
    val (_, all) = read(golden)
    val header = (0 until golden.length).indexWhere(length => read(golden.take(length))._1.isRight)
    header should be > 0
    (0 until header).foreach(length => error(golden.take(length)) shouldBe a[LogError.NotALog])

    val cuts = (header until 3000).map(length => read(golden.take(length)))
    cuts.foreach { case (log, records) =>
      records shouldBe all.take(records.size)
      log.map(_.records) shouldBe Right(records.size + 1L)
    }
    val sizes = cuts.map(_._2.size)
    sizes.zip(sizes.drop(1)).forall { case (one, next) => next == one || next == one + 1 } shouldBe true
    cuts.count(!_._1.exists(_.isPartial)) shouldBe cuts.map(_._2.size).distinct.size
  }

  it should "never be more than an error, whatever is flipped in it" in {
    val random = new Random(1)
    (1 to 3000).foreach { _ =>
      val bytes = golden.clone()
      (0 to random.nextInt(3)).foreach(_ => bytes(random.nextInt(bytes.length)) = random.nextInt(256).toByte)
      val (log, records) = read(bytes)
      log.foreach(_.records shouldBe records.size + 1L)
    }
  }

  it should "be named when another version wrote it" in {
    val other = golden.clone()
    "4.00.1".getBytes.copyToArray(other, 5)
    error(other) shouldBe LogError.OtherVersion(folder.resolve("simulation.log"), "4.00.1", "3.15.x")
  }

  "Anything else" should "not be taken for a log" in {
    Vector("", "RUN\tbottleneck", "<html>", "\u0000\u0000\u0000\u0000\u0003abc").foreach { text =>
      error(text.getBytes) shouldBe a[LogError.NotALog]
    }
    LogReader.read(Path.of("no/such/log"))(_ => ()).left.map(_.message).swap.getOrElse("") should include("no/such/log")
  }

  /** The run record and, by hand, one more record. */
  private def damagedBy(record: Byte*): LogError = {
    val header = (0 until golden.length).indexWhere(length => read(golden.take(length))._1.isRight)
    error(golden.take(header) ++ record)
  }

  private def int(value: Int): Vector[Byte] = java.nio.ByteBuffer.allocate(4).putInt(value).array().toVector

  "A record that cannot be" should "be damage" in {
    val name = int(0) ++ int(1) ++ int(1) ++ Vector[Byte]('a', 0)
    Map(
      "no record begins with 9" -> Vector[Byte](9),
      "a count is -1" -> (Vector[Byte](1) ++ int(-1)),
      "string number 5 follows 0 strings" -> (Vector[Byte](1) ++ int(0) ++ int(5)),
      "string number -1 follows 0 strings" -> (Vector[Byte](1) ++ int(0) ++ int(-1)),
      "something ends at 1 ms but starts at 2 ms" -> (Vector[Byte](1) ++ name ++ int(2) ++ int(1) ++ Vector[Byte](
        1
      ) ++ int(-1)),
      "a flag is 7" -> (Vector[Byte](1) ++ name ++ int(1) ++ int(2) ++ Vector[Byte](7)),
      "scenario 1 of 1" -> (Vector[Byte](2) ++ int(1) ++ Vector[Byte](1) ++ int(0)),
      "a count is 9000" -> (Vector[Byte](4) ++ int(1) ++ int(9000)),
      "a string of 1 bytes has coder 1" -> (Vector[Byte](4) ++ int(1) ++ int(1) ++ Vector[Byte]('a', 1))
    ).foreach { case (reason, record) =>
      damagedBy(record: _*) shouldBe LogError.Corrupt(folder.resolve("simulation.log"), afterRecord = 1, reason)
    }
  }

  "Names in any script" should "be read" in {
    val header = (0 until golden.length).indexWhere(length => read(golden.take(length))._1.isRight)
    val korean =
      "저널".getBytes(if (java.nio.ByteOrder.nativeOrder == java.nio.ByteOrder.BIG_ENDIAN) "UTF-16BE" else "UTF-16LE")
    val record = Vector[Byte](4) ++ int(1) ++ int(korean.length) ++ korean ++ Vector[Byte](1) ++ int(3)
    read(golden.take(header) ++ record)._2 shouldBe Vector(Error("저널", 3))
  }
}
