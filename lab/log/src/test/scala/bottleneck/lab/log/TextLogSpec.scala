package bottleneck.lab.log

import bottleneck.lab.log.LogRecord._
import java.nio.charset.StandardCharsets.UTF_8
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class TextLogSpec extends AnyFlatSpec with Matchers with GoldenLogs {
  private val run = "RUN\ta.B\tb\t1700000000000\tabout\tit\t3.9.0"
  private val numbered = "RUN\ta.B\tb\t1700000000000\t \t3.2.0"

  /** Lines in which 17… stands for the begin of a timestamp. */
  private def bytes(lines: String*): Array[Byte] =
    lines.map(_.replace("17…", "1700000000")).mkString("\n").getBytes(UTF_8)

  private def records(lines: String*): Vector[LogRecord] = read(bytes(lines: _*)) match {
    case (Right(log), records) =>
      log.isPartial shouldBe false
      records
    case (Left(error), _) => fail(error.message)
  }

  "Names" should "be read with tabs, line breaks and any script" in {
    records(
      run,
      "USER\tmy\tload\tSTART\t17…010",
      "REQUEST\t묶음,Straße\tGET\t/ 첫 쪽\t17…012\t17…052\tKO\tfound 500",
      "REQUEST\t\tOK\t17…012\t17…052\tOK\t",
      "",
      "ERROR\tno\tsuch\r",
      " key\t17…060",
      "GROUP\t묶음,a\tb\t17…012\t17…072\t40\tKO"
    ) shouldBe Vector(
      User(0, arrives = true, 10),
      Request(Vector("묶음", "Straße"), "GET\t/ 첫 쪽", 12, 52, ok = false, "found 500"),
      Request(Vector.empty, "OK", 12, 52, ok = true, ""),
      Error("no\tsuch\r\n key", 60),
      Group(Vector("묶음", "a\tb"), 12, 72, 40, ok = false)
    )
    read(log)._1.map(_.header) shouldBe
      Right(
        LogHeader("3.9.0", "a.B", 1700000000000L, "about\tit", Vector("my\tload"), Vector.empty, LogFormat.Text34, "b")
      )
  }

  it should "be the same instance each time, with the same groups" in {
    val Vector(Request(path, name, _, _, _, _), Request(again, same, _, _, _, message)) =
      records(run, "REQUEST\ta,b\ta\t17…012\t17…052\tOK\t ", "REQUEST\ta,b\ta\t17…012\t17…052\tKO\ta"): @unchecked
    (path eq again, name eq same, name eq message, name eq path.head) shouldBe ((true, true, true, true))
  }

  "The format" should "be that of the first record that tells" in {
    val request = Request(Vector("g"), "r", 12, 52, ok = true, "")
    val error = "ERROR\te\t17…060"
    records(numbered, error, "REQUEST\t7\tg\tr\t17…012\t17…052\tOK\t ") shouldBe Vector(Error("e", 60), request)
    read(log)._1.map(_.header.format) shouldBe Right(LogFormat.Text30)
    records(numbered, error, "REQUEST\tg\tr\t17…012\t17…052\tOK\t ") shouldBe Vector(Error("e", 60), request)
    read(log)._1.map(_.header.format) shouldBe Right(LogFormat.Text34)
    records(numbered, "GROUP\t7\tg\t17…012\t17…052\t40\tOK") shouldBe Vector(Group(Vector("g"), 12, 52, 40, ok = true))
    records(numbered, "GROUP\tg\t17…012\t17…052\t40\tOK") shouldBe Vector(Group(Vector("g"), 12, 52, 40, ok = true))
  }

  it should "be one of Gatling 2 with all that it writes" in {
    records(
      "ASSERTION\tPATH\tGLOBAL",
      "a.B\tb\tRUN\t1700000000000\t \t2.0",
      "load\t1\tGROUP\tg\t17…012\t17…052\t40\t1\t0\tOK",
      "load\t1\tGROUP\tg\t17…012\t17…052\t40\tOK"
    ) shouldBe Vector.fill(2)(Group(Vector("g"), 12, 52, 40, ok = true))
    records(
      "RUN\ta.B\tmine\tb\t1700000000000\t \t2.0",
      "GROUP\tcrashed\t17…010",
      "REQUEST\tload\t1\tg\tr\t17…012\t17…052\tKO\tfound 500\tmore\tstill",
      "GROUP\tload\t1\tg\t17…012\t17…052\t40\tOK"
    ) shouldBe Vector(
      Error("crashed", 10),
      Request(Vector("g"), "r", 12, 52, ok = false, "found 500"),
      Group(Vector("g"), 12, 52, 40, ok = true)
    )
  }

  "A request that ends before it starts" should "end at its start, and be counted" in {
    records(
      run,
      "REQUEST\t\tr\t17…050\t17…020\tOK\t ",
      "REQUEST\t\tr\t17…050\t-9223372036854775\tKO\t ",
      "REQUEST\t\tr\t17…050\t17…050\tOK\t "
    ).collect { case request: Request => request.start -> request.end } shouldBe Vector.fill(3)(50 -> 50)
    read(log)._1.map(_.backwards) shouldBe Right(2)
  }

  "A last line" should "count where it has all fields, and else make the log partial" in {
    val first = s"$run\nUSER\tload\tSTART\t1700000000010\n"
    Vector(
      "REQUEST\tg\tname\t1700000000012\t1700000000052\tKO\ta",
      "USER\tload\tEND\t1700000000052",
      "GROUP\tg\t1700000000012\t1700000000052\t40\tOK",
      "ERROR\te\t1700000000052"
    ).foreach { line =>
      (1 until line.length).foreach { length =>
        withClue(line.take(length)) {
          read((first + line.take(length)).getBytes)._1.map(log => log.records -> log.isPartial) shouldBe
            // the message may be cut
            Right(if (line.take(length).endsWith("KO\t")) 3 -> false else 2 -> true)
        }
      }
      Vector(line, line + "\r", line + "\n", "\ufeff").foreach { end =>
        val whole = if (end == "\ufeff") end + first + line else first + end
        read(whole.getBytes(UTF_8))._1.map(log => log.records -> log.isPartial) shouldBe Right(3 -> false)
      }
    }
  }

  "A line that is damaged" should "be named by its number" in {
    val after = "USER\tload\tEND\t17…052\n"
    Map(
      "USER\tload\tSTAR\t17…010" -> "a user neither starts nor ends",
      "USER\tload\tSTART\t17…01x" -> "it has '170000000001x' for a number",
      "USER\tload\tSTART\t1699996399999" -> "a time is -3600001 ms",
      "USER\tload\tSTART\t1700604800001" -> "a time is 604800001 ms",
      "GROUP\tg\t17…012\t17…052\t40" -> "it has no OK or KO",
      "REQUEST\t\tr\t17…012\tOK\t " -> "it has 6 fields",
      "JUMP\t" -> "it begins like no record"
    ).foreach { case (line, reason) =>
      read(bytes(run, "", line, after))._1 shouldBe Left(LogError.Corrupt(log, "in line 3", reason))
    }
    read(bytes(run, s"GROUP\t${"g," * 1000}\t17…012\t17…052\t40\tOK\n"))._1 shouldBe
      Left(LogError.Corrupt(log, "in line 2", "it has too many groups"))
    val long = "a" * LogFormat.maxLength
    read(bytes(run, s"ERROR\t$long\t17…052"))._1 shouldBe
      Left(LogError.Corrupt(log, "in line 1", "it is longer than 1 MiB"))
  }
}
