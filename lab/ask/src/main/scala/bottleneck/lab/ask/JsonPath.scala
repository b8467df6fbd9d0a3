package bottleneck.lab.ask

/** A path into a JSON value: `$.items[0].id`; `['a b']` names a field that is no word. */
final class JsonPath private (steps: Vector[Either[Int, String]]) {

  /** The value there as text, JSON where it has parts; none if it is missing or null. */
  def in(json: ujson.Value): Option[String] =
    steps
      .foldLeft(Option(json)) {
        case (Some(ujson.Arr(items)), Left(index)) => items.lift(index)
        case (Some(ujson.Obj(fields)), Right(name)) => fields.get(name)
        case _ => None
      }
      .collect {
        case ujson.Str(text) => text
        case value if !value.isNull => value.render()
      }
}

object JsonPath {
  private val step = """\.([\w-]+)|\[(\d{1,9})]|\['([^']+)']""".r
  private val whole = s"""\\$$((?:$step)*)""".r

  def of(text: String): Option[JsonPath] = Some(text.trim).collect { case whole(steps, _*) =>
    new JsonPath(
      step
        .findAllMatchIn(steps)
        .map(found => Option(found.group(2)).map(_.toInt).toLeft(Option(found.group(1)).getOrElse(found.group(3))))
        .toVector
    )
  }
}
