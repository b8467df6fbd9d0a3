package bottleneck.lab.figures.checks

import bottleneck.lab.figures.Check
import bottleneck.lab.figures.Text.text
import bottleneck.lab.figures.record.InjectorShare
import bottleneck.lab.figures.series.{PartFigures, PartMetrics}

/** Conditions of what computed during a run: compilers, generator, other processes, and whether the machine was large
  * enough.
  */
private[lab] object MachineChecks {

  /** Share of all cores, of the machine or of a quota, from which they count as used up: the kernel's clock cannot
    * resolve the rest.
    */
  private val usedUp = 0.95

  private val mostCompilation = 0.05
  private val cpuBound = 0.7
  private val generatorShare = 0.8

  /** Of what waits for a second, a request waits for a core for less than a hundredth of that then (M/M/c). */
  private val mostTogether = 0.9
  private val mostOther = 0.1
  private val mostStolen = 0.05

  /** A tenth of the time between two samples; what NTP slews in a run is less. */
  private val mostStepMs = 100.0

  def all(throughput: Double, circumstances: Circumstances): Vector[Check] =
    Vector(compilation(circumstances), generator(circumstances), machine(circumstances)) ++
      circumstances.figures(PartMetrics.clock).map(clock) ++
      shortfall(throughput, circumstances)

  /** A throughput that the machine has no cores for: by the service demand law (Lazowska et al., Quantitative System
    * Performance, 1984, §3.2) it answers at most its cores ÷ the CPU time of a request, whatever else limits the
    * target. None where there is no prediction or tolerance, the prediction is met, cores are what limits it, or they
    * were not all busy.
    */
  private[lab] def shortfall(throughput: Double, circumstances: Circumstances): Option[Check] = for {
    prediction <- circumstances.prediction.filterNot(_.isOfCores)
    tolerance <- circumstances.record.setup.expectation.tolerance
    (figures, cpus) = (circumstances.figures, circumstances.cpus)
    busy <- figures(PartMetrics.machine).filter(_ >= usedUp * cpus)
    if throughput < (1 - tolerance) * prediction.perSecond
  } yield {
    val costs = figures.cores.map { case (part, cores) => text("%.2f ms in the %s", cores * 1000 / throughput, part) }
    val sentence = text(
      "%.1f/s were answered where %s allow %.1f/s, with %.2f of %d cores busy: of CPU time a request took %s",
      throughput,
      prediction.by,
      prediction.perSecond,
      busy,
      cpus,
      costs.mkString(", ")
    )
    Check("carried", passed = false, sentence, size = Some(prediction.perSecond / throughput - 1))
  }

  /** Gatling takes the time from a clock that cannot be set, and all that is sampled from one that can. */
  def clock(stepMs: Double): Check = Check(
    "clock",
    stepMs <= mostStepMs,
    if (stepMs <= mostStepMs) text("the machine's clock was set by at most %.0f ms", mostStepMs)
    else
      text(
        "the machine's clock was set by %.0f ms while the parts were watched, at most %.0f: what was sampled and logged of them is of other seconds than the requests",
        stepMs,
        mostStepMs
      )
  )

  /** Check of the compilers' CPU use where cores are the limit: throughput lacks that share, and rises as compilers
    * finish. If the database has used up its quota, compilers cost no throughput; if the service has a quota, the
    * generator's compilers do not count. If the service was to be cold, its compiling is part of the measurement.
    */
  private def compilation(circumstances: Circumstances): Check = {
    val figures = circumstances.figures
    val quota = circumstances.record.startedTarget.serviceCores
    val judged = for {
      service <- figures(PartMetrics.compilers)
      busy <- figures(if (quota.isDefined) PartMetrics.service else PartMetrics.machine)
    } yield {
      val cores = quota.getOrElse(circumstances.cpus.toDouble)
      val generator = figures(PartMetrics.generatorCompilers).filterNot(_ => quota.isDefined)
      val said = text("the compilers of the service's JVMs used %.3f cores", service) +
        generator.fold("")(text(", the generator's %.3f", _))
      val databaseIsFull = usesUp(figures(PartMetrics.database), circumstances.record.limits.database)
      if (databaseIsFull && !usesUp(figures(PartMetrics.machine), Some(circumstances.cpus.toDouble)))
        Check("compilation", passed = true, s"$said; the database's own cores are what limits the run")
      else if (busy < cpuBound * cores)
        Check("compilation", passed = true, s"$said; the cores are not what limits the run")
      else if (circumstances.record.load.warmUp.isEmpty) {
        val cold = s"$said; the service was to be cold, so only the generator's count"
        compiled(generator.getOrElse(0.0), busy, cores, cold)
      } else compiled(service + generator.getOrElse(0.0), busy, cores, said)
    }
    judged.getOrElse(unmeasured("compilation"))
  }

  /** Cores that stay busy would do the work of all of them: without compilers it is done `busy ÷ (busy − compiling)`
    * times as fast at most.
    */
  private def compiled(compiling: Double, busy: Double, cores: Double, said: String): Check = {
    val most = mostCompilation * cores
    val gain = Option.when(compiling < busy)(compiling / (busy - compiling))
    val clause = gain.fold("")(part => text("; the run would be at most %.1f %% faster without", part * 100))
    Check("compilation", compiling <= most, s"$said${text(", at most %.3f", most)}$clause", size = gain)
  }

  private def usesUp(used: Option[Double], cores: Option[Double]): Boolean =
    used.exists(all => cores.exists(all >= usedUp * _))

  /** The generator may use its part of half of a machine: the other half is the target's. */
  def generator(circumstances: Circumstances): Check = {
    def most(cpus: Int): Double = generatorShare * cpus / 2
    val injectors = circumstances.record.setup.injectors.filter(_.sent.nonEmpty)
    if (injectors.nonEmpty) generators(injectors, most)
    else
      circumstances.figures(PartMetrics.generator).fold(unmeasured("generator")) { used =>
        val limit = most(circumstances.cpus)
        Check("generator", used <= limit, text("the generator used %.2f cores, at most %.2f", used, limit))
      }
  }

  /** The same of those of several injectors, summed by machine. */
  private def generators(injectors: Vector[InjectorShare], most: Int => Double): Check =
    if (injectors.flatMap(_.sent).exists(_.generatorCores.isEmpty))
      Check.undecided("generator", "it could not be measured of every injector")
    else {
      val uses = injectors.groupBy(_.host).toVector.sortBy(_._1).map { case (host, shares) =>
        val sent = shares.flatMap(_.sent)
        (host, sent.flatMap(_.generatorCores).sum, most(sent.map(_.cpus).max))
      }
      val texts = uses.map { case (host, all, limit) => text("%.2f cores of %s, at most %.2f", all, host, limit) }
      val ok = uses.forall { case (_, all, limit) => all <= limit }
      Check("generator", ok, s"the generators used ${texts.mkString("; ")}")
    }

  private def machine(circumstances: Circumstances): Check =
    circumstances.record.external match {
      case Some(part) =>
        Check.undecided(
          "machine",
          s"$part was not started by the lab, so its CPU time cannot be separated from that of other processes"
        )
      case None =>
        val figures = circumstances.figures
        if (circumstances.record.shared.isDefined)
          figures(PartMetrics.machine).fold(unmeasured("machine"))(sideBySide(_, circumstances.cpus))
        else figures(PartMetrics.other).fold(unmeasured("machine"))(shared(_, figures, circumstances.cpus))
    }

  /** Variants side by side are other processes to each other. */
  private def sideBySide(busy: Double, cpus: Int): Check = {
    val most = mostTogether * cpus
    val sentence =
      text("all variants and whatever else ran used %.2f of %d cores together, at most %.2f", busy, cpus, most)
    Check("machine", busy <= most, sentence)
  }

  private def shared(other: Double, figures: PartFigures, cpus: Int): Check = {
    val stolen = figures(PartMetrics.stolen).getOrElse(0.0)
    val ok = other <= mostOther * cpus && stolen <= mostStolen * cpus
    val sentence = text(
      "processes that are not of the run used %.2f cores, at most %.2f; the hypervisor took %.2f, at most %.2f",
      Vector(other, mostOther * cpus, stolen, mostStolen * cpus): _*
    )
    // a little that is taken where cores are left is taken from nobody
    val matters = !ok || figures(PartMetrics.machine).forall(_ >= cpuBound * cpus)
    Check("machine", ok, sentence, size = Option.when(matters)((math.max(0, other) + math.max(0, stolen)) / cpus))
  }

  private def unmeasured(check: String): Check = Check.undecided(check, "it could not be measured")
}
