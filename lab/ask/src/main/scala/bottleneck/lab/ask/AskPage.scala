package bottleneck.lab.ask

import bottleneck.lab.chart._
import bottleneck.lab.model.{Column, Numbers, Table}
import bottleneck.lab.page.PageParts
import scalatags.Text.all._

/** The page of an answer. It has no script and no inline style. */
private[ask] final class AskPage(report: AskReport, confirmation: Option[Confirmation]) {
  private val seen = report.answer.seen

  def render: String = PageParts.frame(
    s"${report.asked} · Bottleneck",
    frag(
      header(h1(report.asked), p(cls := "lead")(report.answer.finding.sentence)),
      PageParts.objections(report.cautions),
      PageParts.part(
        "limits",
        "Limits",
        Vector[Frag](p(s"A request takes ${report.takes}."), p(s"Measured: ${report.measured}.")) ++
          Option.when(report.answer.limits.nonEmpty)(report.limits.html("limits")) ++ report.next.map(p(_)) ++
          report.advice.map(p(_)) ++ confirmation.map(of => p(of.sentence))
      ),
      PageParts.part(
        "sizing",
        "What a rate needs",
        Vector[Frag](Sizing.table(report.sizing).html("sizing")) ++ Sizing.defaults(report.answer).map(p(_))
      ),
      PageParts.part("charts", "More and more users", Vector(div(cls := "charts")(charts))),
      PageParts.part("threads", "Where the request threads are", threads),
      PageParts.part("making", "How the numbers are made", making.map(p(_))),
      PageParts.part(
        "notes",
        "Conditions",
        (s"Service: ${report.program}." +: (report.conditions ++ report.absences)).map(p(_))
      )
    )
  )

  private def charts: Vector[Frag] = {
    val levels = seen.beforeHold
    def x = Axis("users at once", AxisScale.logarithmic(levels.map(_.users.toDouble)), Numbers.count)
    def measured(of: Level => Double): Series =
      Series("measured", Look.First, Drawn.Joined, levels.map(level => Point(level.users.toDouble, of(level))))
    val bounds = report.answer.limits.headOption.map(_.perSecond.value).toVector
    // Little's law: N users who wait for nothing get N ÷ R, and no more than the smallest limit
    val theory = levels.map { level =>
      Point(level.users.toDouble, (level.users / seen.single.response +: bounds).min)
    }
    val inTheory =
      Series("theory: users ÷ response time alone, and the smallest limit", Look.Theory, Drawn.Joined, theory)
    val rates = measured(_.throughput)
    val times = measured(_.response * 1000)
    val used = Vector(
      Part.Service -> Look.First,
      Part.Database -> Look.Second,
      Part.Generator -> Look.Third,
      Part.Machine -> Look.Fourth
    )
      .map { case (part, look) =>
        Series(
          part.name,
          look,
          Drawn.Joined,
          levels.flatMap(level => level.cores(part).map(Point(level.users.toDouble, _)))
        )
      }
    val pools = seen.hold.pools
      .filter(_.max.isDefined)
      .zip(Vector(Look.First, Look.Second, Look.Third, Look.Fourth, Look.Fifth))
      .map { case (pool, look) =>
        val points = levels.flatMap(level =>
          level.pool(pool.kind, pool.name).map(of => Point(level.users.toDouble, 100 * of.inUse / pool.max.get))
        )
        Series(pool.kind.name, look, Drawn.Joined, points)
      }
    val stacks = stacked
    def values(series: Series*): Vector[Double] =
      series.toVector.flatMap(_.points.map(_.y)).filter(java.lang.Double.isFinite)
    Vector(
      Chart(
        "throughput",
        "Throughput",
        x -> Axis("per second", AxisScale.fromZero(values(rates, inTheory)), Numbers.count),
        Vector(rates, inTheory)
      ).draw,
      Chart(
        "times",
        "Mean response time",
        x -> Axis("ms", AxisScale.spreading(values(times)), Numbers.count),
        Vector(times)
      ).draw
    ) ++
      Option.when(values(used: _*).nonEmpty)(
        Chart("cores", "Busy cores", x -> Axis("cores", AxisScale.fromZero(values(used: _*)), Numbers.count), used).draw
      ) ++
      Option.when(values(pools: _*).nonEmpty)(
        Chart(
          "pools",
          "Use of the pools",
          x -> Axis("% in use", AxisScale.fromZero(values(pools: _*) :+ 100.0), Numbers.count),
          pools
        ).draw
      ) ++
      Option.when(stacks.nonEmpty) {
        val tops = stacks.flatMap(_.points.flatMap(_.interval.map(_._2)))
        Chart(
          "waits",
          "Where the request threads are",
          x -> Axis("threads", AxisScale.fromZero(tops), Numbers.count),
          stacks
        ).draw
      }
  }

  /** What most request threads wait for, by the users at once: some kinds by name, and all others. */
  private def stacked: Vector[Series] = {
    val levels = (seen.levels.filter(_.users != seen.hold.users) :+ seen.hold).filter(_.waits.nonEmpty).sortBy(_.users)
    val looks = Vector(Look.First, Look.Second, Look.Third, Look.Fourth, Look.Fifth)
    def threads(level: Level, kinds: Set[WaitKind]): Double =
      level.waits.collect { case (wait, n) if kinds(wait.kind) => n }.sum
    val kinds = levels.flatMap(_.waits).groupMapReduce(_._1.kind)(_._2)(_ + _).toVector.sortBy(-_._2).map(_._1)
    val (named, others) = kinds.splitAt(looks.size - 1)
    val rows = named.map(kind => kind.name -> Set(kind)) ++ Option.when(others.nonEmpty)("the rest" -> others.toSet)
    val values = rows.map { case (name, of) => name -> levels.map(threads(_, of)) }
    if (levels.size < 2) Vector.empty else Series.stacked(levels.map(_.users.toDouble), values, looks)
  }

  private def threads: Vector[Frag] = {
    val all = seen.hold.waits.map(_._2).sum
    val columns = Vector(
      Column.text[(Wait, Double)]("waits for")(_._1.kind.name),
      Column.text[(Wait, Double)]("where")(_._1.detail),
      Column.number[(Wait, Double)]("threads on average")(row => Numbers.plain(row._2)),
      Column.number[(Wait, Double)]("of all")(row => Numbers.percent(row._2 / all))
    )
    if (all == 0) Vector.empty else Vector(Table(columns, seen.hold.waits.take(20)).html("threads"))
  }

  private def making: Vector[String] = Vector(
    "Users send requests in a closed loop. Their number is doubled, or multiplied by four or eight where a request takes long, " +
      "until more users, twice, give less than 5 % more; then the window begins.",
    "A limit is a capacity ÷ what a request takes of it. What it takes is seen before the window, where nothing waits: CPU time from the " +
      "system's counters, the time for which a thread or a connection is held from the pool's own counters, or by Little's law from how many are in use.",
    s"A limit is named when its resource was full in the window, and the prediction agrees with the throughput: within ${Numbers.percent(Limits.timeError)} for " +
      s"what time limits, ${Numbers.percent(Limits.cpuError)} for CPU time, which changes with the machine. Where none is and the cores were not used up, the limit is " +
      "what most of the request threads wait for by their stacks, if requests take longer than alone for it.",
    "Cores and pools in the sizing are averages: what comes in bursts needs room above them."
  )
}
