package bottleneck.lab.engine

import bottleneck.lab.log.{Patient, TemporaryFolder}
import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicBoolean
import javax.tools.ToolProvider
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.CollectionConverters._

class GatlingJvmSpec extends AnyFlatSpec with Matchers with TemporaryFolder with Patient {

  /** A class in Gatling's place: it writes what it was given, and then ends with a code or waits. */
  private val standIn =
    """package io.gatling.app;
      |import java.nio.file.*;
      |import java.util.*;
      |class Gatling {
      |  public static void main(String[] arguments) throws Exception {
      |    List<String> seen = new ArrayList<>(List.of(Long.toString(ProcessHandle.current().pid())));
      |    seen.add(System.getProperty("lab.repeat"));
      |    seen.add(System.getProperty("lab.java"));
      |    seen.addAll(List.of(arguments));
      |    for (String name : List.of("LAB_DATABASE_PASSWORD", "LAB_REDIS_PASSWORD")) seen.add(System.getenv(name));
      |    seen.add(ProcessHandle.current().info().commandLine().orElse(""));
      |    seen.removeIf(Objects::isNull);
      |    Path file = Path.of(System.getProperty("seen"));
      |    Files.write(file.resolveSibling("unfinished"), seen);
      |    Files.move(file.resolveSibling("unfinished"), file);
      |    if (Boolean.getBoolean("waits")) Thread.sleep(60_000);
      |    System.exit(Integer.getInteger("code", 0));
      |  }
      |}
      |""".stripMargin

  private def seen: Path = folder.resolve("seen")

  private def jvm(options: String*): GatlingJvm = {
    val source = Files.writeString(folder.resolve("Gatling.java"), standIn)
    val classes = Files.createDirectories(folder.resolve("classes"))
    ToolProvider.getSystemJavaCompiler.run(null, null, null, "-d", classes.toString, source.toString) shouldBe 0
    GatlingJvm(Vector("-XX:TieredStopAtLevel=1", s"-Dseen=$seen") ++ options, classes.toString)
  }

  private def run(jvm: GatlingJvm, properties: (String, String)*): Int =
    jvm.run("a.Simulation", Path.of("/results"), properties.toVector)

  "A JVM of Gatling" should "run one simulation with the properties of the run, which come after its own" in {
    run(jvm("-Dlab.repeat=1"), "lab.repeat" -> "3", "lab.java" -> "/a jdk") shouldBe 0
    Files.readAllLines(seen).asScala.toVector.drop(1).dropRight(1) shouldBe
      Vector("3", "/a jdk", "--simulation", "a.Simulation", "--results-folder", "/results")
  }

  it should "have passwords in its environment, and not on its command line" in {
    val own = jvm("-Dlab.database.password=s3cret-1", "-Dlab.redis.url=redis://me:s3cret-1@cache:1")
    run(own, "lab.database.password" -> "s3cret-2", "lab.redis.url" -> "redis://me:s3cret-3@cache:1") shouldBe 0
    val lines = Files.readAllLines(seen).asScala.toVector
    lines should contain inOrder ("s3cret-2", "s3cret-3")
    lines.last should (include("-Dlab.redis.url=redis://me@cache:1") and not include "s3cret")
  }

  it should "end when the wait for it is interrupted" in {
    val waits = jvm("-Dwaits=true")
    val isInterrupted = new AtomicBoolean
    val waiter = new Thread(() =>
      try {
        val _ = run(waits)
      } catch { case _: InterruptedException => isInterrupted.set(true) }
    )
    waiter.start()
    eventually(Files.exists(seen) shouldBe true)
    waiter.interrupt()
    eventually(
      ProcessHandle.of(Files.readAllLines(seen).get(0).toLong).map[Boolean](_.isAlive).orElse(false) shouldBe false
    )
    eventually(isInterrupted.get shouldBe true)
  }

  it should "have the class path of its caller, also of one inside Maven" in {
    GatlingJvm.own.classPath shouldBe sys.props("java.class.path")
    val urls = Array[URL](Path.of("/a b/classes/").toUri.toURL, Path.of("/c.jar").toUri.toURL)
    val before = Thread.currentThread().getContextClassLoader
    Thread.currentThread().setContextClassLoader(new URLClassLoader(urls))
    try
      GatlingJvm.underMaven(Path.of("/generator.jvm")) shouldBe GatlingJvm(
        Vector("@/generator.jvm"),
        "/a b/classes:/c.jar"
      )
    finally Thread.currentThread().setContextClassLoader(before)
  }
}
