package bottleneck.lab.command

import bottleneck.lab.figures.{Metric, Metrics, Outcome, Run}
import bottleneck.lab.log.LogReader
import bottleneck.lab.log.LogRecord.Request
import java.nio.file.Path
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import scala.collection.mutable.ArrayBuffer

/** Figures of logs of every format, against their requests, whose times are sorted, and against Gatling's own reports.
  */
class ExplainGoldenSpec extends AnyFlatSpec with GoldenRuns {
  private val samples: Vector[String] =
    Vector("2.1", "2.3", "3.0.3", "3.4.0", "3.7.2-crlf", "3.9.5", "3.10.5", "3.11.5", "3.11.5-cut", "3.12.0").map(
      "text-" + _
    ) ++
      Vector("3.13.1", "3.13.5", "3.14.3", "3.14.3-cut", "3.14.9", "3.15.0", "3.15.1", "3.16.0").map("binary-" + _)

  private val logs: Vector[(String, Path)] =
    samples.map(name => name -> resource(s"/bottleneck/lab/log/$name.log")) ++ versions.map(name =>
      s"golden $name" -> log(name)
    )

  /** The requests as LogReaderSpec pins them, and as Gatling's own reports of the golden logs count them. */
  private def requests(log: Path): Vector[Request] = {
    val requests = ArrayBuffer.empty[Request]
    LogReader.read(log, anyVersion = true) {
      case request: Request => requests += request
      case _ => ()
    } shouldBe a[Right[_, _]]
    requests.toVector
  }

  private def figures(outcome: Outcome): Vector[Double] =
    Vector(outcome.ok.toDouble, outcome.ko.toDouble) ++
      Metrics.times.filter(_.percentile.nonEmpty).map(value(_, outcome))

  private def value(metric: Metric, outcome: Outcome): Double = metric.of(outcome).getOrElse(fail(metric.name)).value

  /** Compares an outcome with its requests, percentiles by nearest rank. */
  private def check(outcome: Outcome, requests: Vector[Request]): Assertion = {
    val times = requests.map(request => (request.end - request.start).toDouble).sorted
    def percentile(p: Double): Double =
      times((BigDecimal(p) * times.size / 100).setScale(0, BigDecimal.RoundingMode.CEILING).toInt - 1)
    val (ok, ko) = requests.partition(_.ok)
    figures(outcome) shouldBe Vector(ok.size.toDouble, ko.size.toDouble, times.head) ++
      Vector(50, 75, 90, 95, 99, 99.9).map(percentile) :+ times.last
    val mean = times.sum / times.size
    value(Metrics.mean, outcome) shouldBe mean +- 1e-6
    value(Metrics.sd, outcome) shouldBe math.sqrt(times.map(time => math.pow(time - mean, 2)).sum / times.size) +- 1e-6
  }

  for ((name, log) <- logs) s"The figures of $name" should "be those of all its times, sorted" in {
    val (explained, all) = (run(log), requests(log))
    val byPath = all.groupBy(request => Run.path(request.groups :+ request.name))
    explained.requests.map(_._1) should contain theSameElementsAs byPath.keys
    check(explained.total, all)
    for ((path, of) <- byPath) check(explained.outcome(path).getOrElse(fail(path)), of)
  }

  for (version <- versions) s"The figures of Gatling $version" should "be those of its own report" in {
    val ours = rows(ujson.read(stats(version).texts("stats.json")))
    val theirs = reported(version)
    ours.map(_.id) should contain theSameElementsAs theirs.map(_.id)
    for (row <- theirs; own <- ours.filter(_.id == row.id)) withClue(row.id) {
      own.counts shouldBe row.counts
      own.times shouldBe row.times
      own.perSecond shouldBe row.perSecond +- 0.005
    }
    // it interpolates between ranks, which are far apart where requests are few
    ours.head.percentiles.zip(theirs.head.percentiles).foreach { case (exact, estimate) =>
      exact shouldBe estimate +- 5
    }
  }
}
