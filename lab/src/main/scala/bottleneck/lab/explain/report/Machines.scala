package bottleneck.lab.explain.report

import bottleneck.lab.explain.result.Result
import bottleneck.lab.files.SpeedWork

/** What a run was made on, in a sentence. */
private[report] object Machines {
  def told(result: Result): String = {
    val machine = result.machine
    val software = machine.serviceJava.map(java => s"JDK $java for the service").toVector ++
      machine.postgres.map(version => s"PostgreSQL $version") :+ s"Gatling ${machine.gatling}"
    val speeds = SpeedWork.all.flatMap { work =>
      machine.speed.flatMap(_.of(work)).map(part => s"${SpeedNotes.part(part)} for ${SpeedNotes.name(work)}")
    }
    val speed = if (speeds.isEmpty) "" else s" Its speed, with the reference machine as 1: ${speeds.mkString(", ")}."
    s"${machine.cpus} cores, ${Numbers.gibibytes(machine.memoryBytes.toDouble)}, ${machine.os}; " +
      s"${software.mkString(", ")}. Newest run: ${Numbers.minute(result.run.startedAt)}, ${result.run.scale} scale.$speed"
  }
}
