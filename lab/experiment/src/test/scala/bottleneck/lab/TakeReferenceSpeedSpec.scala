package bottleneck.lab

import bottleneck.lab.explain.record.ReferenceSpeed
import bottleneck.lab.files._
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class TakeReferenceSpeedSpec extends AnyFlatSpec with Matchers with ChildJvm {
  private def run(name: String, perSecond: Double, work: Vector[SpeedWork] = SpeedWork.all): Path = {
    val rates = for { of <- work; cores <- SpeedCores.all } yield SpeedRate(SpeedMoment.Before, of, cores, perSecond)
    WholeFile.write(folder.resolve(name).resolve(SpeedRate.file), SpeedRate.render(rates))
    folder.resolve(name)
  }

  private def data: Path = Files.createDirectories(folder.resolve("data"))

  private def file: Path = data.resolve(ReferenceSpeed.file)

  "The reference" should "be taken from runs, by their geometric mean" in {
    val said =
      TakeReferenceSpeed.take(data, Vector(run("one", 10), run("two", 40), run("three", 20, Vector(SpeedWork.Jvm))))
    said.getOrElse("") should startWith(s"$file: the geometric means of 10 rates.")
    ReferenceSpeed.read(data).map(_.perSecond.values.toSet) shouldBe Right(Set(20.0))
  }

  it should "stay as it is where the runs do not give all rates" in {
    Files.writeString(file, "what was there")
    val jvm = run("jvm", 10, Vector(SpeedWork.Jvm))
    val damaged = run("damaged", 10)
    Files.writeString(damaged.resolve(SpeedRate.file), "moment,work\n")
    def refused(runs: Path*): String = TakeReferenceSpeed.take(data, runs.toVector).left.getOrElse("")
    refused(jvm) shouldBe s"$jvm: no run measured database work on one of its cores."
    refused(folder.resolve("nowhere")) should endWith("no run measured jvm work on one of its cores.")
    refused(jvm, damaged) should include("speed.csv is wrong in line 1")
    Files.readString(file) shouldBe "what was there"
    TakeReferenceSpeed.take(folder.resolve("nowhere"), Vector(jvm)).left.getOrElse("") should endWith(
      "nowhere is no folder."
    )
  }
}
