package bottleneck.lab.log

import bottleneck.lab.log.LogRecord._
import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.util.zip.GZIPOutputStream
import org.scalatest.concurrent.TimeLimits
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Seconds, Span}
import scala.collection.mutable.ArrayBuffer
import scala.util.{Random, Using}

/** The expected numbers come from another decoder, in another language. */
class LogReaderSpec extends AnyFlatSpec with Matchers with GoldenLogs with TimeLimits {

  private def error(bytes: Array[Byte]): LogError = read(bytes)._1.fold(identity, log => fail(s"was read: $log"))

  private def counts[A](values: Vector[A]): Map[A, Int] = values.groupMapReduce(identity)(_ => 1)(_ + _)

  "A log of Gatling" should "be read to its end" in {
    val (log, records) = read(withoutIndex)
    val (simulation, scenarios) = ("bottleneck.journal.WithoutIndex", Vector("WithoutIndex"))
    val run = LogHeader("3.15.1", simulation, 1795224950914L, "", scenarios, Vector.empty, LogFormat.Binary)
    log.map(read => read.copy(header = read.header.copy(assertions = Vector.empty))) shouldBe
      Right(Log(run, records = 1427, isPartial = false))
    log.map(_.header.assertions.size) shouldBe Right(1)
    val progress = ArrayBuffer.empty[Long]
    LogReader.read(Files.write(this.log, withoutIndex), progress = progress += _)(_ => ()).isRight shouldBe true
    progress.last shouldBe withoutIndex.length
    records.count(_.isInstanceOf[Request]) shouldBe 1410
    records.count(_.isInstanceOf[User]) shouldBe 16
    records.collect { case request: Request => request.end }.max shouldBe 25298
    records.collect { case request: Request => request.name }.distinct.sorted shouldBe
      Vector(0, 20000, 40000, 60000, 80000).map(depth => s"GET /journals at depth $depth") :+ "GET /journals/{id}"
  }

  "Failures, groups and names in any script" should "be read" in {
    val (log, records) = read(kinds)
    log.map(_.records) shouldBe Right(205)
    log.map(_.header.scenarios) shouldBe Right(Vector("저널 읽기", "Café 100 % übermüdet", "plain"))
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

  private val shop = Vector(
    User(0, arrives = true, 10),
    Request(Vector.empty, "list", 12, 52, ok = true, ""),
    Request(Vector("checkout", "pay"), "card", 60, 91, ok = false, "status.find.is(200), but actually found 500"),
    Error("unresolvable url: No attribute named 'id' is defined ", 92),
    Group(Vector("checkout", "pay"), 60, 91, 31, ok = false),
    Group(Vector("checkout"), 60, 92, 31, ok = false),
    User(0, arrives = false, 93)
  )

  private val oldShop = shop.take(2) ++ Vector(
    Request(Vector("checkout"), "card", 60, 91, ok = false, "status.find.is(200), but actually found 500"),
    Group(Vector("checkout"), 60, 91, 31, ok = false),
    User(0, arrives = false, 92)
  )

  private val binaryShop = Vector(
    User(0, arrives = true, 10),
    User(0, arrives = true, 11),
    Request(Vector.empty, "list", 12, 52, ok = true, ""),
    Request(Vector("checkout"), "list", 60, 90, ok = true, ""),
    Request(Vector("checkout", "pay"), "card", 91, 1591, ok = true, ""),
    Request(Vector("checkout", "pay"), "card", 95, 60095, ok = false, "Request timeout to shop.test after 60000 ms"),
    Request(Vector.empty, "Поиск", 100, 104, ok = true, ""),
    Error("unresolvable url: No attribute named 'id' is defined ", 110),
    Group(Vector("checkout", "pay"), 91, 60095, 61500, ok = false),
    Group(Vector("checkout"), 60, 60096, 61530, ok = false),
    User(0, arrives = false, 60097),
    User(0, arrives = false, 60098)
  )

  private val samples = Vector("13.1", "13.5", "14.3", "14.9", "15.0", "15.1").map { version =>
    s"binary-3.$version.log" -> (("binary", s"3.$version", binaryShop))
  } ++ Vector("4.0", "9.5", "10.5", "11.5", "12.0").map { version =>
    s"text-3.$version.log" -> (("text 3.4–3.12", s"3.$version", shop))
  } ++ Vector(
    "text-3.7.2-crlf.log" -> (("text 3.4–3.12", "3.7.2", shop)),
    "text-3.11.5-cut.log" -> (("text 3.4–3.12", "3.11.5", shop)),
    "text-3.0.3.log" -> (("text 3.0–3.3", "3.0.3", oldShop)),
    "text-2.3.log" -> (("text 2.3", "2.0", oldShop)),
    "text-2.1.log" -> (("text 2.1", "2.0", oldShop.filterNot(_.isInstanceOf[Group])))
  )

  "A log of any format" should "be read by its bytes" in {
    samples.foreach { case (name, (format, version, expected)) =>
      withClue(name) {
        val (log, records) = read(golden(name))
        records shouldBe expected
        log.map(read => (read.records, read.isPartial, read.backwards)) shouldBe Right((expected.size + 1, false, 0))
        val header = log.fold(error => fail(error.message), _.header)
        (header.format.label, header.gatlingVersion) shouldBe ((format, version))
        (header.simulation, header.description, header.scenarios) shouldBe
          (("demo.ShopSimulation", "", Vector("Shop")))
      }
    }
    val (cut, records) = read(golden("binary-3.14.3-cut.log"))
    (cut.map(log => log.records -> log.isPartial), records) shouldBe ((Right(12 -> true), binaryShop.init))
  }

  "A log that is cut" should "give its complete records, wherever that is" in
    Vector((withoutIndex, withoutIndexHeader, 3000), (kinds, kindsHeader, kinds.length)).foreach {
      case (golden, header, length) =>
        val (_, all) = read(golden)
        (1 until header).foreach(length => error(golden.take(length)) shouldBe a[LogError.NotALog])

        val cuts = (header to length).map(length => read(golden.take(length)))
        cuts.foreach { case (log, records) =>
          records shouldBe all.take(records.size)
          log.map(_.records) shouldBe Right(records.size + 1L)
        }
        val sizes = cuts.map(_._2.size)
        sizes.zip(sizes.drop(1)).forall { case (one, next) => next == one || next == one + 1 } shouldBe true
        cuts.count(!_._1.exists(_.isPartial)) shouldBe sizes.distinct.size
    }

  private def damage(golden: Array[Byte], times: Int): Unit = {
    val random = new Random(1)
    (1 to times).foreach { n =>
      val (log, records) = withClue(s"$n: ")(failAfter(Span(5, Seconds))(read(GoldenLogs.damaged(golden, random))))
      log.foreach(_.records shouldBe records.size + 1L)
    }
  }

  "A log that is damaged" should "never be more than an error, whatever is changed in it" taggedAs Slow in
    Vector(withoutIndex, kinds).foreach(damage(_, 10000))

  it should "never be so in any format" in {
    samples.foreach { case (name, _) => damage(golden(name), 200) }
    val random = new Random(1)
    (1 to 200).foreach { _ =>
      val bytes = random.nextBytes(500)
      Vector(Array.empty[Byte], golden("text-3.9.5.log"), golden("binary-3.15.1.log")).foreach(log =>
        read(log ++ bytes)
      )
    }
  }

  "A log of another version" should "be named as such" in {
    error(golden("binary-3.16.0.log")).message shouldBe
      s"$log was written by Gatling 3.16.0; formats up to 3.15 are known."
    val other = withoutIndex.clone()
    "4.00.1".getBytes.copyToArray(other, 5)
    error(other) shouldBe LogError.NewerVersion(log, "4.00.1")
    def records(bytes: Array[Byte]) =
      LogReader.read(Files.write(log, bytes), anyVersion = true)(_ => ()).map(log => log.records -> log.isPartial)
    records(golden("binary-3.16.0.log")) shouldBe Right(13 -> false)
    records(golden("binary-3.16.0.log") :+ 9.toByte) shouldBe Right(13 -> true)
    records(golden("binary-3.15.1.log") :+ 9.toByte) shouldBe
      Left(LogError.Corrupt(log, "after record 13", "no record begins with 9"))
  }

  "Anything else" should "not be taken for a log" in {
    error(Array.empty).message shouldBe s"$log is empty: Gatling was ended before it wrote anything."
    Vector(
      "PK\u0003\u0004" -> "it is a ZIP file, so unpack it first",
      "\n<!DOCTYPE html>" -> "it is an HTML page; the log lies in the folder of Gatling's report",
      "<?xml ?>" -> "it is XML",
      "{\"name\": 1}" -> "it is JSON",
      "GROUP\t" -> "its first lines are missing, of which RUN names the simulation",
      "RUN" -> "it is text, but its first line is no record of Gatling",
      "RUN\tbottleneck\t" -> "it ends within the run record",
      "RUN\tbottleneck\tb\tx\n" -> "it has 4 fields",
      "\u007fELF\u0001" -> "it is a binary file of another kind",
      "\u0000\u0000\u0000\u0000\u0003abc\u0000" -> "its run record names no version"
    ).foreach { case (text, reason) =>
      error(text.getBytes(ISO_8859_1)).message shouldBe s"$log is no simulation.log of Gatling: $reason."
    }
    LogReader.read(Path.of("no/such/log"))(_ => ()).left.map(_.message) shouldBe
      Left("no/such/log cannot be read: there is no such file.")
    LogReader.read(Path.of("."))(_ => ()) shouldBe Left(LogError.Folder(Path.of(".")))
  }

  private def int(value: Int): Vector[Byte] = ByteBuffer.allocate(4).putInt(value).array().toVector

  "A record that cannot be" should "be damage" in {
    val name = int(0) ++ int(1) ++ int(1) ++ Vector[Byte]('a', 0)
    Map(
      "no record begins with 9" -> Vector[Byte](9),
      "a count is -1" -> (Vector[Byte](1) ++ int(-1)),
      "string number 5 follows 0 strings" -> (Vector[Byte](1) ++ int(0) ++ int(5)),
      "string number -1 follows 0 strings" -> (Vector[Byte](1) ++ int(0) ++ int(-1)),
      "something ends at -3600001 ms but starts at 2 ms" ->
        (Vector[Byte](1) ++ name ++ int(2) ++ int(-3600001) ++ Vector[Byte](1) ++ int(-1)),
      "a time is -3600001 ms" -> (Vector[Byte](1) ++ name ++ int(-3600001)),
      "a time is 604800001 ms" -> (Vector[Byte](4) ++ int(1) ++ int(1) ++ Vector[Byte]('a', 0) ++ int(604800001)),
      "a flag is 7" -> (Vector[Byte](1) ++ name ++ int(1) ++ int(2) ++ Vector[Byte](7)),
      "scenario 1 of 1" -> (Vector[Byte](2) ++ int(1) ++ Vector[Byte](1) ++ int(0)),
      "a count is 1048577" -> (Vector[Byte](4) ++ int(1) ++ int((1 << 20) + 1)),
      "string number -2147483648 follows 0 strings" -> (Vector[Byte](4) ++ int(Int.MinValue)),
      "a string of 1 bytes has coder 1" -> (Vector[Byte](4) ++ int(1) ++ int(1) ++ Vector[Byte]('a', 1))
    ).foreach { case (reason, record) =>
      error(withoutIndex.take(withoutIndexHeader) ++ record) shouldBe LogError.Corrupt(log, "after record 1", reason)
    }
  }

  "A clock that was set back" should "make requests of 0 ms, which are counted" in {
    def request(from: Int, to: Int): Vector[Byte] =
      (Vector[Byte](1) ++ int(0) ++ int(1) ++ int(1) ++ Vector[Byte]('a', 0) ++ int(from) ++ int(to) ++ Vector[Byte](
        1
      ) ++ int(2) ++ int(0))
    Vector((5, 2) -> (5, 5), (-21, 7) -> (0, 7), (-21, -20) -> (0, 0)).foreach { case ((from, to), expected) =>
      val (result, seen) = read(withoutIndex.take(withoutIndexHeader) ++ request(from, to))
      seen.collect { case of: Request => of.start -> of.end } shouldBe Vector(expected)
      result.map(_.backwards) shouldBe Right(if (to < expected._1) 1 else 0)
    }
  }

  "A log that is compressed" should "be read as the log in it, or as far as it goes" in {
    val packed = {
      val bytes = new ByteArrayOutputStream
      Using.resource(new GZIPOutputStream(bytes))(_.write(kinds))
      bytes.toByteArray
    }
    read(packed) shouldBe read(kinds)
    error(packed.take(5)) shouldBe LogError.Unreadable(log, "its header of gzip is damaged")
    read(packed.dropRight(packed.length / 4))._1.map(_.isPartial) shouldBe Right(true)
  }

  "A log of ever new names" should "be given up before they fill the memory" in {
    val run = read(kinds)._1.fold(error => fail(error.message), _.header)
    // each takes 128 bytes and its content: by hand, 10,000 bytes hold 5 strings in the header and 73 of 4 letters
    Files.write(log, written(run, (1000 to 2000).map(number => Error(number.toString, 0)): _*))
    val opened = OpenLog.of(log, maxKept = 10000).fold(error => fail(error.message), identity)
    try {
      opened.size should (be > 50 and be <= 10000 / 132)
      opened.outcome shouldBe Left(LogError.TooManyNames(log, 10000))
    } finally opened.close()
    OpenLog.of(log, maxKept = 100) shouldBe Left(LogError.TooManyNames(log, 100))

    val lines = (1 to 100000)
      .map(number => s"REQUEST\t${"a," * 9}$number\tb\t1\t1\tOK\t ")
      .mkString("RUN\ta\ta\t1\t \t3\n", "\n", "")
    OpenLog.of(Files.writeString(log, lines), maxKept = 1 << 20).map(Using.resource(_)(_.size)).getOrElse(0) should
      (be > 500 and be < 1000)
  }
}
