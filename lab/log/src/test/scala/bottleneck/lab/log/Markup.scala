package bottleneck.lab.log

import java.io.StringReader
import java.nio.file.{Files, Path}
import javax.xml.parsers.DocumentBuilderFactory
import org.w3c.dom.{Document, Element, NodeList}
import org.xml.sax.InputSource

/** A page or a part of one, read as XML: whatever is not well-formed fails. */
final class Markup private (document: Document) {

  /** The elements of this name and class, as their attributes. */
  def elements(tag: String, css: String): Vector[Map[String, String]] =
    all(tag).map(attributes).filter(_.get("class").exists(_.split(" ").contains(css)))

  def texts(tag: String): Vector[String] = all(tag).map(_.getTextContent)

  /** The values of an attribute on elements of this name, or on all with `*`. */
  def attributes(tag: String, name: String): Vector[String] = all(tag).flatMap(attributes(_).get(name))

  def attributeNames: Set[String] = all("*").flatMap(attributes(_).keys).toSet

  def tags: Set[String] = all("*").map(_.getTagName).toSet

  private def all(tag: String): Vector[Element] = listed(document.getElementsByTagName(tag))

  private def listed(nodes: NodeList): Vector[Element] =
    Vector.tabulate(nodes.getLength)(nodes.item).collect { case element: Element => element }

  private def attributes(element: Element): Map[String, String] = {
    val named = element.getAttributes
    Vector.tabulate(named.getLength)(named.item).map(node => node.getNodeName -> node.getNodeValue).toMap
  }
}

object Markup {
  def read(page: Path): Markup = of(Files.readString(page))

  def of(text: String): Markup =
    new Markup(DocumentBuilderFactory.newInstance.newDocumentBuilder.parse(new InputSource(new StringReader(text))))
}
