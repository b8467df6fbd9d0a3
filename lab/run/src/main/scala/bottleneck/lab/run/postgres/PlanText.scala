package bottleneck.lab.run.postgres

/** The text of a plan.txt. */
private[postgres] object PlanText {

  /** Each different query once, with the slowest of its runs, in the order in which they were first sent.
    *
    * @param requests
    *   what made the service send them, a line each
    */
  def of(requests: Vector[String], statements: Vector[RunStatement]): String = {
    val queries = statements.map(_.query).distinct
    val runs = statements.groupBy(_.query)
    val title =
      s"What PostgreSQL did for these requests: ${statements.size} statements, ${queries.size} of them different."
    val sections = queries.zipWithIndex.map { case (query, at) =>
      section(s"Statement ${at + 1} of ${queries.size}", runs(query))
    }
    ((title +: requests.map("  " + _)).mkString("\n") +: sections).mkString("", "\n\n\n", "\n")
  }

  private def section(name: String, runs: Vector[RunStatement]): String = {
    val slowest = runs.maxBy(_.milliseconds)
    val seen = if (runs.size == 1) "sent once" else s"sent ${runs.size} times, here the slowest"
    val parameters = Option.when(slowest.parameters.nonEmpty)(s"Parameters: ${slowest.parameters}")
    (Vector(s"$name: $seen: ${slowest.milliseconds} ms", slowest.query) ++ parameters :+ slowest.plan).mkString("\n\n")
  }
}
