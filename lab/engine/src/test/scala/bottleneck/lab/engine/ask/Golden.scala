package bottleneck.lab.engine.ask

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import org.scalatest.matchers.should.Matchers
import org.scalatest.{Assertion, Suite}

/** Texts that were approved: a resource beside the spec. One that differs is left in target, to be looked at and kept.
  */
trait Golden extends Matchers { this: Suite =>
  protected def approve(name: String, blocks: Vector[(String, String)]): Assertion = {
    val text = blocks.map { case (title, block) => s"=== $title\n$block\n" }.mkString("\n")
    val approved = Option(getClass.getResourceAsStream(name)).fold("")(in => new String(in.readAllBytes, UTF_8))
    val _ = Files.writeString(Path.of("target", name), text)
    text.split("\n(?==== )").toVector shouldBe approved.split("\n(?==== )").toVector
  }
}
