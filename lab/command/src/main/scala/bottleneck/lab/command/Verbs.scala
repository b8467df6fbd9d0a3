package bottleneck.lab.command

/** The commands and their options: what is parsed, and what `help` and docs/reference/command.md show. */
private[command] object Verbs {
  val json: Flag = Flag("--json", "FILE", "every figure as JSON, which --baseline and compare read")
  val csv: Flag = Flag("--csv", "FILE", "a row of every metric for each request and group")
  val html: Flag = Flag("--html", "FILE", "a page; its style.css is written beside it")
  val markdown: Flag = Flag("--markdown", "FILE", "for a comment on a pull request or a step summary")
  val junit: Flag = Flag("--junit", "FILE", "the expectations as test cases")
  val stats: Flag = Flag("--stats", "", "js/stats.json and others beside the log, as Gatling before 3.13.5 wrote them")
  val overwrite: Flag = Flag("--overwrite", "", "lets --stats replace files that Gatling itself wrote")
  val expect: Flag = Flag("--expect", "EXPR", "such as 'p95 < 500 and ko% < 1'; may be given again")
  val baseline: Flag = Flag("--baseline", "JSON", "an earlier run, written by --json: 'p95 < 1.1 * baseline'")
  val from: Flag = Flag("--from", "TIME", "only what ends from here on, since the run's start: 30s, 5m, 1m30s")
  val to: Flag = Flag("--to", "TIME", "only what ends before this")
  val anyVersion: Flag = Flag("--any-version", "", "also of a Gatling newer than this, as far as it can be read")
  val output: Flag = Flag("-o", "OUT", "the log to write")
  val notOverlapping: Flag = Flag("--not-overlapping", "", "also runs of which one began after another had ended")

  val explain: Verb = Verb(
    "explain",
    "LOG",
    1 to 1,
    "Exact figures of a run. LOG is a simulation.log, its folder, or a folder of such folders: the newest of them.",
    Vector(json, csv, html, markdown, junit, stats, overwrite, expect, baseline, from, to, anyVersion)
  )

  val ask: Verb = Verb(
    "ask",
    "REQUEST",
    1 to 1,
    "Which resource limits a service, at how many requests per second. REQUEST is 'GET /path' or a file of requests.",
    Services.askFlags
  )

  val compare: Verb = Verb(
    "compare",
    "A B [REQUEST]",
    2 to 3,
    "Of logs: ratios B ÷ A with intervals; each is a log, a JSON of explain, or a folder of several. " +
      "Of two jars and a REQUEST: new ÷ old, by turns.",
    Vector(html, markdown, anyVersion) ++ Services.compareFlags
  )

  val merge: Verb = Verb(
    "merge",
    "LOG…",
    1 to Int.MaxValue,
    "One log of several that injectors wrote of one simulation, for the Gatling that wrote them.",
    Vector(output, notOverlapping, anyVersion)
  )

  val cut: Verb = Verb("cut", "LOG", 1 to 1, "A part of a log, as a log.", Vector(output, from, to, anyVersion))

  val help: Verb = Verb("help", "[COMMAND]", 0 to 1, "This text, or all about a command.", Vector.empty)

  val all: Vector[Verb] = Vector(ask, compare, explain, merge, cut, help)

  val exits: Vector[(Int, String)] = Vector(
    0 -> "done; every expectation is met",
    1 -> "an expectation is missed, no rate keeps the goal, or a service is slower than allowed",
    2 -> "bad input: one sentence says what, and nothing is written",
    3 -> "undecided, or no answer: the run does not tell"
  )

  def usage: String =
    s"""Which resource limits a service, which of two is faster, and exact figures of any Gatling run.
       |
       |  java -jar bottleneck.jar COMMAND …
       |
       |${columns(all.map(verb => verb.usage -> verb.about) :+ ("--version" -> "The version of this jar."))}
       |
       |Exit code:
       |${columns(exits.map { case (code, meaning) => code.toString -> meaning })}
       |
       |Examples:
       |  java -jar bottleneck.jar ask 'GET /owners?lastName=' --jar app.jar
       |  java -jar bottleneck.jar ask 'GET /' --run 'node server.js --port {port}'
       |  java -jar bottleneck.jar compare new.jar old.jar 'GET /' --most 3%
       |  java -jar bottleneck.jar explain target/gatling --html report.html --expect 'p95 < 500 and ko% < 1'
       |""".stripMargin

  def usage(verb: Verb): String = {
    val options =
      if (verb.flags.isEmpty) ""
      else s"\nOptions; FILE may be - for standard output:\n${columns(verb.flags.map(f => f.usage -> f.about))}\n"
    s"java -jar bottleneck.jar ${verb.usage} …\n\n${verb.about}\n$options"
  }

  private def columns(rows: Vector[(String, String)]): String = {
    val width = rows.map(_._1.length).max
    rows.map { case (name, about) => s"  ${name.padTo(width, ' ')}  $about" }.mkString("\n")
  }
}
