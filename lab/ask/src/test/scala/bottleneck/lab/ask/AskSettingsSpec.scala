package bottleneck.lab.ask

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.settings.Secrets
import java.io.FileOutputStream
import java.nio.file.{Files, Path}
import java.util.jar.{Attributes, JarOutputStream, Manifest}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class AskSettingsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def jar(name: String, main: Option[String]): Path = {
    val path = Files.createDirectories(folder).resolve(name)
    val manifest = new Manifest
    manifest.getMainAttributes.put(Attributes.Name.MANIFEST_VERSION, "1.0")
    main.foreach(manifest.getMainAttributes.put(Attributes.Name.MAIN_CLASS, _))
    new JarOutputStream(new FileOutputStream(path.toFile), manifest).close()
    path
  }

  private def read(more: (String, String)*): Either[String, AskSettings] = {
    val usual = Map("ask" -> "GET /a", "lab.work" -> "work", "lab.results" -> "results")
    AskSettings.read(usual ++ more, folder).left.map(_.sentence)
  }

  private def refused(more: (String, String)*): String = read(more: _*).swap.getOrElse(fail("it was accepted"))

  "Settings" should "take a jar, relative to where Maven was started" in {
    jar("app.jar", Some("com.acme.Main"))
    val settings = read("service.jar" -> "app.jar", "service.args" -> "--a='b c' --d", "rate" -> "10,20")
    settings.map(_.program) shouldBe Right(Program.Jar(folder.resolve("app.jar")))
    settings.map(_.arguments) shouldBe Right(Vector("--a=b c", "--d"))
    settings.map(_.rates) shouldBe Right(Vector(10.0, 20.0))
    settings.map(_.confirm) shouldBe Right(false)
    read("service.jar" -> "app.jar", "confirm" -> "true").map(_.confirm) shouldBe Right(true)
  }

  it should "refuse what cannot be started, each in a sentence" in {
    Files.writeString(Files.createDirectories(folder).resolve("text.jar"), "no jar")
    jar("plain.jar", None)
    refused() should startWith("No service is named")
    refused("service.jar" -> "none.jar") should startWith("-Dservice.jar=none.jar is not there")
    refused("service.jar" -> ".") should include("is a folder")
    refused("service.jar" -> "text.jar") should include("is no jar")
    refused("service.jar" -> "plain.jar") should include("no Main-Class")
    refused("service.jar" -> "a.jar", "target.url" -> "http://127.0.0.1:1") should include("exclude each other")
  }

  it should "send no load to another machine by accident" in {
    refused("target.url" -> "http://203.0.113.1:80") should include("-Dtarget.allow=203.0.113.1")
    read("target.url" -> "http://203.0.113.1:80", "target.allow" -> "203.0.113.1").isRight shouldBe true
    val here = read("target.url" -> "http://127.0.0.1:8080/")
    here.map(_.program.toString) shouldBe Right("Running(http://127.0.0.1:8080,true)")
    refused("target.url" -> "8080") should include("is no base URL")
  }

  it should "refuse impossible values, and name what was meant" in {
    val url = "target.url" -> "http://127.0.0.1:1"
    refused(url, "ask.users" -> "0") should include("use 1 to 5,000")
    refused(url, "rate" -> "many") should include("-Drate=many is no rate")
    refused(url, "service.health" -> "up") should include("begins with /")
    refused(url, "service.env" -> "1x") should include("NAME=value")
    refused(url, "service.schema" -> "none.sql") should include("leave it out with -Dtarget.url=")
    read(url, "service.schema" -> ",").map(_.schema) shouldBe Right(Vector.empty)
    val command = "service.command" -> "node server.js"
    refused(command, "service.schema" -> "none.sql") shouldBe
      s"-Dservice.schema=${folder.resolve("none.sql")} is no file."
    refused(command, "service.cpus" -> "0") should include("-Dservice.cpus=0 is no number of cores")
    refused(url, "service.cpus" -> "1") should include("leave it out with -Dtarget.url=")
    refused(command, "confirm" -> "true") should include("is for -Dservice.jar=")
    refused(command, "confirm" -> "yes") shouldBe "-Dconfirm=yes is neither true nor false."
    refused(url, "service.java" -> "/nowhere") should include("is no JDK")
    refused("service.jra" -> "app.jar") shouldBe "-Dservice.jra is no setting: did you mean -Dservice.jar?"
  }

  "A jar's configuration" should "tell where its Actuator is" in {
    def of(configuration: String): ServiceJar = ServiceJar(None, isBoot = true, Vector.empty, configuration)
    of("server.servlet.context-path=/petclinic/").contextPath should contain("/petclinic/")
    of("server:\n  servlet:\n    context-path: '/shop'\n").contextPath should contain("/shop")
    of("server.port=8080").contextPath shouldBe None
    of("management.server.port=9090").hasManagementPort shouldBe true
    of("management:\n  server:\n    port: 9090\n").hasManagementPort shouldBe true
    of("management:\n  endpoints:\n    web: x\n  server:\n    port: 9090\n").hasManagementPort shouldBe true
    of("management:\n  endpoints:\n    web: x\nserver:\n  port: 9090\n").hasManagementPort shouldBe false
  }

  "Secrets" should "never be printed" in {
    Secrets.masked("--spring.datasource.password=fruits --x=1") shouldBe "--spring.datasource.password=… --x=1"
    Secrets.masked("API_KEY: abcdef") shouldBe "API_KEY: …"
    Secrets.masked("Authorization: Bearer abcdefghijkl") should not include "abcdefghijkl"
    Secrets.masked("Admin token: eyJhbGciOi.eyJzdWIi.xyz") should not include "eyJ"
    Secrets.masked("http://me:pw@host/x") shouldBe "http://…@host/x"
  }

  "The log of a service" should "say why it ended, without the JVM's noise" in {
    val log = Files.createDirectories(folder).resolve("service.log")
    Files.writeString(
      log,
      "$ java\n[0.1s][warning][aot] Skipping x\nException in thread \"main\" a.B: no\n\tat c.D.e(D.java:1)\nCaused by: java.net.ConnectException: Connection refused\n\tat f.G\n"
    )
    ServiceLog.cause(log) should contain("Caused by: java.net.ConnectException: Connection refused")
    Files.writeString(
      log,
      "***\nAPPLICATION FAILED TO START\n***\n\nDescription:\n\nPort 80 was in use.\n\nAction:\n\nStop it.\n"
    )
    ServiceLog.cause(log) should contain("Port 80 was in use. Action: Stop it.")
  }

  it should "stay below its bound" in {
    val log = Files.createDirectories(folder).resolve("service.log")
    Using.resource(Files.newOutputStream(log)) { out =>
      (1 to 65).foreach(_ => out.write(new Array[Byte](1 << 20)))
    }
    ServiceLog.bound(log)
    Files.size(log) should be < (17L << 20)
  }
}
