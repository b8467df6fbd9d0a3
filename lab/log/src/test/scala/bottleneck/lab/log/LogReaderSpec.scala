package bottleneck.lab.log

import bottleneck.lab.log.LogRecord._
import bottleneck.lab.Slow
import java.nio.ByteBuffer
import java.nio.file.{Files, Path}
import org.scalatest.concurrent.TimeLimits
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Seconds, Span}
import scala.util.Random

/** The expected numbers come from another decoder, in another language. */
class LogReaderSpec extends AnyFlatSpec with Matchers with GoldenLogs with TimeLimits {

  private def error(bytes: Array[Byte]): LogError = read(bytes)._1.fold(identity, log => fail(s"was read: $log"))

  private def counts[A](values: Vector[A]): Map[A, Int] = values.groupMapReduce(identity)(_ => 1)(_ + _)

  "A log of Gatling" should "be read to its end" in {
    val (log, records) = read(withoutIndex)
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

  "Failures, groups and names in any script" should "be read" in {
    val (log, records) = read(kinds)
    log.map(_.records) shouldBe Right(205)
    log.map(_.run.scenarios) shouldBe Right(Vector("저널 읽기", "Café 100 % übermüdet", "plain"))
    val requests = records.collect { case request: Request => request }
    counts(requests.map(request => (request.groups, request.name, request.message.takeWhile(_ != ' ')))) shouldBe Map(
      (Vector("one", "two", "three"), "refused", "j.n.ConnectException:") -> 12,
      (Vector("one", "two", "three"), "status 500", "status.find.in([200,") -> 12,
      (Vector("one", "two", "three"), "timeout", "Request") -> 12,
      (Vector("바깥 묶음", "Straße 2"), "다음 쪽", "") -> 15,
      (Vector("바깥 묶음"), "첫 쪽", "") -> 15,
      (Vector.empty, "GET /ok", "") -> 10,
      (Vector.empty, "GET /ok?q=50%25&ü=é", "") -> 12
    )
    requests.forall(request => request.ok == request.message.isEmpty) shouldBe true
    requests.map(request => request.end - request.start).sum shouldBe 3126
    requests.map(_.end).max shouldBe 1997
  }

  it should "come with what is no request" in {
    val (_, records) = read(kinds)
    counts(records.collect { case User(scenario, arrives, _) => scenario -> arrives }) shouldBe
      Map((0, true) -> 5, (0, false) -> 5, (1, true) -> 4, (1, false) -> 4, (2, true) -> 10, (2, false) -> 10)
    val groups = records.collect { case group: Group => group }
    counts(groups.map(group => group.groups -> group.ok)) shouldBe Map(
      (Vector("one"), false) -> 12,
      (Vector("one", "two"), false) -> 12,
      (Vector("one", "two", "three"), false) -> 12,
      (Vector("바깥 묶음"), true) -> 15,
      (Vector("바깥 묶음", "Straße 2"), true) -> 15
    )
    groups.map(_.responseTime).sum shouldBe 7824
    counts(records.collect { case Error(message, _) => message }) shouldBe
      Map("crashed: No attribute named 'missing' is defined " -> 12)
  }

  "A log that is cut" should "give its complete records, wherever that is" in
    Vector((withoutIndex, withoutIndexHeader, 3000), (kinds, kindsHeader, kinds.length)).foreach {
      case (golden, header, length) =>
        val (_, all) = read(golden)
        (0 until header).foreach(length => error(golden.take(length)) shouldBe a[LogError.NotALog])

        val cuts = (header to length).map(length => read(golden.take(length)))
        cuts.foreach { case (log, records) =>
          records shouldBe all.take(records.size)
          log.map(_.records) shouldBe Right(records.size + 1L)
        }
        val sizes = cuts.map(_._2.size)
        sizes.zip(sizes.drop(1)).forall { case (one, next) => next == one || next == one + 1 } shouldBe true
        cuts.count(!_._1.exists(_.isPartial)) shouldBe sizes.distinct.size
    }

  "A log that is damaged" should "never be more than an error, whatever is changed in it" taggedAs Slow in
    Vector(withoutIndex, kinds).foreach { golden =>
      val random = new Random(1)
      (1 to 10000).foreach { n =>
        val (log, records) = withClue(s"$n: ")(failAfter(Span(5, Seconds))(read(changed(golden, random))))
        log.foreach(_.records shouldBe records.size + 1L)
      }
    }

  /** Some bytes flipped, cut off, sent twice or left out, or a length that is huge. */
  private def changed(golden: Array[Byte], random: Random): Array[Byte] = {
    val (at, length) = (random.nextInt(golden.length), random.nextInt(50))
    random.nextInt(5) match {
      case 0 => (0 to random.nextInt(3)).foldLeft(golden)((bytes, _) => bytes.updated(at, random.nextInt(256).toByte))
      case 1 => golden.take(at)
      case 2 => golden.patch(at, golden.slice(at, at + length), 0)
      case 3 => golden.patch(at, Array.empty[Byte], length)
      case _ => golden.patch(at, int(Int.MaxValue - random.nextInt(1000)), 4)
    }
  }

  "A log of another version" should "be named as such" in {
    val other = withoutIndex.clone()
    "4.00.1".getBytes.copyToArray(other, 5)
    error(other) shouldBe LogError.OtherVersion(log, "4.00.1", "3.15.x")
  }

  "Anything else" should "not be taken for a log" in {
    Vector("", "RUN\tbottleneck", "<html>", "\u0000\u0000\u0000\u0000\u0003abc").foreach { text =>
      error(text.getBytes) shouldBe a[LogError.NotALog]
    }
    Vector("no/such/log", ".").map(Path.of(_)).foreach { path =>
      LogReader.read(path)(_ => ()).left.map(_.message).swap.getOrElse("") should startWith(s"$path cannot be read")
    }
  }

  private def int(value: Int): Vector[Byte] = ByteBuffer.allocate(4).putInt(value).array().toVector

  "A record that cannot be" should "be damage" in {
    val name = int(0) ++ int(1) ++ int(1) ++ Vector[Byte]('a', 0)
    Map(
      "no record begins with 9" -> Vector[Byte](9),
      "a count is -1" -> (Vector[Byte](1) ++ int(-1)),
      "string number 5 follows 0 strings" -> (Vector[Byte](1) ++ int(0) ++ int(5)),
      "string number -1 follows 0 strings" -> (Vector[Byte](1) ++ int(0) ++ int(-1)),
      "something ends at 1 ms but starts at 2 ms" ->
        (Vector[Byte](1) ++ name ++ int(2) ++ int(1) ++ Vector[Byte](1) ++ int(-1)),
      "a time is -1 ms" -> (Vector[Byte](1) ++ name ++ int(-1)),
      "a time is 604800001 ms" -> (Vector[Byte](4) ++ int(1) ++ int(1) ++ Vector[Byte]('a', 0) ++ int(604800001)),
      "a flag is 7" -> (Vector[Byte](1) ++ name ++ int(1) ++ int(2) ++ Vector[Byte](7)),
      "scenario 1 of 1" -> (Vector[Byte](2) ++ int(1) ++ Vector[Byte](1) ++ int(0)),
      "a count is 9000" -> (Vector[Byte](4) ++ int(1) ++ int(9000)),
      "a string of 1 bytes has coder 1" -> (Vector[Byte](4) ++ int(1) ++ int(1) ++ Vector[Byte]('a', 1))
    ).foreach { case (reason, record) =>
      error(withoutIndex.take(withoutIndexHeader) ++ record) shouldBe LogError.Corrupt(log, afterRecord = 1, reason)
    }
  }

  "A log of ever new names" should "be given up before they fill the memory" in {
    val run = read(kinds)._1.fold(error => fail(error.message), _.run)
    // each takes 64 bytes and its content: by hand, 10,000 bytes hold 5 strings in the header and 147 of 4 letters
    Files.write(log, written(run, (1000 to 2000).map(number => Error(number.toString, 0)): _*))
    val opened = OpenLog.of(log, maxKept = 10000).fold(error => fail(error.message), identity)
    try {
      opened.size should (be > 100 and be <= 10000 / 68)
      opened.outcome shouldBe Left(LogError.TooManyNames(log, 10000))
    } finally opened.close()
    OpenLog.of(log, maxKept = 100) shouldBe Left(LogError.TooManyNames(log, 100))
  }
}
