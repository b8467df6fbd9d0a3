package bottleneck.threadpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.{BurstTimes, Latency}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._
import bottleneck.ServiceProperties
import bottleneck.StudyRuns

/** Runs of the Tomcat experiments for their studies to judge. */
object TomcatRuns {
  val connectRefused = "j.n.ConnectException: Connection refused"
  val connectTimeout = "i.n.c.ConnectTimeoutException: connection timed out"
  val requestTimeout = "Request timeout to 127.0.0.1 after 1500 ms"

  /** A burst of requests that took `meanMs` on average, the last of them `totalMs`, where the cores allow 10/s.
    *
    * @param tenths
    *   when 10 %, 20 % … had been answered; evenly unless given
    */
  def burst(
      trial: Trial,
      ok: Long,
      totalMs: Int,
      meanMs: Int = 1000,
      tenths: Option[Vector[Int]] = None
  ): StoredResult =
    StudyRuns.stored(trial, ok * 1000.0 / totalMs) { run =>
      run.copy(
        measured = run.measured.copy(
          total = run.total.copy(ok = ok, latencyMs = Some(even(meanMs))),
          byLoad = run.measured.byLoad.copy(burst =
            Some(
              BurstTimes(
                ok.toInt,
                10000,
                10000 + totalMs,
                5,
                tenths.getOrElse((1 to 10).map(_ * totalMs / 10).toVector)
              )
            )
          )
        ),
        treatment =
          run.treatment.copy(load = run.load.copy(users = ok.toInt), window = WindowBounds(10000, 10000 + totalMs)),
        expected = run.expected.copy(
          prediction = Some(Prediction(10, "cores", "2 / 200 ms")),
          efficiency = Some(ok * 100.0 / totalMs),
          demand = Some(Demand(cpuMs = 200, serviceCpuMs = 198, responseMs = 200))
        ),
        server = run.server.copy(cpu = Cpu(Some(1.9), None, Some(0.1), MachineCpu(Some(2), Some(0), Some(0))))
      )
    }

  def failing(stored: StoredResult)(errors: (String, Long)*): StoredResult = changed(stored) { run =>
    val failed = run.total.copy(ko = errors.map(_._2).sum, errors = errors.toMap)
    run.copy(measured = run.measured.copy(total = failed, wholeRun = failed))
  }

  def changed(stored: StoredResult)(change: Result => Result): StoredResult =
    stored.copy(result = change(stored.result))

  /** What a service of these limits and its kernel reported. */
  def connected(stored: StoredResult, connections: Int, acceptCount: Int)(accepted: Int, queued: Int): StoredResult =
    changed(stored)(run =>
      run.copy(
        target = run.target.copy(service =
          Map(
            ServiceProperties.maxConnections -> connections.toString,
            ServiceProperties.acceptCount -> acceptCount.toString
          )
        ),
        server = run.server.copy(
          service = run.server.service.copy(tomcat = Some(Tomcat(10, 10, accepted.toDouble))),
          network = Some(Network(queued.toDouble, accepted.toDouble + queued, 0, 0, 0, Some(4096)))
        )
      )
    )

  def handled(stored: StoredResult, requests: Double, meanMs: Double): StoredResult =
    changed(stored)(run =>
      run.copy(server = run.server.copy(service = run.server.service.copy(handler = Some(Handler(requests, meanMs)))))
    )

  private def even(ms: Int): Latency = {
    val whole = ms.toLong
    Latency(whole, ms.toDouble, whole, whole, whole, whole, whole, whole)
  }
}
