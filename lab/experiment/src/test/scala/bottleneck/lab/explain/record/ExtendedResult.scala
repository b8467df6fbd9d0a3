package bottleneck.lab.explain.record

import bottleneck.lab.explain.page.{ExampleResults, ExampleStairs}
import bottleneck.lab.explain.statistics.{BurstTimes, FirstFailure, GeneratorGap, Sent, ServiceOrder}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.files._
import bottleneck.lab.target.CpuLimits

/** A result with all that later versions of the schema added. */
private[record] object ExtendedResult {
  val extended: Result = {
    val run = ExampleResults.noIndex
    run.copy(
      run = run.run
        .copy(identity = run.run.identity.copy(factor = Some(Factor("cores", 0.5, series = Some("ALL"))), attempt = 2)),
      measured = run.measured.copy(
        total = run.total.copy(failedLatencyMs = run.total.latencyMs),
        balancer = Some(BalancerReading(Vector(BalancedServer("service-1", 5, 4, 1, Some(17), None)))),
        stalls = Map("GET /journals" -> 740, "PUT /journals/{id}/title" -> 5130),
        firstFailure = Some(FirstFailure(31200, 118)),
        byLoad = run.measured.byLoad.copy(
          burst = Some(BurstTimes(50, 17000, 22300, 12, (1 to 10).map(_ * 530).toVector)),
          order = Some(
            ServiceOrder(
              0.38,
              Some(0.41),
              17600,
              11225,
              Vector(Sent(3, 7, 1, Some(60), Some(9000), Some(17100), Map("late" -> 1L)))
            )
          ),
          staircase = ExampleStairs.run("half a core", 160).measured.byLoad.staircase,
          generatorGap = Some(GeneratorGap(2.9, 0.088))
        )
      ),
      server = run.server.copy(
        service = run.server.service.copy(
          hikari =
            run.server.service.hikari.map(_.copy(sizeMax = Some(16), acquireMeanMs = Some(31), acquired = Some(412))),
          jvm = Some(Jvm(None, Some(0.01), Some(1e8), contextSwitchesPerSecond = Some(1234.5))),
          handler = Some(Handler(1950, 31.5)),
          threads = Some(
            ThreadStates(
              Span(5, 9),
              Span(0, 1),
              Span(20, 31.5),
              Span(4, 4),
              Some(LiveThreads(Span(35, 44), Span(32, 41), Span(-1, -1)))
            )
          ),
          cache = Some(CacheUse(1900, 50, Some(0.974)))
        ),
        cpu = run.server.cpu.copy(
          balancer = Some(0.4),
          readers = Some(0.2),
          cache = Some(0.3),
          whole = run.server.cpu.whole.copy(generatorCompilation = Some(0.05))
        ),
        scrapes = Some(Scrapes(30, 29)),
        scraper = Some(Scraper(12, 11, Some(6050.5))),
        network = Some(Network(101, 300, 12, 14, 9, Some(4096))),
        replication = Some(Replication(2, 81.5, 12.25, 4096, Some(90000), Some(Replayed(2, 0))))
      ),
      expected = run.expected.copy(
        published = run.expected.published.map(figures =>
          figures.copy(
            times = figures.times.copy(meanMs = Some(1170)),
            pending = Some(95),
            errors = Some(94),
            databaseQueries = Some(546),
            price = Some(0.0832),
            users = Some(141)
          )
        ),
        demand = Some(
          Demand(
            3.4,
            1.1,
            41.5,
            Some(0.7),
            Some(2.1),
            Some(1.2),
            DemandLine(Some(0.04), Some(10), Some(0.05), noise = Some(0.03))
          )
        ),
        prediction = Some(Prediction(100, "users", "100 / 1 s").plusMinus(0.04))
      ),
      machine = run.machine.copy(
        versions = run.machine.versions.copy(balancer = Some("2.6.12"), redis = Some("6.2.11")),
        speed = Some(speed)
      ),
      target = run.target.copy(
        balancer = Some(BalancerDescription("leastconn", 60000, "/health", 2000, 1000, fall = 3, rise = 2)),
        cpus = CpuLimits(service = Some(0.5), database = Some(1)),
        cpuLimitBy = Some("cgroup v2 quota"),
        cache = Some(CacheDescription("redis", 5000))
      ),
      treatment = run.treatment.copy(
        warmUp = Some(WarmUpReading(21, 60, Vector("compilers used 0.10 cores, more than 0.08"))),
        disturbance = Some(Disturbance(30, 3010)),
        load = run.load.copy(thinkMs = 1071, perSecond = Some(144.5)),
        intervention = Vector(
          InterventionStep("CREATE INDEX", 15000, Some(19100), "ok"),
          InterventionStep("REINDEX INDEX CONCURRENTLY", 19200, None, "it was not done when the load ended")
        )
      ),
      validity = run.validity :+ Check.undecided("machine", "it could not be measured")
    )
  }

  def speed: Speed = Speed(
    WorkSpeed(Some(0.62), Some(0.6), Some(0.64), Some(0.0667)),
    WorkSpeed(Some(0.81), Some(0.81), None, None),
    Vector(
      SpeedRate(SpeedMoment.Before, SpeedWork.Jvm, SpeedCores.One, 51000.25),
      SpeedRate(SpeedMoment.After, SpeedWork.Database, SpeedCores.All, 37.5)
    )
  )
}
