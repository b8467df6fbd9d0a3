package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.page.ExampleResults.{latency, oneInstance}
import bottleneck.lab.explain.record.ErrorKind
import bottleneck.lab.target.CpuLimits
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class VariantTableSpec extends AnyFlatSpec with Matchers {

  /** The lines below a variant whose requests failed with these messages. */
  private def failures(timed: Boolean, errors: (String, Long)*): Vector[String] = {
    val times = Option.when(timed)(latency(3002, 3011, 3030))
    val total =
      oneInstance.total.copy(ko = errors.map(_._2).sum, errors = errors.toMap, failedLatencyMs = times)
    Markup
      .of(
        VariantTable
          .of(
            Vector(variant(oneInstance.copy(measured = oneInstance.measured.copy(total = total)))),
            ExamplePools.links
          )
          .render
      )
      .texts("li")
      .map(_.replace('\u202f', ' '))
  }

  private def notes(cpus: CpuLimits, instances: Int): Vector[String] = {
    val run = oneInstance.copy(
      target = oneInstance.target.copy(instances = instances, cpus = cpus),
      server = oneInstance.server.copy(cpu = oneInstance.server.cpu.copy(database = Some(0.2)))
    )
    Markup
      .of(VariantTable.of(Vector(variant(run)), ExamplePools.links).render)
      .texts("div")
      .map(_.replace('\u202f', ' '))
      .filter(_.matches("[0-9.]+ % of [0-9.]+"))
  }

  "Cores" should "be told beside the limit of a part, where it has one" in {
    notes(CpuLimits(service = Some(0.5), database = Some(1)), instances = 1) shouldBe
      Vector("62.0 % of 0.5", "20.0 % of 1")
    notes(CpuLimits(service = Some(0.5)), instances = 2) shouldBe Vector("31.0 % of 1")
    notes(CpuLimits.none, instances = 1) shouldBe empty
  }

  "Failures" should "be told by kind, with how long they took" in {
    failures(
      timed = true,
      "title, but No database connection" -> 500,
      "detail, but No database connection" -> 60
    ) shouldBe
      Vector(s"560 × ${ErrorKind.noDatabaseConnection}, after 3.00 s (p50) to 3.01 s (p99)")
  }

  they should "be timed together where they are of several kinds" in {
    failures(timed = true, "No database connection" -> 3, "Premature close" -> 2000) shouldBe
      Vector("2,000 × connection closed", "3 × no database connection", "all after 3.00 s (p50) to 3.01 s (p99)")
  }

  they should "have no times where those are not known" in {
    failures(timed = false, "No database connection" -> 3) shouldBe Vector("3 × no database connection")
    failures(timed = false) shouldBe empty
  }
}
