package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record.Result

/** Sentence about the machine and the software of runs. */
private[page] object Machines {

  /** Description of the newest run; versions that it lacks are taken from another. */
  def sentence(runs: Vector[Result]): String = {
    val result = runs.maxBy(_.run.startedAt)
    val machine = result.machine
    val software = machine.versions.serviceJava.map(java => s"JDK $java for the service").toVector ++
      runs.flatMap(_.machine.versions.postgres).headOption.map(version => s"PostgreSQL $version") :+
      s"Gatling ${machine.versions.gatling}"
    s"${machine.cpus} cores, ${Numbers.gibibytes(machine.memoryBytes.toDouble)}, ${machine.os}; " +
      s"${software.mkString(", ")}. Newest run: ${Numbers.minute(result.run.startedAt)}, ${result.run.identity.scale} scale."
  }
}
