package bottleneck.lab.explain.page.document

/** A variant as lists of experiments show it.
  *
  * @param study
  *   its id
  * @param simulation
  *   the class
  * @param seconds
  *   of load at quick scale, all repeats together; none where the load follows from an earlier run
  * @param needs
  *   what not every machine has
  */
final case class VariantRow(
    study: String,
    variant: String,
    simulation: String,
    load: String,
    seconds: Option[Long],
    needs: Vector[String]
)
