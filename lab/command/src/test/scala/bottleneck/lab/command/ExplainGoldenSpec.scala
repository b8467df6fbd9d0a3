package bottleneck.lab.command

import bottleneck.lab.model.{Metric, Metrics, Outcome, Run}
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec

/** Figures of logs of every format, against [[PlainLog]] and against Gatling's own reports. */
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

  private def run(log: Path): Run =
    LogStatistics.read(log, anyVersion = true).fold(problem => fail(problem.sentence), _._1)

  private def figures(outcome: Outcome): Vector[Double] =
    Vector(outcome.ok.toDouble, outcome.ko.toDouble) ++
      Metrics.times.filter(_.percentile.nonEmpty).map(value(_, outcome))

  private def value(metric: Metric, outcome: Outcome): Double = metric.of(outcome).getOrElse(fail(metric.name)).value

  private def sorted(times: SortedTimes): Vector[Double] = Vector(times.ok, times.ko).map(_.toDouble) ++
    (times.all.head +: Vector(50, 75, 90, 95, 99, 99.9).map(times.percentile) :+ times.all.last).map(_.toDouble)

  for ((name, log) <- logs) s"The figures of $name" should "be those of all its times, sorted" in {
    val explained = run(log)
    val plain = PlainLog.read(log)
    explained.requests.map(_._1) should contain theSameElementsAs plain.keys.map(_.mkString(" / "))
    val all = plain.map { case (path, times) =>
      explained.outcome(path.mkString(" / ")).getOrElse(fail()) -> times
    }.toVector
    for ((outcome, times) <- (explained.total, PlainLog.total(log)) +: all) {
      figures(outcome) shouldBe sorted(times)
      value(Metrics.mean, outcome) shouldBe times.mean +- 1e-6
      value(Metrics.sd, outcome) shouldBe times.sd +- 1e-6
    }
  }

  for (version <- versions) s"The figures of Gatling $version" should "be those of its own report" in {
    val ours = rows(ujson.read(stats(version).texts.head))
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
