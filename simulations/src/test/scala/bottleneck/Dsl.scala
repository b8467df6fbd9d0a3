package bottleneck

import bottleneck.lab.engine.LabDsl

/** The words of a study: Gatling's, the lab's and those of this service. */
object Dsl extends LabDsl {
  val ServiceProperties: bottleneck.ServiceProperties.type = bottleneck.ServiceProperties

  /** Figures of a source, to compare a run with. */
  def published(source: String, variant: String): Option[PublishedSetting] = Some(PublishedSetting(source, variant))

  /** Cores of this machine. */
  val cores: Int = Runtime.getRuntime.availableProcessors

  /** One instance with the JVM flags of a short warm-up; without a database, Spring's configuration of one is left out.
    */
  def service(properties: Map[String, String], database: Option[Database] = None): Target = Target(
    instances = 1,
    properties ++ (if (database.isEmpty) ServiceProperties.withoutDatabase else Map.empty),
    database,
    jvm = ServiceProperties.warmSooner,
    training = ServiceProperties.training
  )
}
