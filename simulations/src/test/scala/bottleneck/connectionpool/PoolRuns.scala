package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._
import bottleneck.{ServiceProperties, StudyRuns}

/** Runs of the pool experiments for their studies to judge. */
object PoolRuns {

  /** A run with a pool of this size, of which so many were in use and for which so many threads waited. */
  def pooled(
      trial: Trial,
      throughput: Double,
      size: Int,
      pending: Int = 50,
      ko: Long = 0,
      threads: Int = 100
  ): StoredResult =
    StudyRuns.stored(trial, throughput) { run =>
      val outcome =
        run.total.copy(ko = ko, errors = errors(ko), failedLatencyMs = run.total.latencyMs.filter(_ => ko > 0))
      run.copy(
        measured = run.measured.copy(total = outcome, wholeRun = outcome),
        target = run.target.copy(service =
          Map(
            ServiceProperties.poolSize -> size.toString,
            ServiceProperties.threads -> threads.toString,
            ServiceProperties.connectionTimeout -> "3000"
          )
        ),
        server = run.server.copy(
          service = run.server.service.copy(hikari = Some(pool(size, pending, ko))),
          database = Some(DatabaseUse(size.toDouble, 100, openingMs = Some(1500)))
        ),
        expected = run.expected.copy(demand = Some(Demand(cpuMs = 2, serviceCpuMs = 1, responseMs = 20)))
      )
    }

  private def errors(ko: Long): Map[String, Long] =
    if (ko > 0) Map("bodyString.transform.validate(answer), No database connection" -> ko) else Map.empty

  private def pool(size: Int, pending: Int, ko: Long): Hikari =
    Hikari(
      size.toDouble,
      pending.toDouble,
      ko.toDouble,
      Some(3000),
      Some(600),
      Some(size.toDouble),
      Some(800)
    )

  /** A sweep at `efficiency` of pool ÷ holding time, with no more than 100 threads; `ko` requests fail in each size. */
  def sweep(study: HoldingStudy, sizes: Vector[Int], efficiency: Double = 0.99)(ko: Int => Long): Vector[StoredResult] =
    sizes.map { size =>
      val limit = Prediction.connections(math.min(size, 100), 1, study.holding.time)
      val stored = pooled(study.trial(size), limit.perSecond * efficiency, size, ko = ko(size))
      stored.copy(result =
        stored.result.copy(expected =
          stored.result.expected.copy(prediction = Some(limit), efficiency = Some(efficiency))
        )
      )
    }

  def changed(stored: StoredResult)(change: Result => Result): StoredResult =
    stored.copy(result = change(stored.result))

  val sizesAt300ms: Vector[Int] = Vector(5, 10, 20, 30, 50, 70, 100, 130)
  val sizesAt50ms: Vector[Int] = Vector(5, 10, 15, 20, 25, 30, 35, 50)

  def verdicts(study: Study, runs: StoredResult*): Vector[Verdict] = {
    val found = StudyRuns.evidence(runs: _*)(study)
    study.statements.map(_.judge(found).verdict)
  }
}
