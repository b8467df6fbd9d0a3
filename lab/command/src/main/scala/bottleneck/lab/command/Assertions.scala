package bottleneck.lab.command

import bottleneck.lab.command.Assertion.{Condition, Target}
import bottleneck.lab.figures.statistics.ExactCounts
import bottleneck.lab.figures.{GatlingFigures, Run}
import java.nio.{BufferUnderflowException, ByteBuffer, ByteOrder}
import java.text.{DecimalFormat, DecimalFormatSymbols}
import java.util.Locale
import scala.collection.immutable.ArraySeq
import scala.collection.mutable

/** Assertion on a request or group by its path, on the whole run if that is empty, or else on each request. */
private[command] final case class Assertion(path: Option[Vector[String]], target: Target, condition: Condition) {

  /** In the words of Gatling's reports: `GET /orders: mean of response time is less than 100.0`. */
  def message: String = {
    val place = path.fold("For all requests")(parts => if (parts.isEmpty) "Global" else Run.path(parts))
    s"$place: ${target.text} ${condition.text}"
  }

  /** One verdict, or one for each of the requests. */
  def verdicts(requests: Vector[Vector[String]], of: Vector[String] => Option[GatlingFigures]): Vector[Verdict] =
    path.fold(requests)(Vector(_)).map { parts =>
      val actual = of(parts).map(target.of)
      Verdict(copy(path = Some(parts)), actual.exists(condition.holds), actual)
    }
}

/** @param actual value; nothing where the run has no request or group of that path */
private[command] final case class Verdict(assertion: Assertion, holds: Boolean, actual: Option[Double]) {
  def message: String =
    if (actual.isDefined) assertion.message
    else s"Could not find stats matching assertion path ${assertion.path.toVector.flatten.toList}"
}

/** Assertions in the header of a log. Gatling since 3.4 pickles them with boopickle: a case class is a 0 and its
  * fields, one of several has its number before that, numbers are little-endian.
  */
private[command] object Assertion {

  /** @param text in Gatling's words; @param of the value in Gatling's rounding */
  final case class Target(text: String, of: GatlingFigures => Double)

  final case class Condition(text: String, holds: Double => Boolean)

  /** 3.13.0 and the snapshots before it wrote pickles that they could not read themselves. */
  private val known = """3\.([4-9]|10|11|14|15)\..*|3\.12\.0|3\.13\.[1-9].*""".r

  def decode(pickle: ArraySeq[Byte], gatlingVersion: String): Either[String, Assertion] =
    if (!known.matches(gatlingVersion)) Left(s"how Gatling $gatlingVersion writes it is not known")
    else
      try {
        val input = new Pickle(pickle.toArray)
        val assertion = input.product(Assertion(path(input), target(input), condition(input)))
        if (input.isAtEnd) Right(assertion) else Left("it does not end where it should")
      } catch {
        case _: BufferUnderflowException => Left("it ends too early")
        case Unknown(what) => Left(what)
      }

  private def path(input: Pickle): Option[Vector[String]] =
    input.oneOf(() => Some(Vector.empty), () => None, () => Some(input.product(input.list(input.string()))))

  private def target(input: Pickle): Target = input.oneOf(
    () => input.product(events(input, "count")((_, some) => some.count.toDouble)),
    () => input.product(events(input, "percentage")((figures, some) => figures.percentage(some.count))),
    () => input.product(input.oneOf(() => time(input))),
    () => Target("mean requests per second", figures => figures.all.count / figures.seconds)
  )

  private def events(input: Pickle, what: String)(of: (GatlingFigures, ExactCounts) => Double): Target = input.oneOf(
    () => Target(s"$what of all events", figures => of(figures, figures.all)),
    () => Target(s"$what of successful events", figures => of(figures, figures.ok)),
    () => Target(s"$what of failed events", figures => of(figures, figures.ko))
  )

  private def time(input: Pickle): Target = {
    def percentile(p: Double): ExactCounts => Double = _.percentiles(Vector(p)).head.toDouble
    val (text, of) = input.oneOf[(String, ExactCounts => Double)](
      () => ("min", percentile(0)),
      () => ("max", percentile(100)),
      () => ("mean", _.mean),
      () => ("standard deviation", _.sd),
      () => {
        val rank = input.product(input.double())
        if (rank < 0 || rank > 100) throw Unknown(s"there is no percentile $rank")
        (s"${ordinal(rank)} percentile", percentile(rank))
      }
    )
    // without a request, Gatling's is -1
    Target(s"$text of response time", figures => if (figures.all.count == 0) -1 else of(figures.all).round.toDouble)
  }

  private def condition(input: Pickle): Condition = {
    def one(text: String)(holds: (Double, Double) => Boolean): () => Condition = () => {
      val bound = input.product(input.double())
      Condition(s"$text $bound", holds(_, bound))
    }
    def between(low: Double, high: Double, inclusive: Boolean): Condition =
      if (inclusive) Condition(s"is between $low and $high inclusive", value => low <= value && value <= high)
      else Condition(s"is between $low and $high", value => low < value && value < high)
    input.oneOf(
      one("is less than or equal to")(_ <= _),
      one("is greater than or equal to")(_ >= _),
      one("is less than")(_ < _),
      one("is greater than")(_ > _),
      one("is")(_ == _),
      () => input.product(between(input.double(), input.double(), input.boolean())),
      () => {
        val values = input.product(input.list(input.double()))
        Condition(s"is in ${values.toList}", values.contains(_))
      }
    )
  }

  /** 95th, 99.9th, as Gatling says it. */
  private def ordinal(rank: Double): String = {
    val last = if (rank == math.floor(rank)) rank.toInt else (rank * 100).toInt % 100
    val suffix = if (last / 10 == 1) "th" else Vector("th", "st", "nd", "rd").lift(last % 10).getOrElse("th")
    new DecimalFormat("###.###", DecimalFormatSymbols.getInstance(Locale.ENGLISH)).format(rank) + suffix
  }

  private final case class Unknown(what: String) extends RuntimeException(what)

  private final class Pickle(bytes: Array[Byte]) {
    private val buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
    private val strings = mutable.ArrayBuffer.empty[String]

    def isAtEnd: Boolean = !buffer.hasRemaining

    /** One of several, which are numbered from 1. */
    def oneOf[A](cases: (() => A)*): A =
      cases.lift(int() - 1).getOrElse(throw Unknown("a part of it has an unknown number"))()

    def product[A](fields: => A): A = if (int() == 0) fields else throw Unknown("it refers to an earlier part")

    def boolean(): Boolean = buffer.get() != 0

    def double(): Double =
      Some(buffer.getDouble()).filter(java.lang.Double.isFinite).getOrElse(throw Unknown("it has no number"))

    def list[A](element: => A): Vector[A] = Vector.fill(size(int()))(element)

    /** One that was there before is its negative number, from 2. */
    def string(): String = int() match {
      case 0 => ""
      case length if length > 0 =>
        strings += String.valueOf(Array.fill(size(length))(char()))
        strings.last
      case number => strings.lift(-number - 2).getOrElse(throw Unknown("it refers to an unknown string"))
    }

    private def size(size: Int): Int =
      if (0 <= size && size <= buffer.remaining) size else throw new BufferUnderflowException

    /** The first byte is the number, or its upper half has the number's sign and how many bytes follow. */
    private def int(): Int = {
      val first = byte()
      val more = (first >> 5) - 3
      if (first < 0x80) first
      else if (more > 3) throw Unknown("it has a number of unknown length")
      else (1 to more).foldLeft(first & 0x0f)((sofar, _) => sofar << 8 | byte()) * (if ((first & 0x10) == 0) 1 else -1)
    }

    /** The first byte has the lowest bits and, from 128, how many bytes follow. */
    private def char(): Char = {
      val first = byte()
      if (first < 0x80) first.toChar
      else (first & 0x3f | byte() << 6 | (if (first < 0xc0) 0 else byte() << 14)).toChar
    }

    private def byte(): Int = buffer.get() & 0xff
  }
}
