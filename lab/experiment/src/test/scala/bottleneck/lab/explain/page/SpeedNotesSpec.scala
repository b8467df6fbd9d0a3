package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.page.ExampleResults.{fiveInstances, oneInstance}
import bottleneck.lab.explain.record._
import bottleneck.lab.files.SpeedMoment.{After, Before}
import bottleneck.lab.files.SpeedWork.{Database, Jvm}
import bottleneck.lab.files.{SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SpeedNotesSpec extends AnyFlatSpec with Matchers {
  private val reference = ReferenceSpeed(
    (for { work <- SpeedWork.all; cores <- SpeedCores.all } yield (work, cores) -> 100.0).toMap
  )

  /** A run on a machine that did so much of what the reference does. */
  private def at(run: Result)(parts: (SpeedWork, SpeedMoment, Double)*): Result = {
    val rates =
      for { (work, moment, part) <- parts.toVector; cores <- SpeedCores.all } yield SpeedRate(
        moment,
        work,
        cores,
        100 * part
      )
    run.copy(machine = run.machine.copy(speed = Some(Speed.of(rates, reference))))
  }

  private def notes(runs: Result*): Vector[String] = SpeedNotes.of(runs.toVector).map(_.replace('\u202f', ' '))

  private def table(runs: Result*): Markup =
    Markup.of(s"<div>${VariantTable.of(runs.toVector.map(variant), ExamplePools.links).render}</div>")

  private val one = at(oneInstance)((Jvm, Before, 0.6), (Jvm, After, 0.6), (Database, Before, 0.9))

  "Runs on one machine of one speed" should "need no word" in {
    notes(one) shouldBe empty
    notes(one, at(fiveInstances)((Jvm, Before, 0.63), (Jvm, After, 0.65), (Database, Before, 0.98))) shouldBe empty
    notes(oneInstance, fiveInstances) shouldBe empty
  }

  "Runs on machines of two speeds" should "be named, with both speeds" in {
    val other = at(fiveInstances)((Jvm, Before, 0.72), (Jvm, After, 0.72), (Database, Before, 0.75))
    notes(one, other) shouldBe Vector(
      "The machine's speed differs by 20.0 % between these runs: JVM work (1 is the reference machine) 0.60 in 1 instance, 0.72 in 5 instances.",
      "The machine's speed differs by 20.0 % between these runs: database work (1 is the reference machine) 0.90 in 1 instance, 0.75 in 5 instances."
    )
  }

  they should "be those that differ the most" in {
    val middle = at(
      oneInstance.copy(run = oneInstance.run.copy(identity = oneInstance.run.identity.copy(variant = "2 instances")))
    )((Jvm, Before, 0.7))
    val fast = at(fiveInstances)((Jvm, Before, 0.9))
    notes(middle, fast, one).map(_.replaceAll(".*machine\\) ", "")) shouldBe Vector(
      "0.90 in 5 instances, 0.60 in 1 instance."
    )
  }

  "A machine that changed during a run" should "be told of" in {
    val changed =
      at(oneInstance)((Jvm, Before, 0.5), (Jvm, After, 0.6), (Database, Before, 1), (Database, After, 1.05))
    notes(changed) shouldBe Vector(
      "The machine's speed changed by 20.0 % during the run of 1 instance: JVM work (1 is the reference machine) 0.50 before the load, 0.60 after it. By theory threads limit it, not cores."
    )
  }

  "A run without a speed" should "be named beside one that has some" in {
    notes(one, fiveInstances) shouldBe Vector("The machine's speed is not known for 5 instances.")
  }

  "The table of variants" should "show the speed of each, and say above it where they differ" in {
    val other = at(fiveInstances)((Jvm, Before, 0.72), (Jvm, After, 0.72))
    val alike = table(one, at(fiveInstances)((Jvm, Before, 0.62)))
    alike.elements("p", "caution") shouldBe empty
    alike.texts("td").filter(Set("JVM 0.60database 0.90", "JVM 0.62")) shouldBe Vector(
      "JVM 0.60database 0.90",
      "JVM 0.62"
    )
    alike.texts("p").last should startWith("Machine's speed: ")
    val differ = table(one, other)
    differ.elements("p", "caution") should have size 1
    differ.texts("p").head should startWith("The machine's speed differs by 20.0")
    table(oneInstance).texts("p") shouldBe empty
  }

  "The conditions" should "tell the speed before and after" in {
    val rows = Markup.of(Conditions.of(Vector(one, fiveInstances).map(variant)).render).texts("tr")
    rows.filter(_.contains("work, 1 is")) shouldBe Vector(
      "JVM work, 1 is the reference machine0.60 before the load, 0.60 after it–",
      "database work, 1 is the reference machine0.90 before the load, – after it–"
    )
  }

  "The summary" should "compare this machine with the reference machine" in {
    def said(run: Result): Vector[String] =
      Summary.lines(run).filter(_.contains("achine")).map(_.replace('\u202f', ' '))
    said(one) shouldBe Vector(
      "  speed of this machine (reference: 1): 0.60 for JVM work, 0.90 for database work; compare ratios, not absolute numbers"
    )
    said(at(oneInstance)((Jvm, Before, 1.09), (Database, Before, 0.91))) shouldBe
      Vector("  speed of this machine (reference: 1): 1.09 for JVM work, 0.91 for database work")
    said(at(oneInstance)((Jvm, Before, 1.2))).head should endWith(
      "1.20 for JVM work; compare ratios, not absolute numbers"
    )
    said(at(oneInstance)((Jvm, Before, 1.0), (Jvm, After, 1.2))) should contain(
      "  The machine's speed changed by 20.0 % during the run of 1 instance: JVM work (1 is the reference machine) 1.00 before the load, 1.20 after it. By theory threads limit it, not cores."
    )
    said(oneInstance) shouldBe empty
  }
}
