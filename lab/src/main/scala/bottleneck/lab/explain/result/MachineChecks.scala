package bottleneck.lab.explain.result

import java.util.Locale

/** Conditions of what computed during a run: compilers, generator, other processes, and whether the machine was large
  * enough.
  */
private[lab] object MachineChecks {

  /** The check that a machine fails which is too small for a run; what can be carried is not told. */
  val carried = "carried"

  private val mostCompilation = 0.05
  private val cpuBound = 0.7
  private val usedUp = 0.95
  private val generatorShare = 0.8
  private val mostOther = 0.1
  private val mostStolen = 0.05

  def all(circumstances: Circumstances): Vector[Check] =
    Vector(compilation(circumstances), generator(circumstances), machine(circumstances)) ++
      circumstances.shortfall.map(missing => Check(carried, ok = false, missing.told))

  /** Where the cores are the limit, the machine's or the service's own, throughput lacks what the compilers take of
    * them, and rises as they get done. A database that uses up cores of its own lacks nothing that they take.
    */
  private def compilation(circumstances: Circumstances): Check = {
    val judged = for {
      jvm <- circumstances.server.jvm
      compiling <- jvm.compilationCores
      cpu = circumstances.server.cpu
      busy <- if (circumstances.serviceCores.isDefined) cpu.service else cpu.machine
    } yield {
      val cores = circumstances.serviceCores.getOrElse(circumstances.cpus.toDouble)
      val most = mostCompilation * cores
      val said = text("the compilers of the service's JVMs used %.3f cores", compiling)
      if (usesUp(cpu.database, circumstances.databaseCores) && !usesUp(cpu.machine, Some(circumstances.cpus.toDouble)))
        Check("compilation", ok = true, s"$said; the database's own cores are what limits the run")
      else if (busy < cpuBound * cores)
        Check("compilation", ok = true, s"$said; the cores are not what limits the run")
      else Check("compilation", compiling <= most, said + text(", at most %.3f", most))
    }
    judged.getOrElse(unknown("compilation"))
  }

  private def usesUp(used: Option[Double], cores: Option[Double]): Boolean =
    used.exists(all => cores.exists(all >= usedUp * _))

  /** The generator may use its part of half of the machine: the other half is the target's. */
  private def generator(circumstances: Circumstances): Check = {
    val most = generatorShare * circumstances.cpus / 2
    circumstances.server.cpu.generator.fold(unknown("generator"))(used =>
      Check("generator", used <= most, text("the generator used %.2f cores, at most %.2f", used, most))
    )
  }

  private def machine(circumstances: Circumstances): Check = {
    val cpu = circumstances.server.cpu
    circumstances.external match {
      case Some(part) =>
        Check("machine", ok = true, s"not judged: $part is not the lab's and cannot be told from others")
      case None => cpu.other.fold(unknown("machine"))(shared(_, cpu.stolen.getOrElse(0), circumstances.cpus))
    }
  }

  private def shared(other: Double, stolen: Double, cpus: Int): Check = Check(
    "machine",
    other <= mostOther * cpus && stolen <= mostStolen * cpus,
    text(
      "processes that are not of the run used %.2f cores, at most %.2f; the hypervisor took %.2f, at most %.2f",
      Vector(other, mostOther * cpus, stolen, mostStolen * cpus): _*
    )
  )

  private def unknown(check: String): Check = Check(check, ok = true, "not judged: it could not be measured")

  private def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)
}
