package bottleneck.lab.explain.page

/** Changes of JSON that somebody may make on purpose. */
trait HostileJson {

  /** Markup, an end of an attribute, and characters that XML, HTML or a file of text do not have. */
  protected val hostile: String =
    "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>]]>&\u0000\u001b\u2028\ud800"

  protected val strange: Vector[ujson.Value] = Vector(
    ujson.Null,
    ujson.Num(0),
    ujson.Num(-1),
    ujson.Num(1e308),
    ujson.Num(-1e308),
    ujson.Num(1e18),
    ujson.Num(4.9e-324),
    ujson.Str("NaN"),
    ujson.Str(hostile),
    ujson.Str("x" * 100000),
    ujson.Arr(),
    ujson.Obj(),
    ujson.True
  )

  /** Every place of a value, as keys and indexes from the root. */
  protected def places(value: ujson.Value): Vector[Vector[String]] = value match {
    case ujson.Obj(fields) =>
      fields.toVector.flatMap { case (field, inner) => Vector(field) +: places(inner).map(field +: _) }
    case ujson.Arr(items) =>
      items.toVector.zipWithIndex.flatMap { case (inner, n) => Vector(s"$n") +: places(inner).map(s"$n" +: _) }
    case _ => Vector.empty
  }

  protected def changed(value: ujson.Value, place: Vector[String])(change: ujson.Value => ujson.Value): ujson.Value =
    (value, place) match {
      case (_, Vector()) => change(value)
      case (ujson.Obj(fields), field +: rest) =>
        ujson.Obj.from(fields.toVector.map { case (name, inner) =>
          name -> (if (name == field) changed(inner, rest)(change) else inner)
        })
      case (ujson.Arr(items), n +: rest) =>
        ujson.Arr.from(items.zipWithIndex.map { case (inner, at) =>
          if (at.toString == n) changed(inner, rest)(change) else inner
        })
      case (other, _) => other
    }

  protected def at(value: ujson.Value, place: Vector[String]): ujson.Value = place.foldLeft(value) {
    case (ujson.Obj(fields), name) => fields(name)
    case (ujson.Arr(items), n) => items(n.toInt)
    case (other, _) => other
  }
}
