package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.report.chart._
import bottleneck.lab.report.{Column, Note, Page, Paragraphs, Section, Table}

/** The page of an answer. */
private[ask] final class AskPage(
    report: AskReport,
    confirmation: Option[Confirmation],
    waits: Option[FlameGraph]
) {
  private val seen = report.answer.seen

  def render: String = {
    val sentences = report.causes ++ report.next ++ report.advice ++ confirmation.map(_.sentence)
    val (first, others) = charts.splitAt(1)
    Page(
      report.asked,
      Page.lead(report.answer.finding.sentence),
      Vector(
        Section.cautions(report.cautions),
        Section(
          "limits",
          "Limits",
          Charts(first),
          Paragraphs(measured),
          report.limits.as("limits"),
          Paragraphs(sentences.toVector)
        )
          .copy(look = Section.Beside),
        Section(
          "goal",
          "The greatest rate that keeps the goal",
          seen.goal.toVector.flatMap(of => Vector(Paragraphs(Vector(of.sentence)), of.table.as("open loads"))): _*
        ),
        Section(
          "sizing",
          "What a rate needs",
          Sizing.table(report.sizing).as("sizing"),
          Paragraphs(Sizing.defaults(report.answer).toVector)
        ),
        Section(
          "cpu",
          "What the service's CPU time is spent on",
          (report.use.toVector.flatMap { of =>
            Vector(
              of.table.as("CPU time by whose code it is"),
              of.methodTable.as("own code"),
              Charts(Vector(of.flame), wide = true),
              Note(
                s"${Numbers.counted(of.samples.toInt, "sample")} in the window, by ${of.by}. In the first table the JDK's work counts for its caller; in the second a method has all that it calls, except other own methods. A box is as wide as its share, and stands below its caller; libraries that call only each other are one box."
              )
            )
          }): _*
        ),
        Section(
          "statements",
          "What a request asks the database for",
          report.database.toVector.map(_.table.as("statements")): _*
        ),
        Section("charts", "More and more users", Charts(others)),
        Section(
          "threads",
          "Where the request threads are",
          threads.as("threads"),
          Charts(waits.toVector, wide = true),
          Note(
            waits.fold("")(_ =>
              "Each thread that serves a request, in each dump of the window. The innermost box is what it waits for."
            )
          )
        ),
        Section("making", "How the numbers are made", Paragraphs(making)),
        Section(
          "notes",
          "Conditions",
          Paragraphs(s"Service: ${report.program}." +: (report.conditions ++ report.absences))
        )
      )
    ).html
  }

  private def measured: Vector[String] =
    Vector(s"A request takes ${report.takes}.", s"Measured: ${report.measured}.")

  private val looks = Vector(Look.First, Look.Second, Look.Third, Look.Fourth, Look.Fifth)

  private def charts: Vector[Drawing] = {
    val levels = seen.beforeHold
    val x = Axis("users at once", AxisScale.logarithmic(levels.map(_.users.toDouble)), Numbers.count)
    def series(name: String, look: Look)(of: Level => Option[Double]): Series = {
      val points = levels.flatMap(level => of(level).map(Point(level.users.toDouble, _)))
      Series(name, look, Drawn.Joined, points.filter(point => java.lang.Double.isFinite(point.y)))
    }
    def chart(id: String, title: String, unit: String, scale: Vector[Double] => AxisScale)(of: Series*) =
      Chart.of(id, title, x, values => Axis(unit, scale(values), Numbers.count))(of: _*)
    // Little's law: N users who wait for nothing get N ÷ R, and no more than the smallest limit
    val bounds = report.answer.limits.headOption.map(_.perSecond).toVector
    val theory = series("theory: users ÷ response time alone, and the smallest limit", Look.Theory) { level =>
      Some((level.users / seen.single.response +: bounds).min)
    }
    val cores = Part.all.zip(looks).map { case (part, look) => series(part.name, look)(_.cores(part)) }
    val pools = for {
      (pool, look) <- seen.hold.pools.filter(_.max.isDefined).zip(looks)
      max <- pool.max
    } yield series(pool.kind.name, look)(_.pool(pool.kind, pool.name).map(100 * _.inUse / max))
    Vector(
      chart("throughput", "Throughput", "per second", AxisScale.fromZero(_))(
        series("measured", Look.First)(level => Some(level.throughput)),
        theory
      ),
      chart("times", "Mean response time", "ms", AxisScale.spreading)(
        series("measured", Look.First)(level => Some(level.response * 1000))
      ),
      chart("cores", "Busy cores", "cores", AxisScale.fromZero(_))(cores: _*),
      chart("pools", "Use of the pools", "% in use", values => AxisScale.fromZero(values :+ 100.0))(pools: _*),
      chart("waits", "Where the request threads are", "threads", AxisScale.fromZero(_))(stacked: _*)
    ).flatten
  }

  /** What most request threads wait for, by the users at once: some kinds by name, and all others. */
  private def stacked: Vector[Series] = {
    val levels = (seen.levels.filter(_.users != seen.hold.users) :+ seen.hold).filter(_.waits.nonEmpty).sortBy(_.users)
    def threads(level: Level, kinds: Set[WaitKind]): Double =
      level.waits.collect { case (wait, n) if kinds(wait.kind) => n }.sum
    val kinds = levels.flatMap(_.waits).groupMapReduce(_._1.kind)(_._2)(_ + _).toVector.sortBy(-_._2).map(_._1)
    val (named, others) = kinds.splitAt(looks.size - 1)
    val rows = named.map(kind => kind.name -> Set(kind)) ++ Option.when(others.nonEmpty)("the rest" -> others.toSet)
    val values = rows.map { case (name, of) => name -> levels.map(threads(_, of)) }
    if (levels.size < 2) Vector.empty else Series.stacked(levels.map(_.users.toDouble), values, looks)
  }

  private def threads: Table[(Wait, Double)] = {
    val all = seen.hold.waits.map(_._2).sum
    val columns = Vector(
      Column.text[(Wait, Double)]("waits for")(_._1.kind.name),
      Column.text[(Wait, Double)]("where")(_._1.detail),
      Column.number[(Wait, Double)]("threads on average")(row => Numbers.plain(row._2)),
      Column.number[(Wait, Double)]("of all")(row => Numbers.percent(row._2 / all))
    )
    Table(columns, if (all == 0) Vector.empty else seen.hold.waits.take(20))
  }

  private def making: Vector[String] = Vector(
    "Users send requests in a closed loop. Their number is doubled, or multiplied by four or eight where a request takes long, " +
      "until more users, twice, give less than 5 % more; then the window begins.",
    "A limit is a capacity ÷ what a request takes of it. What it takes is seen before the window, where nothing waits: CPU time from the " +
      "system's counters, the time for which a thread or a connection is held from the pool's own counters, or by Little's law from how many are in use.",
    "A machine may change its speed by 40 % within seconds. So where cores are used up they are predicted by turns after the window: from what a " +
      "request takes in a light slice (two users for each core; of Gatling itself, in the full one), for the full slice of all users beside it. Measured ÷ predicted is the mean over these cycles, with its 95 % interval.",
    s"A limit is named when its resource was full in the window, and the prediction agrees with the throughput within ${Numbers.percent(Limits.error)}. " +
      "Where none is and the cores were not used up, the limit is what most of the request threads wait for by their stacks, if requests take longer than alone for it.",
    "Cores and pools in the sizing are averages: what comes in bursts needs room above them."
  )
}
