package bottleneck.lab.explain.record

import bottleneck.lab.{Project, TemporaryFolder}
import bottleneck.lab.files.SpeedCores.{All, One}
import bottleneck.lab.files.SpeedMoment.{After, Before}
import bottleneck.lab.files.{SpeedRate, WholeFile}
import bottleneck.lab.files.SpeedWork.{Database, Jvm}
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SpeedSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val reference =
    ReferenceSpeed(Map((Jvm, One) -> 1000.0, (Jvm, All) -> 2000.0, (Database, One) -> 50.0, (Database, All) -> 80.0))

  private val rates = Vector(
    SpeedRate(Before, Jvm, One, 900),
    SpeedRate(Before, Jvm, All, 800),
    SpeedRate(Before, Database, One, 40),
    SpeedRate(Before, Database, All, 64),
    SpeedRate(After, Jvm, One, 900),
    SpeedRate(After, Jvm, All, 1250)
  )

  private def speed(rates: SpeedRate*): Speed = Speed.of(rates.toVector, reference)

  private def near(value: Option[Double]): Double = value.getOrElse(fail("nothing"))

  private def write(file: String, lines: String*): Path = {
    WholeFile.write(folder.resolve(file), lines.map(_ + "\n").mkString)
    folder
  }

  "The speed" should "be the geometric mean of parts of the reference, by core and by moment" in {
    val both = Speed.of(rates, reference)
    // 0.9 and 0.4; 0.9 and 0.625; 0.8 twice
    near(both.jvm.before) shouldBe 0.6 +- 1e-12
    near(both.jvm.after) shouldBe 0.75 +- 1e-12
    near(both.jvm.mean) shouldBe math.sqrt(0.45) +- 1e-12
    near(both.database.before) shouldBe 0.8 +- 1e-12
    near(both.database.mean) shouldBe 0.8 +- 1e-12
    (both.database.after, both.database.spread) shouldBe ((None, None))
    near(both.jvm.spread) shouldBe 0.25 +- 1e-12
    both.rates shouldBe rates
  }

  it should "have a spread of what was measured at both moments only, whichever is faster" in {
    val full = Vector(SpeedRate(Before, Database, One, 50), SpeedRate(After, Database, One, 40))
    near(Speed.of(full, reference).database.spread) shouldBe 0.25 +- 1e-12
    near(Speed.of(full :+ SpeedRate(After, Database, All, 800), reference).database.spread) shouldBe 0.25 +- 1e-12
  }

  "Two runs" should "be apart by what was measured for both" in {
    val one = Speed.of(rates, reference)
    val other = speed(SpeedRate(Before, Jvm, One, 990), SpeedRate(Before, Jvm, All, 968))
    // 1.1 and 1.21
    near(one.spreadTo(other, Jvm)) shouldBe math.sqrt(1.1 * 1.21) - 1 +- 1e-12
    near(other.spreadTo(one, Jvm)) shouldBe near(one.spreadTo(other, Jvm)) +- 1e-12
    one.spreadTo(other, Database) shouldBe None
    one.spreadTo(speed(SpeedRate(After, Database, One, 50)), Database) shouldBe None
  }

  "A run's folder" should "tell its rates as they were written" in {
    write("speed.csv", SpeedRate.render(rates).stripLineEnd)
    SpeedRows.read(folder) shouldBe Right(rates)
    WholeFile.write(folder.resolve("reference-speed.csv"), reference.render)
    Speed.read(folder, folder) shouldBe Right(Some(Speed.of(rates, reference)))
  }

  "The reference" should "be there for all that is measured" in
    ReferenceSpeed.read(Project.root.resolve("data")).fold(fail(_), _.perSecond.values.foreach(_ should be > 0.0))

  it should "be the geometric mean of runs that measured everything" in {
    val taken = ReferenceSpeed.of(rates :+ SpeedRate(After, Database, One, 90))
    taken.map(_.perSecond((Jvm, All))).getOrElse(0.0) shouldBe 1000.0 +- 1e-9
    taken.map(_.perSecond((Database, One))).getOrElse(0.0) shouldBe 60.0 +- 1e-9
    ReferenceSpeed.of(rates.filterNot(_.cores == All)) shouldBe Left("no run measured jvm work on all of its cores")
  }
}
