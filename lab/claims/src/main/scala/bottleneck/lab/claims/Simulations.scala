package bottleneck.lab.claims

import bottleneck.lab.claims.verdict.{Studies, Study}
import bottleneck.lab.engine.{Described, Description}
import bottleneck.lab.figures.settings.Scale
import bottleneck.lab.parts.host.Folders
import java.lang.reflect.{InvocationTargetException, Modifier}
import java.nio.file.Path
import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal
import scala.util.matching.Regex

/** The simulations of a build: each is a class with a variant. */
object Simulations {

  private lazy val all: Vector[Either[String, Entry]] = classesOf(classOf[Described]).map(entry)

  /** Every one in the folders of the class path, by class name; nothing is started. */
  def found: Vector[Entry] = all.flatMap(_.toOption)

  /** A sentence for each whose variant cannot be made: one does not keep the site from the others. */
  def broken: Vector[String] = all.flatMap(_.left.toOption)

  /** Studies of the build: those that it puts in an order, by topic, and then those of any other class that has some.
    */
  lazy val declared: Vector[Study] = {
    val others = classesOf(classOf[Studies]).map(_.getDeclaredConstructor().newInstance())
    (Studies.found ++ others.flatMap(_.all)).distinctBy(_.id)
  }

  /** Study of every variant of the build, with the patterns of its simulations. */
  lazy val studies: Vector[Study] = {
    val names = found.groupMap(_.variant.trial.study)(_.simulation)
    (declared ++ found.map(of => Study.missing(of.variant.trial.study))).distinctBy(_.id).map { study =>
      val (own, others) = names.partition { case (id, _) => id == study.id }
      study.copy(simulations = ClassPatterns.of(own.values.flatten.toVector, others.values.flatten.toVector))
    }
  }

  final case class Entry(simulation: String, variant: Description)

  private def entry(simulation: Class[_ <: Described]): Either[String, Entry] =
    try {
      val described = instance(simulation)
      // whatever can fail fails here, and not when a list or a page asks for it
      val _ = (described.trial, described.target, Vector(Scale.Quick, Scale.Full).map(described.loadAt))
      Right(Entry(simulation.getName, described))
    } catch {
      case error: Throwable if NonFatal(error) || error.isInstanceOf[LinkageError] =>
        Left(s"The variant of ${simulation.getName} cannot be made: $error.")
    }

  /** An instance, of which nothing is started. */
  private def instance(simulation: Class[_ <: Described]): Described =
    try simulation.getDeclaredConstructor().newInstance()
    catch { case failure: InvocationTargetException => throw failure.getCause }

  private def classesOf[A](kind: Class[A]): Vector[Class[_ <: A]] =
    folders.flatMap(names).distinct.sorted.map(Class.forName(_, false, loader)).collect {
      case found if kind.isAssignableFrom(found) && !Modifier.isAbstract(found.getModifiers) => found.asSubclass(kind)
    }

  private def folders: Vector[Path] =
    loader.getResources("").asScala.filter(_.getProtocol == "file").map(url => Path.of(url.toURI)).toVector

  private def names(folder: Path): Vector[String] =
    Folders.tree(folder).map(file => folder.relativize(file).toString).collect {
      case s"$path.class" if !path.contains("$$") => path.replace('/', '.')
    }

  private def loader: ClassLoader = Thread.currentThread().getContextClassLoader
}

/** The shortest patterns, as `gatling.includes` takes them, that name some classes of a build and none of the others.
  */
private[lab] object ClassPatterns {

  /** By full names of classes, and of others that no pattern may match: one for all of them, or for each the fewest
    * first words that no other class begins with.
    */
  def of(classes: Vector[String], others: Vector[String]): Vector[String] = {
    val words = classes.map(_.split("(?<=[.])|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])").toVector)
    def alone(pattern: String): Boolean = {
      val one = regex(pattern)
      !others.exists(one.matches(_))
    }
    def shortest(words: Vector[String]): String =
      (1 until words.size).map(words.take(_).mkString + "*").find(alone).getOrElse(words.mkString)
    val (start, end) = (common(words).mkString, common(words.map(_.reverse)).reverse.mkString)
    val shared = words.headOption.toVector.flatten.filter(word => words.forall(_.contains(word)))
    val candidates =
      if (classes.size < 2) classes else Vector(s"$start*", s"$start*$end") ++ shared.map(word => s"$start*$word*")
    candidates.find(pattern => classes.forall(matches(pattern, _)) && alone(pattern)).map(Vector(_)).getOrElse {
      val each = words.map(shortest).distinct
      each.filterNot(pattern => each.exists(other => other != pattern && matches(other, pattern)))
    }
  }

  private def regex(pattern: String): Regex = pattern.replace(".", "\\.").replace("*", ".*").r

  private def matches(pattern: String, name: String): Boolean = regex(pattern).matches(name)

  /** First words of all names. */
  private def common(names: Vector[Vector[String]]): Vector[String] =
    names.reduceOption((a, b) => a.zip(b).takeWhile { case (x, y) => x == y }.map(_._1)).getOrElse(Vector.empty)
}
