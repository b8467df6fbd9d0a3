package bottleneck

import bottleneck.lab.explain.result.{Result, TargetDescription}

/** Spring properties that experiments set and studies read again, and JVM flags that they share. */
object ServiceProperties {
  val poolSize: String = TargetDescription.poolSize

  /** In milliseconds: how long a thread waits for a connection. */
  val connectionTimeout: String = "spring.datasource.hikari.connection-timeout"

  val threads: String = "server.tomcat.threads.max"

  /** As many compiler threads as 3 cores or more would have: on 2 it takes twice as long to be warm, and as fast then.
    */
  val warmSooner: Vector[String] = Vector("-XX:CICompilerCount=4")

  /** The number that a run's service was started with. */
  def number(run: Result, property: String): Option[Double] = run.target.service.get(property).flatMap(_.toDoubleOption)
}
