package bottleneck.lab.explain.page

import bottleneck.lab.Markup
import bottleneck.lab.explain.page.ExampleResults._
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec

class SiteSpec extends AnyFlatSpec with SitePages {
  "The site" should "have an entry, a page for each experiment and a style sheet" in {
    write(examples: _*) shouldBe folder.resolve("index.html")
    Markup.read(folder.resolve("index.html")).attributes("a", "href") should contain("experiments/journal.html")
    pages.foreach(file => Files.exists(file) shouldBe true)
    text(folder.resolve("style.css")) should include("prefers-color-scheme: dark")
  }

  it should "need nothing that a strict policy forbids" in {
    write(examples: _*)
    pages.foreach { file =>
      val markup = Markup.read(file)
      markup.tags.intersect(Set("script", "style", "iframe", "object", "img", "base", "form")) shouldBe empty
      markup.attributeNames.filter(name => name == "style" || name.startsWith("on")) shouldBe empty
      markup.attributes("link", "href").map(file.getParent.resolve(_).normalize) shouldBe Vector(
        folder.resolve("style.css")
      )
      val links = markup.attributes("*", "href") ++ markup.attributes("*", "src")
      links.filter(link => link.contains(":") || link.startsWith("/")) shouldBe empty
      text(file) should not include "http"
    }
    text(folder.resolve("style.css")) should not(include("@import") or include("url("))
  }

  it should "say in which language it is, how wide it is, and what each page is called" in {
    write(examples: _*)
    pages.foreach { file =>
      val markup = Markup.read(file)
      markup.attributes("html", "lang") shouldBe Vector("en")
      markup.attributes("meta", "content") should contain("width=device-width, initial-scale=1")
      markup.texts("title").head should endWith("Bottleneck")
      val ids = markup.attributes("*", "id")
      ids shouldBe ids.distinct
    }
  }

  it should "follow only links that lead somewhere" in {
    write(examples: _*)
    for { file <- pages; link <- Markup.read(file).attributes("a", "href") }
      withClue(s"$link in $file: ") {
        val (path, anchor) = link.span(_ != '#')
        val target = file.getParent.resolve(path)
        Files.exists(target) shouldBe true
        if (anchor.nonEmpty) Markup.read(target).attributes("*", "id") should contain(anchor.drop(1))
      }
    Markup.read(page("journal")).attributes("a", "href") should contain(s"../${noIndex.run.id}/plan.txt")
  }

  it should "be the same when it is written again" in {
    write(examples: _*)
    val before = pages.map(text)
    rebuild()
    pages.map(text) shouldBe before
    Files.list(folder).filter(_.toString.endsWith(".part")).count shouldBe 0
  }

  it should "forget a run that was deleted" in {
    write(examples: _*)
    pages.map(text).mkString should include(fiveInstances.run.id)
    remove(folder.resolve(fiveInstances.run.id))
    rebuild()
    pages.map(text).mkString should not include fiveInstances.run.id
    text(page("random-latency")) should include("No answer yet: its runs do not allow one.")
  }

  it should "remove the page of an experiment that is no more, and nothing else" in {
    val other = Files.createDirectories(folder.resolve("experiments")).resolve("notes.txt")
    Vector(other, page("of-old")).foreach(Files.writeString(_, "old"))
    rebuild()
    Files.exists(page("of-old")) shouldBe false
    Files.exists(other) shouldBe true
  }

  it should "say which experiments have not run, and how to run them" in {
    rebuild()
    text(folder.resolve("index.html")) should include("No experiment has been run yet.")
    val waiting = Markup.read(page("journal"))
    waiting.texts("code") should contain("mvn gatling:test -Dgatling.includes='bottleneck.journal.*'")
    waiting.texts("section").head should include("No answer yet: it has not run yet.")
  }
}
