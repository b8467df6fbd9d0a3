package bottleneck

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.reflect.internal.util.BatchSourceFile
import scala.reflect.io.VirtualDirectory
import scala.tools.nsc.{Global, Settings => CompilerSettings}
import scala.tools.nsc.reporters.StoreReporter

class TutorialSpec extends AnyFlatSpec with Matchers {
  private val listing: String =
    "(?s)```scala\n(.*?)```".r.findFirstMatchIn(Checkout.text("docs/tutorial.md")).fold("")(_.group(1))

  /** The build's own. */
  private val arguments: List[String] = "<arg>(.*?)</arg>".r
    .findAllMatchIn(Checkout.text("pom.xml"))
    .map(_.group(1))
    .filterNot(_.contains("${"))
    .toList

  /** Messages of the compiler for a file, and the classes that it makes of it. */
  private def compiled(code: String): (Vector[String], Vector[String]) = {
    val classes = new VirtualDirectory("classes", None)
    val settings = new CompilerSettings
    settings.usejavacp.value = true
    settings.processArguments(arguments, processAll = true)._1 shouldBe true
    settings.outputDirs.setSingleOutput(classes)
    val reporter = new StoreReporter(settings)
    val compiler = new Global(settings, reporter)
    new compiler.Run().compileSources(List(new BatchSourceFile("Listing.scala", code)))
    val made = classes.subdirectoryNamed("bottleneck").subdirectoryNamed("mine").map(_.name).toVector
    (reporter.infos.map(_.msg).toVector, made.sorted)
  }

  "The tutorial's study" should "compile as it stands" in {
    val (messages, classes) = compiled(listing)
    messages shouldBe empty
    classes should contain allOf ("FewThreads05.class", "FewThreads10.class", "FewThreads20.class", "MyStudies.class")
  }

  it should "need one import for its variants, and one for the study" in {
    listing.linesIterator.count(_.startsWith("import ")) shouldBe 2
  }

  "A study with an unknown word" should "not compile" in {
    compiled(listing.replace("ClosedLoad(", "ClosedLoads("))._1.mkString should include("ClosedLoads")
  }
}
