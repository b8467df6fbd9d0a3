package bottleneck.lab.engine.ask

import bottleneck.lab.figures.settings.Secrets
import bottleneck.lab.figures.{Numbers, Problem}
import java.nio.file.Path
import java.time.Instant
import java.util.regex.{Matcher, Pattern}

/** A question in a JVM of its own that somebody else than Maven starts. */
private[lab] object AskJvm {

  /** What a question would start, for how long and with how many users; or what is wrong with its properties. */
  def plan(set: Map[String, String]): Either[Problem, Vector[String]] =
    AskSettings.read(set, Path.of("").toAbsolutePath).map(_.plan.map(Secrets.masked))

  /** Name of a folder for the answer, which no other run has. */
  def newFolder: String = s"answer-${Numbers.at("uuuuMMdd-HHmmss", Instant.now)}-${ProcessHandle.current.pid}"

  /** Options of `java` that ask: it ends with the code `refused` where there is no answer, and calls properties by the
    * `words` that set them. The answer's files stand in the `folder` of that name in the results. On a terminal it
    * shows what goes on.
    */
  def options(
      set: Map[String, String],
      refused: Int,
      words: Vector[(String, String)],
      folder: String,
      isTerminal: Boolean
  ): Vector[String] = {
    val own = Map(
      "gatling.data.console.writePeriod" -> "3600",
      codeOfRefusal -> refused.toString,
      folderOfAnswer -> folder,
      terminal -> isTerminal.toString,
      wordsOfProperties -> words.map { case (property, word) => s"$property=$word" }.mkString(",")
    )
    (set ++ own).toVector.sorted.map { case (name, value) => s"-D$name=$value" }
  }

  /** A sentence about properties, by the words that set them. */
  def inWords(sentence: String, words: Vector[(String, String)]): String =
    words.sortBy(-_._1.length).foldLeft(sentence) { case (text, (property, word)) =>
      // before a blank or the end of a sentence it has no value
      text
        .replaceAll(Pattern.quote(s"-D$property=") + """(?=\s|[.,:;](?:\s|$))""", Matcher.quoteReplacement(word))
        .replace(s"-D$property=", s"$word ")
        .replace(s"-D$property", word)
    }

  private[ask] def refused: Int = sys.props.get(codeOfRefusal).flatMap(_.toIntOption).getOrElse(1)

  private[ask] lazy val words: Vector[(String, String)] =
    sys.props.get(wordsOfProperties).toVector.flatMap(_.split(',')).map(_.split("=", 2)).collect {
      case Array(property, word) => property -> word
    }

  /** Name of the folder that whoever started this JVM wants; the answer's files stand in it. */
  private[ask] def folder: Option[String] = sys.props.get(folderOfAnswer)

  /** Whether the output of this JVM is on a terminal: it cannot always tell. */
  private[ask] def isTerminal: Boolean = sys.props.get(terminal).contains("true")

  private val folderOfAnswer = "lab.answer"
  private val terminal = "lab.terminal"
  private val codeOfRefusal = "lab.refused"
  private val wordsOfProperties = "lab.words"

  def main(results: Path): Vector[String] =
    Vector("io.gatling.app.Gatling", "-s", classOf[Ask].getName, "-rf", results.toString, "-nr")
}
