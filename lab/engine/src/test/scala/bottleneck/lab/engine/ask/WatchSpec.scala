package bottleneck.lab.engine.ask

import bottleneck.lab.log.Patient
import bottleneck.lab.parts.sources.ChildProcesses._
import bottleneck.lab.parts.sources.PoolKind._
import bottleneck.lab.parts.sources._
import java.net.{InetAddress, ServerSocket, URI}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.jdk.StreamConverters._
import scala.util.Using

class WatchSpec extends AnyFlatSpec with Matchers with Patient {
  private val profilers = Path.of("target", "profilers")

  /** The service, the port that it is connected to, and what watches it. */
  private def watched[A](java: Path, profilers: Path = profilers)(test: (Process, Int, Int, Watch) => A): A =
    Using.resource(new ServerSocket(0, 50, InetAddress.getLoopbackAddress)) { other =>
      service(java, other.getLocalPort) { (process, port) =>
        Using.resource(new Watch(Some(process.pid()), port, new URI(s"http://127.0.0.1:$port"), None, profilers))(
          test(process, port, other.getLocalPort, _)
        )
      }
    }

  private def quickly[A](read: => A): A = {
    val begun = System.nanoTime()
    val result = read
    (System.nanoTime() - begun).nanos should be < 2.seconds
    result
  }

  "A watched JVM" should "show its pools, CPU times, connections and threads, and hold nobody up when it stands still or ends" in
    watched(ownJava) { (process, port, other, watch) =>
      // a busy machine may be late with a first look
      val snapshot = eventually(timeout(3.seconds)) {
        val snapshot = watch.snapshot()
        snapshot.gcSeconds.exists(_ >= 0) shouldBe true
        snapshot
      }
      snapshot.pools.filter(_.kind != OutboundConnections) should contain theSameElementsAs Vector(
        PoolUse(RequestThreads, s"http-nio-$port", Some(4), 3, None, Some(1000L -> 50.8)),
        PoolUse(JdbcConnections, "Orders", Some(4), 4, Some(12))
      )
      snapshot.cpuSeconds.keySet shouldBe Set(Part.Service, Part.Generator, Part.Machine)
      snapshot.cpuSeconds(Part.Service) should (be > 0.0 and be < snapshot.cpuSeconds(Part.Machine))
      val busiest = watch.snapshot(withThreads = true).threadSeconds.maxByOption(_._2).map(_._1)
      val reading = watch.read(busiest)
      reading.cpu.keySet shouldBe Set("service", "generator") ++ busiest.map(_ => Part.oneThread)
      (reading.cpu - "generator").values.sum shouldBe snapshot.cpuSeconds(Part.Service) +- 1
      busiest.foreach { _ =>
        reading.cpu(Part.oneThread) should (be > 0.0 and be < watch.read(None).cpu("service"))
        reading.compilers.keySet shouldBe Set("service", "generator")
        reading.compilers("service") should (be > 0.0 and be < watch.read(None).cpu("service"))
      }
      if (Files.isReadable(Path.of("/proc/net/tcp")))
        snapshot.pools.filter(_.kind == OutboundConnections) shouldBe
          Vector(PoolUse(OutboundConnections, s"127.0.0.1:$other", None, 2))
      watch.absences shouldBe Vector(
        s"No metrics of Actuator: http://127.0.0.1:$port/actuator/metrics answers 404.",
        "No CPU time of a database: the service is connected to none on this machine."
      )
      // a JDK without virtual threads
      val dump = watch.dump()
      dump should have size 1
      dump.head should
        (include("\"main\"") and include("WatchedService$.main") and include("Locked ownable synchronizers"))

      signal("STOP", process)
      val still = quickly(watch.snapshot())
      still.pools.filter(_.kind == RequestThreads) shouldBe empty
      still.cpuSeconds.keySet should contain(Part.Service)
      quickly(watch.snapshot()).gcSeconds shouldBe None

      process.destroyForcibly().waitFor()
      val ended = quickly(watch.snapshot())
      ended.pools.filter(_.kind != OutboundConnections) shouldBe empty
      ended.cpuSeconds.keySet shouldBe Set(Part.Generator, Part.Machine)
      // connections are as of a second ago
      eventually(quickly(watch.snapshot()).pools shouldBe empty)
      watch.dump() shouldBe empty
    }

  it should "show virtual threads too" in watched(newJava) { (_, _, _, watch) =>
    val dump = watch.dump()
    dump should have size 2
    dump.head should include("WatchedService$.main")
    ujson.read(dump.last)("threadDump")("threadContainers").arr.size should be > 0
    dump.last should include("WatchedService$.$anonfun$main")
    // a busy machine may be late with a first look
    eventually(timeout(3.seconds))(watch.snapshot().pools.count(_.kind == JdbcConnections) shouldBe 1)
  }

  "A profile" should "have what the JVM computes, of its own threads too, and leave no file" in
    watched(newJava) { (_, _, _, watch) =>
      def left: Vector[Path] = Using
        .resource(Files.list(Path.of("/tmp")))(_.toScala(Vector))
        .filter(_.getFileName.toString.startsWith("bottleneck-profile"))
      val before = left
      val (result, profile) = watch.profiling {
        (1 to 40).foreach(_ => watch.dump())
        "done"
      }
      result shouldBe "done"
      val seen = profile.fold(fail(_), identity)
      seen.by shouldBe "async-profiler"
      seen.samples.map(_.count).sum should be > 5L
      seen.samples.map(_.thread) should contain("VM Thread")
      left shouldBe before
    }

  it should "be of the JVM's own recorder where the profiler's library cannot be loaded" in {
    val broken = Files.createTempDirectory("bottleneck-no-profiler")
    val files = Vector("linux-x64", "linux-arm64").map(of => broken.resolve(s"$of-libasyncProfiler.so"))
    // a folder where the library should be
    files.foreach(Files.createDirectory(_))
    try
      watched(newJava, broken) { (_, _, _, watch) =>
        val (_, profile) = watch.profiling((1 to 40).foreach(_ => watch.dump()))
        profile.map(of => (of.by, of.hasAll)) shouldBe Right(("the JVM's recorder (JFR)", false))
      }
    finally (files :+ broken).foreach(Files.deleteIfExists(_))
  }

  "A service elsewhere" should "be said to be unknown" in
    Using.resource(new Watch(None, 1, new URI("http://127.0.0.1:1"), None, profilers)) { watch =>
      watch.snapshot().cpuSeconds.keySet shouldBe Set(Part.Generator, Part.Machine)
      watch.read(None).cpu.keySet shouldBe Set("machine")
      watch.profiling(1) shouldBe (1 -> Left("The service's process is not known."))
      watch.absences.take(2) shouldBe Vector(
        "The service's process is not known. So nothing is known of its JVM: no pools by JMX, no thread dumps.",
        "No metrics of Actuator: http://127.0.0.1:1/actuator/metrics does not answer."
      )
    }

  "A quota that all share" should "be their machine" in {
    Capacity.of(Some(Cores(5, Some(0.13), isShared = true))) shouldBe Capacity(0.13, isGroup = true)
  }
}
