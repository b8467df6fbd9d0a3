package bottleneck.lab.parts.metrics

import bottleneck.lab.log.{Patient, StubService, TemporaryFolder}
import java.io.{BufferedWriter, IOException, OutputStreamWriter, StringWriter}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.MILLISECONDS
import java.util.concurrent.atomic.AtomicInteger
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.util.Using

class SamplerSpec extends AnyFlatSpec with Matchers with TemporaryFolder with Patient {
  private val period = 100.millis

  /** Period where every row counts: a busy machine keeps no answer and no row waiting for that long. */
  private val unhurried = 500.millis

  private def file: Path = folder.resolve("run/metrics.csv")

  private def lines: Vector[String] = Files.readString(file).linesIterator.toVector

  private def rows: Vector[Vector[String]] = lines.drop(1).map(_.split(",", -1).toVector)

  private def threads: Set[Thread] =
    Thread.getAllStackTraces.keySet.asScala.toSet.filter(_.getName.startsWith("metrics-"))

  private final class Counting(name: String, answer: Int => Double) extends Source {
    private val count = new AtomicInteger()
    val closed = new AtomicInteger()
    override def columns: Vector[String] = Vector(name)
    override def sample(): Vector[Option[Double]] = Vector(Some(answer(count.incrementAndGet())))
    override def close(): Unit = { val _ = closed.incrementAndGet() }
  }

  private def sampling[A](sources: Source*)(test: => A): A = sampling(period, sources: _*)(test)

  private def sampling[A](period: FiniteDuration, sources: Source*)(test: => A): A =
    Using.resource(Sampler.start(sources.toVector, file, period))(_ => test)

  /** The cells below `column` of the rows after the first `from`. */
  private def cells(column: String, from: Int): Vector[String] = {
    val index = lines.head.split(",").indexOf(column)
    rows.drop(from).map(_(index))
  }

  /** A busy machine may keep even a source that works from answering at some tick. */
  private def mostOf(cells: Vector[String]): String =
    cells.groupBy(identity).maxBy { case (_, same) => same.size }._1

  "A sampler" should "write a header and a complete row at each tick, readable at once" in
    sampling(unhurried, new Counting("a.x", _.toDouble), new Counting("b.y_total", _ * 0.5)) {
      eventually(rows.size should be > 3)
      lines.head shouldBe "at_ms,a.x,b.y_total"
      rows.take(3).map(_.tail) shouldBe Vector(Vector("1", "0.5"), Vector("2", "1"), Vector("3", "1.5"))
      val times = rows.map(_.head.toLong)
      times shouldBe sorted
      times.head shouldBe System.currentTimeMillis() +- 20000
      Files.readString(file) should endWith("\n")
    }

  it should "write a row on request, beside those at its ticks" in {
    Using.resource(Sampler.start(Vector(new Counting("a.x", _.toDouble)), file, 10.minutes)) { sampler =>
      eventually(rows.size shouldBe 1)
      sampler.sampleNow()
      eventually(rows.size shouldBe 2)
    }
    rows.map(_(1)) shouldBe Vector("1", "2")
  }

  it should "leave the cells of what fails empty until it answers again, and no others" in {
    val failing = new Counting("bad.x", n => if (n == 2) throw new IOException("gone") else n.toDouble)
    sampling(unhurried, failing, new Counting("good.x", _.toDouble))(eventually(rows.size should be > 3))
    rows.take(3).map(_.tail) shouldBe Vector(Vector("1", "1"), Vector("", "2"), Vector("3", "3"))
  }

  "A service that hangs" should "leave its cells empty until it comes back, and delay no row" in
    Using.resources(
      new StubService("tomcat_threads_busy_threads 1\n"),
      new StubService("tomcat_threads_busy_threads 2\n")
    ) { (one, two) =>
      sampling(new ServiceMetrics("one", one.uri), new ServiceMetrics("two", two.uri)) {
        eventually(cells("one.tomcat_busy_threads", 0) should contain("1"))
        one.hang()
        // an answer may have been on its way
        val hung = rows.size + 1
        eventually(rows.size should be > hung + 10)
        cells("one.tomcat_busy_threads", hung).toSet shouldBe Set("")
        mostOf(cells("two.tomcat_busy_threads", hung)) shouldBe "2"
        one.goOn()
        eventually(cells("one.tomcat_busy_threads", hung) should contain("1"))
        // rows that waited for it would come less often than it is waited for
        val times = rows.map(_.head.toLong)
        val gaps = times.zip(times.drop(1)).map { case (one, next) => next - one }
        gaps.sorted.apply(gaps.size / 2) should be < Source.patience.toMillis / 2
      }
    }

  it should "not keep the sampler from ending" in Using.resource(new StubService("up 1\n")) { service =>
    service.hang()
    val began = Deadline.now
    sampling(new ServiceMetrics("one", service.uri))(eventually(rows.size should be > 2))
    eventually(threads shouldBe empty)
    (Deadline.now - began) should be < 10.seconds
  }

  "A source that does not answer" should "have one question open at most" in {
    val forever = new CountDownLatch(1)
    val asked = new AtomicInteger()
    val silent = new Counting("a.x", n => { asked.incrementAndGet(); forever.await(); n.toDouble })
    sampling(silent, new Counting("b.x", _.toDouble)) {
      eventually(rows.size should be > 10)
      asked.get() shouldBe 1
      forever.countDown()
      eventually(cells("a.x", 0) should contain("2"))
    }
  }

  "A tick that is missed" should "leave a gap instead of a burst" in {
    val slowDisk = new StringWriter {
      private val written = new AtomicInteger()
      override def write(row: String): Unit = {
        if (written.incrementAndGet() == 3) new CountDownLatch(1).await(8 * unhurried.toMillis, MILLISECONDS)
        super.write(row)
      }
    }
    def times = slowDisk.toString.linesIterator.drop(1).map(_.takeWhile(_ != ',').toLong).toVector
    Using.resource(Sampler.start(Vector(new Counting("a.x", _.toDouble)), slowDisk, unhurried)) { _ =>
      eventually(times.size should be > 5)
    }
    val gaps = times.zip(times.drop(1)).map { case (one, next) => next - one }
    gaps.max should be >= 7 * unhurried.toMillis
    gaps.min should be > unhurried.toMillis / 3
  }

  "The end of a sampler" should "leave no thread and no source open" in {
    val before = threads
    val source = new Counting("a.x", _.toDouble)
    sampling(source)(eventually(rows should not be empty))
    // those of other suites end as well
    eventually((threads -- before).filter(_.isAlive) shouldBe empty)
    source.closed.get() shouldBe 1
  }

  it should "end with a sentence where its file cannot be written, as on a full disk" in {
    val full = Path.of("/dev/full")
    assume(Files.exists(full), "there is no /dev/full here")
    val failing = new BufferedWriter(new OutputStreamWriter(Files.newOutputStream(full), UTF_8)) {
      private val header = new AtomicInteger
      // the header is written before the disk is full
      override def flush(): Unit = if (header.getAndIncrement() > 0) super.flush()
    }
    val sampler = Sampler.start(Vector(new Counting("a.x", _.toDouble)), failing, period)
    eventually {
      sampler.problem shouldBe Some("No space left on device")
    }
    sampler.close()
  }
}
