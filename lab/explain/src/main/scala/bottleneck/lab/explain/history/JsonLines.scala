package bottleneck.lab.explain.history

import ujson.{Arr, Null, Num, Obj, Str, Value}

/** Every value of every night as a line of JSON. */
object JsonLines {

  def render(histories: Histories): String = (for {
    series <- histories.series
    value <- series.values
  } yield ujson.write(line(histories.nights(value.night), series, value)) + "\n").mkString

  private def line(night: Night, series: MetricHistory, value: NightValue): Obj = Obj(
    "night" -> Str(night.began.toString),
    "commit" -> night.commit.fold[Value](Null)(Str(_)),
    "experiment" -> Str(series.experiment),
    "variant" -> Str(series.variant),
    "metric" -> Str(series.metric.name),
    "unit" -> Str(series.metric.unit),
    "value" -> Num(value.value),
    "repeats" -> Arr.from(value.repeats)
  )
}
