package bottleneck.lab.run.speed

import bottleneck.lab.files.{SpeedMoment, SpeedRate}
import bottleneck.lab.run.postgres.RealPostgres
import bottleneck.lab.settings.DatabaseAccess
import bottleneck.lab.target.{Database, Index}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

/** The probe itself, and a real PostgreSQL. */
class MachineSpeedSpec extends AnyFlatSpec with Matchers with RealPostgres {
  private val java = Path.of(System.getProperty("java.home"), "bin", "java")

  /** Rows of speed.csv then, and what was said. */
  private def measured(jvm: JvmSpeed, database: Option[DatabaseAccess], moments: SpeedMoment*) = {
    val said = Vector.newBuilder[String]
    val speed = new MachineSpeed(jvm, cores = 2, folder, line => said.addOne(line): Unit)
    moments.foreach(speed.measure(_, database))
    val file = folder.resolve(SpeedRate.file)
    val lines = if (Files.exists(file)) Files.readString(file).linesIterator.toVector.drop(1) else Vector.empty
    (lines.map(_.split(',').toVector), said.result())
  }

  private def probe(java: Path = java, within: FiniteDuration = 30.seconds): JvmSpeed =
    new JvmSpeed(java, cores = 2, folder.resolve("logs"), within)

  /** A program in Java's place. */
  private def script(does: String): Path = {
    val file = Files.writeString(folder.resolve(s"java-${does.hashCode}"), s"#!/bin/sh\n$does\n")
    file.toFile.setExecutable(true) shouldBe true
    file
  }

  "The speed of the machine" should "be measured before and after a load, in both works, on one core and on all" in
    withServer(Database(10, Index.None)) { server =>
      val (rates, said) = measured(probe(), Some(server.watchAccess), SpeedMoment.Before, SpeedMoment.After)
      said shouldBe empty
      rates.map(_.init) shouldBe
        (for {
          moment <- Vector("before", "after"); work <- Vector("jvm", "database"); cores <- Vector("one", "all")
        } yield Vector(moment, work, cores))
      // a unit takes microseconds and a statement tens of milliseconds on whatever machine there is
      rates.filter(_(1) == "jvm").foreach(_.last.toDouble should (be > 1000.0 and be < 1e7))
      rates.filter(_(1) == "database").foreach(_.last.toDouble should (be > 0.5 and be < 1e4))
    }

  "A probe that fails" should "be told in one sentence, and leave no rate" in {
    val deaf = "trap '' TERM; while :; do sleep 0.1; done"
    Vector(
      probe(Path.of("/no/such/java")) -> "failed or took longer than 30 seconds",
      probe(script("kill -9 $$")) -> "failed or took longer than 30 seconds",
      probe(script("echo one 5; exit 1")) -> "failed or took longer than 30 seconds",
      probe(script(deaf), 100.millis) -> "failed or took longer than 100 milliseconds",
      probe(script("echo one 5")) -> "did not print all rates",
      probe(script("echo one 5; echo one 6")) -> "did not print all rates",
      probe(script("echo one 5; echo all NaN")) -> "did not print all rates",
      probe(script("echo one 5; echo all 0.0")) -> "did not print all rates"
    ).foreach { case (failing, why) =>
      Files.deleteIfExists(folder.resolve("logs/speed-before.log"))
      val (rates, said) = measured(failing, None, SpeedMoment.Before)
      rates shouldBe empty
      said shouldBe
        Vector(s"JVM work before the load could not be measured: the probe $why; see logs/speed-before.log.")
      Files.exists(folder.resolve(SpeedRate.file)) shouldBe false
    }
  }
}
