package bottleneck.lab.figures.settings

import bottleneck.lab.figures.Problem
import java.net.URI
import java.nio.file.{Files, Path}
import scala.concurrent.duration.{Duration, FiniteDuration}
import scala.util.Try

/** Values that a property may have; `no` ends the sentence that refuses another text. */
final case class Kind[+A](no: String)(val read: String => Option[A]) {
  def filter(holds: A => Boolean): Kind[A] = Kind(no)(read(_).filter(holds))
}

object Kind {
  val text: Kind[String] = Kind("")(Some(_))

  val flag: Kind[Boolean] = Kind("neither true nor false")(_.toBooleanOption)

  def whole(range: Range, no: String): Kind[Int] = Kind(no)(_.toIntOption.filter(range.contains))

  def number(from: Double, to: Double, no: String): Kind[Double] =
    Kind(no)(_.trim.toDoubleOption.filter(value => from <= value && value <= to))

  /** A part of 1, given as 0.5 % to 50 %. */
  val part: Kind[Double] = Kind("not a part: give 0.5% to 50%, such as 3%") { text =>
    number(0.5, 50, "").read(text.stripSuffix("%")).map(_ / 100)
  }

  def time(from: FiniteDuration, to: FiniteDuration, no: String): Kind[FiniteDuration] = Kind(no) { text =>
    Try(Duration(text)).toOption.collect { case time: FiniteDuration if from <= time && time <= to => time }
  }

  def path(no: String)(good: Path => Boolean): Kind[Path] = Kind(no)(text => Try(Path.of(text)).toOption.filter(good))

  def jdk(no: String): Kind[Path] = path(no)(home => Files.isExecutable(home.resolve("bin/java")))

  /** An address of HTTP, to which paths are appended. */
  def baseUrl(no: String): Kind[URI] = Kind(no)(text => Try(new URI(text.stripSuffix("/"))).toOption).filter { uri =>
    Set("http", "https").contains(uri.getScheme) && Option(uri.getHost).isDefined && uri.getPort <= 65535 &&
    Vector(uri.getRawQuery, uri.getRawFragment, uri.getRawUserInfo).forall(Option(_).isEmpty)
  }
}

/** A property of the command line, `-Dname=value`: what is read and, in docs/reference/properties.md, what is said of
  * it. The `default` is a text like any other, empty where there is none.
  */
final case class Property[+A](name: String, kind: Kind[A], default: String = "")(val about: String) {
  def is(set: Map[String, String]): Boolean = set.contains(name)

  /** The value of what is set, or of the default; none without either. */
  def in(set: Map[String, String]): Either[Problem, Option[A]] =
    Problem.each(set.get(name).orElse(Some(default).filter(_.nonEmpty)).toVector)(of).map(_.headOption)

  /** The same of a property that has a default. */
  def or(set: Map[String, String]): Either[Problem, A] = of(set.getOrElse(name, default))

  /** Values that stand with commas between. */
  def all(set: Map[String, String]): Either[Problem, Vector[A]] =
    Problem.each(set.get(name).toVector.flatMap(_.split(",", -1)).map(_.trim))(of)

  def of(text: String): Either[Problem, A] = kind.read(text).toRight(wrong(text, s"is ${kind.no}."))

  def wrong(text: String, why: String): Problem = Problem(s"-D$name=$text $why")
}
