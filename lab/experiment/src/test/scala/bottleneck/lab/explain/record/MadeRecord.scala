package bottleneck.lab.explain.record

import bottleneck.lab.target.{Load, Target}

/** Example records of runs, on 2 cores unless asked otherwise. */
object MadeRecord {
  def of(load: Load, expectation: Expectation = Expectation(), cpus: Int = 2): RunRecord = RunRecord(
    RunRecord.schema,
    simulation = "bottleneck.journal.WithoutIndex",
    experiment = "journal",
    variant = "no index",
    factor = None,
    published = None,
    scale = "quick",
    sloP95Ms = 500,
    commit = None,
    repeat = 1,
    attempt = 1,
    Host(cpus, 1L << 34, "Linux", "17"),
    Target(instances = 1, Map("server.port" -> "1"), database = None),
    load,
    expectation
  )
}
