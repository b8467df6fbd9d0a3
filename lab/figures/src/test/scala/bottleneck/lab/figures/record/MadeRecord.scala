package bottleneck.lab.figures.record

import bottleneck.lab.figures.target.{CpuLimits, Installed, Load, Target}

/** Example records of runs, on 2 cores unless asked otherwise. */
object MadeRecord {
  def of(load: Load, expectation: Expectation = Expectation(), cpus: Int = 2): RunRecord = RunRecord(
    RunIdentity("bottleneck.journal.WithoutIndex", "journal", "no index", None, "quick", commit = None, repeat = 1),
    Host(cpus, 1L << 34, "Linux", "17"),
    RunSetup(
      Target(instances = 1, Map("server.port" -> "1"), database = None),
      load,
      expectation,
      published = None,
      sloP95Ms = 500
    )
  )

  /** `record` with these CPU limits, of a target that the lab started. */
  def limited(record: RunRecord, cpus: CpuLimits): RunRecord = record.copy(
    setup = record.setup.copy(target = record.target.copy(cpus = cpus)),
    installed = Some(Installed("25", Vector.empty, None, Map.empty))
  )
}
