package bottleneck.jenkins

import scala.util.matching.Regex

/** A line of Jenkins' `cron`: five fields of `*`, `H`, numbers, ranges, steps and lists, or one of the names with `@`
  * (jenkinsci/jenkins, CrontabParser).
  */
object CronLine {
  private val names = Set("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly")

  private val fields = Vector(
    ("minute", 0, 59),
    ("hour", 0, 23),
    ("day of the month", 1, 31),
    ("month", 1, 12),
    ("day of the week", 0, 7)
  )

  private val number: Regex = """(\d+)""".r
  private val range: Regex = """(\d+)-(\d+)(?:/(\d+))?""".r
  private val every: Regex = """(?:\*|H)(?:/(\d+))?""".r
  private val hashed: Regex = """H\((\d+)-(\d+)\)(?:/(\d+))?""".r

  /** What is wrong with a line, as one sentence. */
  def problem(line: String): Option[String] = {
    val asked = line.trim.split("[ \t]+").toVector
    if (names(line.trim)) None
    else if (asked.size != fields.size)
      Some(s"""cron "$line" has ${asked.size} fields and not ${fields.size}.""")
    else
      asked
        .zip(fields)
        .flatMap { case (text, field) => text.split(",", -1).toVector.flatMap(wrong(line, _, field)) }
        .headOption
        .orElse(Option.when(asked.head == "*")(s"""cron "$line" starts a build every minute: begin it with H."""))
  }

  private def wrong(line: String, text: String, field: (String, Int, Int)): Option[String] = {
    val (name, least, most) = field
    def in(numbers: Int*): Boolean =
      numbers.forall(n => least <= n && n <= most) && numbers == numbers.sorted
    def step(text: String): Boolean = text == null || (text.toInt > 0 && text.toInt <= most + 1 - least)
    val right = text match {
      case number(n) => in(n.toInt)
      case range(from, to, by) => in(from.toInt, to.toInt) && step(by)
      case hashed(from, to, by) => in(from.toInt, to.toInt) && step(by)
      case every(by) => step(by)
      case _ => false
    }
    Option.unless(right)(s"""cron "$line" has the $name "$text", which is none: use $least to $most, * or H.""")
  }
}
