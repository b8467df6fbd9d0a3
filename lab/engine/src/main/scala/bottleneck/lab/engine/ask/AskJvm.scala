package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Problem
import java.nio.file.Path
import java.util.regex.{Matcher, Pattern}

/** A question in a JVM of its own that somebody else than Maven starts. */
private[lab] object AskJvm {

  /** What is wrong with the properties of a question, before anything is started. */
  def check(set: Map[String, String]): Either[Problem, Unit] =
    AskSettings.read(set, Path.of("").toAbsolutePath).map(_ => ())

  /** Options of `java` that ask: it ends with the code `refused` where there is no answer, and calls properties by the
    * `words` that set them.
    */
  def options(set: Map[String, String], refused: Int, words: Vector[(String, String)]): Vector[String] = {
    val own = Map(
      "gatling.data.console.writePeriod" -> "3600",
      codeOfRefusal -> refused.toString,
      wordsOfProperties -> words.map { case (property, word) => s"$property=$word" }.mkString(",")
    )
    (set ++ own).toVector.sorted.map { case (name, value) => s"-D$name=$value" }
  }

  /** A sentence about properties, by the words that set them. */
  def inWords(sentence: String, words: Vector[(String, String)]): String =
    words.sortBy(-_._1.length).foldLeft(sentence) { case (text, (property, word)) =>
      // at the end of a sentence it has no value
      text
        .replaceAll(Pattern.quote(s"-D$property=") + """(?=\.(?:\s|$))""", Matcher.quoteReplacement(word))
        .replace(s"-D$property=", s"$word ")
        .replace(s"-D$property", word)
    }

  private[ask] def refused: Int = sys.props.get(codeOfRefusal).flatMap(_.toIntOption).getOrElse(1)

  private[ask] lazy val words: Vector[(String, String)] =
    sys.props.get(wordsOfProperties).toVector.flatMap(_.split(',')).map(_.split("=", 2)).collect {
      case Array(property, word) => property -> word
    }

  private val codeOfRefusal = "lab.refused"
  private val wordsOfProperties = "lab.words"

  def main(results: Path): Vector[String] =
    Vector("io.gatling.app.Gatling", "-s", classOf[Ask].getName, "-rf", results.toString, "-nr")
}
