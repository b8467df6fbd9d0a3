package bottleneck.lab.run.speed

import bottleneck.lab.explain.record.SpeedRows
import bottleneck.lab.{Project, TemporaryFolder}
import bottleneck.lab.files.{SpeedCores, SpeedMoment, SpeedRate, SpeedWork}
import bottleneck.lab.run.postgres.{PostgresBinaries, PostgresSeed, PostgresServer, Sql}
import bottleneck.lab.settings.{DatabaseAccess, Layout}
import bottleneck.lab.target.{Database, Index}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Using

/** The probe itself, and a real PostgreSQL. */
class MachineSpeedSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val cache = Path.of("target", "specs", "cache").toAbsolutePath
  private val seedSql = Project.root.resolve("seed-sql")
  private val java = Path.of(System.getProperty("java.home"), "bin", "java")

  private lazy val binaries = PostgresBinaries.unpacked(cache)
  private lazy val seed = PostgresSeed.made(binaries, seedSql, cache, cache)

  private def withServer[A](connections: Int)(use: PostgresServer => A): A = {
    val layout = Layout(seedSql.getParent, cache, cache, folder.resolve("work"), folder)
    Using.resource(PostgresServer.start(binaries, seed, Database(connections, Index.None), layout, folder)) { server =>
      server.awaitReady()
      use(server)
    }
  }

  /** What is in speed.csv then, and what was said. */
  private def measured(jvm: JvmSpeed, database: Option[DatabaseAccess], moments: SpeedMoment*) = {
    val said = Vector.newBuilder[String]
    val speed = new MachineSpeed(jvm, cores = 2, folder, line => said.addOne(line): Unit)
    moments.foreach(speed.measure(_, database))
    (SpeedRows.read(folder).fold(fail(_), identity), said.result())
  }

  private def probe(java: Path = java, within: FiniteDuration = 30.seconds): JvmSpeed =
    new JvmSpeed(java, cores = 2, folder.resolve("logs"), within)

  /** A program in Java's place. */
  private def script(does: String): Path = {
    val file = Files.writeString(folder.resolve(s"java-${does.hashCode}"), s"#!/bin/sh\n$does\n")
    file.toFile.setExecutable(true) shouldBe true
    file
  }

  private def keys(rates: Vector[SpeedRate]) = rates.map(rate => (rate.moment, rate.work, rate.cores))

  "The speed of the machine" should "be measured before and after a load, in both works, on one core and on all" in
    withServer(connections = 10) { server =>
      val (rates, said) = measured(probe(), Some(server.watchAccess), SpeedMoment.Before, SpeedMoment.After)
      said shouldBe empty
      keys(rates) shouldBe (for {
        moment <- SpeedMoment.all; work <- SpeedWork.all; cores <- SpeedCores.all
      } yield (moment, work, cores))
      // a unit takes microseconds and a statement tens of milliseconds on whatever machine there is
      rates.filter(_.work == SpeedWork.Jvm).foreach(_.perSecond should (be > 1000.0 and be < 1e7))
      rates.filter(_.work == SpeedWork.Database).foreach(_.perSecond should (be > 0.5 and be < 1e4))
    }

  it should "be measured without a database where the lab started none" in {
    val (rates, said) = measured(probe(), None, SpeedMoment.Before)
    (keys(rates), said) shouldBe (
      (SpeedCores.all.map(cores => (SpeedMoment.Before, SpeedWork.Jvm, cores)), Vector.empty)
    )
  }

  it should "be known of one core where there is no connection for each" in withServer(connections = 3) { server =>
    Using.Manager { use =>
      // the service's: all but the one that is reserved
      Vector.fill(2)(use(Sql.connect(server.access)))
      val (rates, said) = measured(probe(script("exit 3")), Some(server.watchAccess), SpeedMoment.After)
      keys(rates) shouldBe Vector((SpeedMoment.After, SpeedWork.Database, SpeedCores.One))
      said should have size 2
      said.last should startWith("database work after the load could not be measured on all of the cores: FATAL: ")
    }.get
  }

  it should "be known of the JVM where the database has gone" in {
    val gone = withServer(connections = 10)(_.watchAccess)
    val (rates, said) = measured(probe(script("echo one 5; echo all 9")), Some(gone), SpeedMoment.Before)
    rates shouldBe SpeedCores.all.zip(Vector(5.0, 9.0)).map { case (cores, perSecond) =>
      SpeedRate(SpeedMoment.Before, SpeedWork.Jvm, cores, perSecond)
    }
    said.map(_.takeWhile(_ != ':')) shouldBe Vector(
      "database work before the load could not be measured on one of the cores"
    )
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

  it should "not be the end of what was measured before" in {
    val said = Vector.newBuilder[String]
    val works = script("echo one 5; echo all 9")
    val speed =
      new MachineSpeed(probe(works), cores = 2, folder, line => said.addOne(line): Unit)
    speed.measure(SpeedMoment.Before, None)
    Files.delete(works)
    speed.measure(SpeedMoment.After, None)
    said.result() should have size 1
    SpeedRows.read(folder).map(_.map(_.moment)) shouldBe Right(Vector.fill(2)(SpeedMoment.Before))
  }
}
