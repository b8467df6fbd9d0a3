package bottleneck

import bottleneck.lab.run.Fleet
import bottleneck.lab.settings.Settings
import bottleneck.lab.target.{CpuLimits, Database, Index, Target}
import java.nio.file.Path

/** A lab that starts a target below the folder that it is given, limits its cores, and then waits to be killed. It says
  * the ports of its instances.
  */
object UntilKilled {
  def main(arguments: Array[String]): Unit = {
    val settings = Settings.read(sys.props.toMap).fold(throw _, identity)
    val target = Target(
      instances = 1,
      Map("spring.datasource.hikari.maximum-pool-size" -> "2"),
      Some(Database(maxConnections = 25, Index.Keyset)),
      cpus = CpuLimits(service = Some(0.5))
    )
    val fleet = new Fleet(FleetTest.quick(target), settings, Path.of(arguments.head), println(_))
    println(s"ports ${fleet.urls.map(_.getPort).mkString(" ")}")
    fleet.start()
    fleet.awaitReady()
    fleet.limitCpus()
    // its end is that of who started it
    while (System.in.read() >= 0) ()
    sys.exit(1)
  }
}
