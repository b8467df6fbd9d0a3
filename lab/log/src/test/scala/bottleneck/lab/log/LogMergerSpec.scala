package bottleneck.lab.log

import bottleneck.lab.log.LogRecord._
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.collection.immutable.ArraySeq
import scala.jdk.StreamConverters._
import scala.util.Using

class LogMergerSpec extends AnyFlatSpec with Matchers with GoldenLogs {
  private val one = ArraySeq[Byte](1)
  private val two = ArraySeq[Byte](2)
  private val early = LogHeader("3.15.1", "a.B", 1000, "", Vector("read", "write"), Vector(one), LogFormat.Binary)
  private val late =
    LogHeader("3.15.1", "a.B", 1250, "nightly", Vector("write", "delete"), Vector(two, one), LogFormat.Binary)

  private def target: Path = folder.resolve("merged").resolve("simulation.log")

  private def merge(logs: Vector[Path], target: Path, notOverlapping: Boolean = true): Either[LogError, Log] =
    LogMerger.merge(logs, target, notOverlapping)

  private def file(name: String, bytes: Array[Byte]): Path = Files.write(folder.resolve(name), bytes)

  private def file(name: String, run: LogHeader, records: LogRecord*): Path = file(name, written(run, records: _*))

  private def refused(logs: Path*): LogError = {
    val error = merge(logs.toVector, target).fold(identity, log => fail(s"was merged: $log"))
    val left =
      Option.when(Files.exists(target.getParent))(Using.resource(Files.list(target.getParent))(_.toScala(Vector)))
    left.getOrElse(Vector.empty) shouldBe empty
    error
  }

  "Logs" should "be merged in the order of time, on the clock of the earliest" in {
    val request = Request(Vector("g"), "r", 5, 10, ok = false, "m")
    val first =
      file("1", late, User(1, arrives = true, 0), Group(Vector("g"), 4, 9, 2, ok = false), request, Error("e", 20))
    val second =
      file("2", early, User(1, arrives = true, 100), Group(Vector("g"), 200, 255, 3, ok = true), Error("e", 900))
    val run = late.copy(start = 1000, scenarios = Vector("write", "delete", "read"))
    merge(Vector(first, second), target) shouldBe Right(Log(run, records = 8, isPartial = false))
    read(target) shouldBe (
      Right(Log(run, records = 8, isPartial = false)),
      Vector(
        User(0, arrives = true, 100),
        User(1, arrives = true, 250),
        Group(Vector("g"), 200, 255, 3, ok = true),
        Group(Vector("g"), 254, 259, 2, ok = false),
        Request(Vector("g"), "r", 255, 260, ok = false, "m"),
        Error("e", 270),
        Error("e", 900)
      )
    )
  }

  it should "be merged with nothing lost" in {
    val (log, records) = read(kinds)
    val later =
      log.map(_.header).map(run => run.copy(start = run.start + 500)).fold(error => fail(error.message), identity)
    val merged = merge(Vector(file("1", kinds), file("2", later, records: _*)), target)
    merged.map(_.records) shouldBe Right(1 + 2 * 204)
    val ends = read(target)._2.collect { case request: Request => (request.groups, request.name, request.end) }
    val parts = records.collect { case request: Request => (request.groups, request.name, request.end) }
    ends.sortBy(_.toString) shouldBe
      (parts ++ parts.map { case (groups, name, end) => (groups, name, end + 500) }).sortBy(_.toString)
  }

  "A log that ends within a record" should "be merged up to there, and said to be partial" in {
    // by another decoder, the 76th record lies in bytes 2227 to 2290
    val merged = merge(Vector(file("1", kinds.take(2289))), target)
    merged.map(log => (log.records, log.isPartial)) shouldBe Right((75, true))
    Files.readAllBytes(target) shouldBe kinds.take(2227)
  }

  "An earlier result" should "be replaced by a complete one only" in {
    Files.createDirectories(target.getParent)
    Files.writeString(target, "earlier")
    merge(Vector(file("1", kinds :+ 9.toByte)), target) shouldBe a[Left[_, _]]
    Files.readString(target) shouldBe "earlier"
    merge(Vector(file("1", kinds)), target) shouldBe a[Right[_, _]]
    Files.size(target) shouldBe kinds.length
  }

  "What does not belong together" should "be refused" in {
    val first = file("1", early, User(0, arrives = true, 0))
    val second = folder.resolve("2")
    refused() shouldBe LogError.NothingToMerge
    refused(first, folder.resolve("./1")) shouldBe LogError.SameLogTwice(first.toRealPath())
    refused(first, file("2", late.copy(simulation = "a.C"))) shouldBe LogError.OtherSimulation(second, "a.C", "a.B")
    refused(first, file("2", late.copy(gatlingVersion = "3.15.0"))) shouldBe
      LogError.MixedVersions(second, "3.15.0 (binary)", "3.15.1 (binary)")
    refused(first, file("2", late.copy(format = LogFormat.Text34))) shouldBe
      LogError.MixedVersions(second, "3.15.1 (text 3.4–3.12)", "3.15.1 (binary)")
    refused(first, file("2", kinds.take(9))) shouldBe a[LogError.NotALog]
    refused(first, file("2", late, Error("e", 1)), folder.resolve("3")) shouldBe a[LogError.Unreadable]
    refused(first, file("2", written(late) :+ 9.toByte)) shouldBe
      LogError.Corrupt(second, "after record 1", "no record begins with 9")
  }

  "Logs in text" should "be merged in their own format, with the scenarios of all" in {
    val first = golden("text-3.9.5.log")
    val second = new String(first, UTF_8).replace("\tShop", "\tMarket").replace("000000", "000001").getBytes(UTF_8)
    merge(Vector(file("1", second), file("2", first)), target, notOverlapping = false).left.map(_.message) shouldBe
      Left(s"$folder/1 begins after $folder/2 ended, so they are of different runs.")
    val merged = merge(Vector(file("1", second), file("2", first)), target)
    merged.map(log => (log.records, log.header.scenarios, log.header.start)) shouldBe
      Right((15, Vector("Market", "Shop"), 1700000000000L))
    val lines = new String(first, UTF_8).linesIterator.toVector
    Files.readString(target).linesIterator.toVector shouldBe
      lines ++ lines.drop(2).map(_.replace("\tShop", "\tMarket").replace("000000", "000001"))
    read(target)._1.map(_.header.scenarios) shouldBe Right(Vector("Shop", "Market"))
  }

  "Logs that overlap" should "be merged without an option" in {
    val logs = Vector(
      file("1", early, Error("e", 500)),
      file("2", late, Error("e", 10)),
      file("3", late.copy(start = 1400), Error("e", 10))
    )
    merge(logs, target, notOverlapping = false).map(_.records) shouldBe Right(4)
    merge(logs.tail, target, notOverlapping = false) shouldBe Left(LogError.NotOverlapping(logs(2), logs(1)))
  }

  "Logs too far apart for the times of one" should "be refused" in {
    val first = file("1", early)
    val second = folder.resolve("2")
    val month = 30L * 24 * 3600 * 1000
    refused(first, file("2", late.copy(start = 1000 + month))) shouldBe LogError.TooFarApart(second)
    refused(first, file("2", late.copy(start = Long.MaxValue))) shouldBe LogError.TooFarApart(second)
    refused(file("0", early.copy(start = Long.MinValue)), file("2", late)) shouldBe LogError.TooFarApart(second)
    // 250 ms after the earliest start
    refused(first, file("2", late, Error("e", LogFormat.longestMs - 249))) shouldBe LogError.TooFarApart(second)
    merge(Vector(first, file("2", late, Error("e", LogFormat.longestMs - 250))), target) shouldBe a[Right[_, _]]
  }

  "A target that cannot be written" should "be an error" in {
    val log = file("1", kinds)
    val below = log.resolve("simulation.log")
    merge(Vector(log), below) shouldBe
      Left(LogError.Unwritable(below, "a file is where a folder is needed"))
    Files.createDirectories(target.resolve("full"))
    merge(Vector(log), target).left.map(_.getClass) shouldBe Left(classOf[LogError.Unwritable])
  }
}
