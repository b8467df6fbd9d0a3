package bottleneck.lab.parts.metrics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class PrometheusTextSpec extends AnyFlatSpec with Matchers {

  private def parsed(text: String): Vector[Exposed] = PrometheusText.parse(text).fold(line => fail(line), identity)

  private def values(text: String): Vector[Double] = parsed(text).map(_.value)

  "Prometheus' text" should "be read without its comments and empty lines" in {
    parsed("# HELP up Whether\n# TYPE up gauge\n\nup 1\n  \t\n # note\nup_total{a=\"b\"} 2") shouldBe
      Vector(Exposed("up", Map.empty, 1), Exposed("up_total", Map("a" -> "b"), 2))
    parsed("") shouldBe empty
  }

  it should "be read with every label, also one with a comma at its end" in {
    parsed("""requests_total{method="post",code="200",} 1027""") shouldBe
      Vector(Exposed("requests_total", Map("method" -> "post", "code" -> "200"), 1027))
    parsed("up{} 1\nup { a = \"b\" , c = \"d\" } 1").map(_.labels) shouldBe
      Vector(Map.empty, Map("a" -> "b", "c" -> "d"))
  }

  it should "be read with what a label's value may hold" in {
    // the first is the example of the format's own documentation
    parsed(
      """msdos_file_access_time_seconds{path="C:\\DIR\\FILE.TXT",error="Cannot find file:\n\"FILE.TXT\""} 1.458255915e9"""
    ) shouldBe
      Vector(
        Exposed(
          "msdos_file_access_time_seconds",
          Map("path" -> "C:\\DIR\\FILE.TXT", "error" -> "Cannot find file:\n\"FILE.TXT\""),
          1.458255915e9
        )
      )
    parsed("""heap{id="a {b} 'c', d=\"$1\" # e"} 1""").head.labels shouldBe Map("id" -> """a {b} 'c', d="$1" # e""")
    parsed("""heap{id="",of="\\n"} 1""").head.labels shouldBe Map("id" -> "", "of" -> "\\n")
  }

  it should "be read with every kind of number, and without its timestamps" in {
    values("a 1\na -3.5\na 6.7E9\na 1e-3\na +Inf\na -Inf\na 4 1395066363000\na 5 -3") shouldBe
      Vector(1, -3.5, 6.7e9, 0.001, Double.PositiveInfinity, Double.NegativeInfinity, 4, 5)
    values("a NaN").head.isNaN shouldBe true
  }

  it should "be refused with the first line that is none of it" in
    Vector("a", "a one", "1a 1", "a{b} 1", "a{b=\"c} 1", "a{b=\"c\" d=\"e\"} 1", "a{b=\"c\"", "a 1 soon", "<html>")
      .foreach { line =>
        PrometheusText.parse(s"up 1\n$line\nalso bad") shouldBe Left(line)
      }
}
