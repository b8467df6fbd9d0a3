package bottleneck

import java.nio.file.Path
import javax.xml.parsers.DocumentBuilderFactory
import org.w3c.dom.{Element, Node}

/** The words of a page, a line for each block, row of a table, and title, description and labels of a chart. */
object PageText {
  private val headings = Map("h1" -> "# ", "h2" -> "## ", "h3" -> "### ")
  private val inline = Set("a", "b", "code", "em", "small", "span", "strong", "sub", "sup")

  def of(page: Path): String = {
    val root = DocumentBuilderFactory.newInstance.newDocumentBuilder.parse(page.toFile).getDocumentElement
    lines(root).map(collapsed).filter(_.nonEmpty).mkString("", "\n", "\n")
  }

  private def lines(element: Element): Vector[String] = element.getTagName match {
    case "pre" => element.getTextContent.linesIterator.toVector
    case "tr" => Vector(joined(children(element)))
    case "svg" => Vector("title", "desc").flatMap(inside(element, _)).map(words) :+ joined(inside(element, "text"))
    case tag if headings.contains(tag) => Vector(headings(tag) + words(element))
    case _ =>
      val (done, open) = children(element).foldLeft((Vector.empty[String], "")) {
        case ((done, open), block: Element) if !inline(block.getTagName) => (done ++ (open +: lines(block)), "")
        case ((done, open), child) => (done, open + words(child))
      }
      done :+ open
  }

  private def joined(parts: Vector[Node]): String = parts.map(part => collapsed(words(part))).mkString(" | ")

  private def words(node: Node): String = node match {
    // folded within a row: the words of data/claims.csv
    case element: Element if element.getTagName == "details" => inside(element, "summary").map(words).mkString(" ")
    case element: Element if inline(element.getTagName) => children(element).map(words).mkString
    case element: Element => children(element).map(words).mkString(" ", "", " ")
    case other => other.getNodeValue
  }

  private def collapsed(text: String): String = text.replaceAll("[\\s\u00a0]+", " ").trim

  private def children(element: Element): Vector[Node] =
    Vector.unfold(element.getFirstChild)(node => Option(node).map(it => it -> it.getNextSibling))

  private def inside(element: Element, tag: String): Vector[Node] = {
    val found = element.getElementsByTagName(tag)
    Vector.tabulate(found.getLength)(found.item)
  }
}
