package bottleneck.lab.target

/** How the service is shown its work once, so that its JVMs start with classes that are loaded and, from JDK 25 on,
  * with profiles of its methods. The same for all targets of a service: each other one costs a recording.
  *
  * @param paths
  *   that GETs are sent to
  * @param properties
  *   Spring properties of the instance that is trained
  * @param database
  *   that it uses; none: it needs none
  */
final case class Training(paths: Vector[String], properties: Map[String, String], database: Option[Database])
