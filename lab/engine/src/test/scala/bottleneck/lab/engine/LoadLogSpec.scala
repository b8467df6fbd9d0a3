package bottleneck.lab.engine

import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{GoldenLogs, LogFormat, LogHeader, LogRecord}
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.collection.immutable.ArraySeq
import scala.concurrent.duration._

class LoadLogSpec extends AnyFlatSpec with Matchers with GoldenLogs {
  private val scenarios = Vector("warm-up", "other", "Load", "disturbance", "clock")
  private val assertions = Vector(ArraySeq[Byte](1, 2), ArraySeq.empty[Byte])
  private val run =
    LogHeader("3.15.1", "a.Load", 1795224950914L, "about", scenarios, assertions, LogFormat.Binary)
  private val kept = KeptUsers(Vector("Load", "disturbance"))

  private val before = Vector(
    User(0, arrives = true, 10),
    User(0, arrives = false, 4000),
    User(1, arrives = true, 4020),
    User(1, arrives = false, 5000)
  )
  private val load = Vector(
    User(4, arrives = true, 5010),
    User(2, arrives = true, 5012),
    Request(Vector("g"), "GET /", 5012, 5100, ok = true, ""),
    Group(Vector("g"), 5012, 5110, 88, ok = true),
    User(3, arrives = true, 5200),
    Error("no such key", 5300),
    Request(Vector.empty, "GET /", 5120, 5400, ok = false, "Premature close"),
    User(2, arrives = false, 6000),
    User(3, arrives = false, 6001),
    User(4, arrives = false, 6002)
  )

  private def write(records: Vector[LogRecord]): Path = Files.write(log, written(run, records: _*))

  /** Keeps a log, whose records are seen as they are left. */
  private def keepAll(log: Path, kept: KeptUsers = kept): Assertion = {
    val seen = Vector.newBuilder[LogRecord]
    val left = LoadLog.keep(log, kept, log)(seen += _)
    val (written, records) = read(log)
    (left, seen.result()) shouldBe ((written, records))
  }

  /** Run record and records that are left. */
  private def keep(records: Vector[LogRecord]): (LogHeader, Vector[LogRecord]) = {
    keepAll(write(records))
    val (left, of) = read(log)
    (left.fold(error => fail(error.message), _.header), of)
  }

  "The log of a load" should "have its scenarios alone, and times since its beginning" in {
    keep(before ++ load)._2 shouldBe Vector(
      User(0, arrives = true, 2),
      Request(Vector("g"), "GET /", 2, 90, ok = true, ""),
      Group(Vector("g"), 2, 100, 88, ok = true),
      User(1, arrives = true, 190),
      Error("no such key", 290),
      Request(Vector.empty, "GET /", 110, 390, ok = false, "Premature close"),
      User(0, arrives = false, 990),
      User(1, arrives = false, 991)
    )
  }

  it should "begin when its users were let go, where they were held back" in {
    val held = before ++ Vector(
      User(4, arrives = true, 5000),
      User(2, arrives = true, 5010),
      User(2, arrives = true, 5500),
      Request(Vector.empty, "GET /", 7010, 7100, ok = true, ""),
      User(2, arrives = false, 7200)
    )
    keepAll(write(held), kept.copy(heldBack = 2.seconds))
    val (log, records) = read(this.log)
    log.map(_.header.start) shouldBe Right(run.start + 7000)
    records shouldBe Vector(
      User(0, arrives = true, 10),
      Request(Vector.empty, "GET /", 10, 100, ok = true, ""),
      User(0, arrives = false, 200),
      User(0, arrives = true, 500)
    )
  }

  it should "begin with its first user, where that comes before the clock is there" in {
    val early = User(2, arrives = true, 5003)
    val (moved, records) = keep((before :+ early) ++ load)
    moved.start shouldBe run.start + 5003
    records.take(2) shouldBe Vector(User(0, arrives = true, 0), User(0, arrives = true, 9))
  }

  it should "have no time before its beginning" in {
    val across = Request(Vector.empty, "GET /", 4990, 5030, ok = true, "")
    keep((before :+ across) ++ load)._2.head shouldBe Request(Vector.empty, "GET /", 0, 20, ok = true, "")
  }

  it should "be the same when it is kept again" in {
    val once = keep(before ++ load)
    keepAll(log)
    // without a clock it begins with its first user, 2 ms later
    read(log)._1.map(_.header.start) shouldBe Right(once._1.start + 2)
  }

  "The log of several variants" should "give each its own requests, and keep those of all" in {
    def variant(name: String, index: Int, from: Int): Vector[LogRecord] = Vector(
      User(index, arrives = true, from),
      Request(Vector(name), "GET /", from + 1, from + 20, ok = true, ""),
      Request(Vector(name, "g"), "GET /", from + 30, from + 50, ok = true, ""),
      Group(Vector(name, "g"), from + 30, from + 51, 21, ok = true),
      Group(Vector(name), from + 1, from + 52, 41, ok = true),
      User(index, arrives = false, from + 60)
    )
    val shared = before.take(2) ++ Vector(User(4, arrives = true, 5000)) ++
      (variant("other", 1, 5040) ++ variant("Load", 2, 5010)).sortBy(_.at)
    val (left, own) = (write(shared), folder.resolve("own.log"))
    val ofLoad = KeptUsers(Vector("Load"), group = Some("Load"))
    LoadLog.keep(left, ofLoad, own)(_ => ()).map(_.header.start) shouldBe Right(run.start + 5010)
    read(own)._2 shouldBe Vector(
      User(0, arrives = true, 0),
      Request(Vector.empty, "GET /", 1, 20, ok = true, ""),
      Request(Vector("g"), "GET /", 30, 50, ok = true, ""),
      Group(Vector("g"), 30, 51, 21, ok = true),
      User(0, arrives = false, 60)
    )
    LoadLog.keepAll(folder, Vector(KeptUsers(Vector("other")), ofLoad))
    val (all, records) = read(left)
    all.map(_.header.scenarios) shouldBe Right(Vector("other", "Load"))
    records.collect { case request: Request => request.groups.head }.sorted shouldBe
      Vector("Load", "Load", "other", "other")
  }

  /** Why the log is as it was. */
  private def unchanged(bytes: Array[Byte]): String = {
    Files.write(log, bytes)
    val outcome = LoadLog.keep(log, kept, log)(_ => ())
    Files.readAllBytes(log) shouldBe bytes
    Files.list(folder).count() shouldBe 1
    outcome.fold(_.message, _ => fail("it was kept"))
  }

  "A log that is cut" should "stay as it is, byte for byte, so that this is still seen" in {
    unchanged(written(run, before ++ load: _*).dropRight(3)) should include("it is cut")
  }

  "A damaged log" should "stay as it is, byte for byte, and be told" in {
    unchanged("RUN".getBytes) should include("is no simulation.log")
    // no record begins so
    unchanged(written(run, before ++ load: _*) ++ Array[Byte](99, 0, 0)) should not be empty
    LoadLog.keep(folder.resolve("none.log"), kept, log)(_ => ()).isLeft shouldBe true
  }
}
