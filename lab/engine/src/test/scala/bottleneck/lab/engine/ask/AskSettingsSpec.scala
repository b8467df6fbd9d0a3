package bottleneck.lab.engine.ask

import bottleneck.lab.figures.settings.Secrets
import bottleneck.lab.log.TemporaryFolder
import bottleneck.lab.parts.service.Program
import java.io.FileOutputStream
import java.nio.file.{Files, Path}
import java.util.jar.{Attributes, JarOutputStream, Manifest}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class AskSettingsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def jar(name: String, main: Option[String]): Path = {
    val path = Files.createDirectories(folder).resolve(name)
    val manifest = new Manifest
    manifest.getMainAttributes.put(Attributes.Name.MANIFEST_VERSION, "1.0")
    main.foreach(manifest.getMainAttributes.put(Attributes.Name.MAIN_CLASS, _))
    new JarOutputStream(new FileOutputStream(path.toFile), manifest).close()
    path
  }

  private def read(line: String): Either[String, AskSettings] = {
    val set = line.split("(?:^| )-D").filter(_.nonEmpty).map(_.span(_ != '=')).map { case (name, text) =>
      name -> text.drop(1)
    }
    val usual = Map("ask" -> "GET /a", "lab.work" -> "work", "lab.results" -> "results")
    AskSettings.read(usual ++ set, folder).left.map(_.sentence)
  }

  "Settings" should "take a jar, relative to where Maven was started" in {
    jar("app.jar", Some("com.acme.Main"))
    val settings = read("-Dservice.jar=app.jar -Dservice.args=--a='b c' --d -Drate=10, 20 -Dservice.env=A=1 B=2")
      .fold(fail(_), identity)
    settings.service.program shouldBe Program.Jar(folder.resolve("app.jar"))
    (settings.service.arguments, settings.service.environment) shouldBe ((
      Vector("--a=b c", "--d"),
      Map("A" -> "1", "B" -> "2")
    ))
    (settings.rates, settings.most, settings.confirm) shouldBe ((Vector(10.0, 20.0), 512, false))
    read("-Dservice.jar=app.jar -Dconfirm=true").map(_.confirm) shouldBe Right(true)
    read("-Dtarget.url=http://127.0.0.1:1 -Dservice.schema=,").map(_.schema) shouldBe Right(Vector.empty)
  }

  private val running = "-Dtarget.url=http://127.0.0.1:1"
  private val command = "-Dservice.command=node server.js"
  private val cores = Runtime.getRuntime.availableProcessors

  private def refusals = Vector(
    "-Dask= " -> "-Dask has no request: write one, such as 'GET /owners'.",
    "" -> "No service is named: add -Dservice.jar=app.jar, -Dservice.command='…' or -Dtarget.url=http://….",
    "-Dservice.jar=none.jar" ->
      "-Dservice.jar=none.jar is not there: build it, or give its path from the current folder.",
    "-Dservice.jar=." -> "-Dservice.jar=. is a folder: name the jar in it.",
    "-Dservice.jar=text.jar" -> "-Dservice.jar=text.jar is no jar: it cannot be opened as a ZIP archive.",
    "-Dservice.jar=plain.jar" -> ("-Dservice.jar=plain.jar has no Main-Class in its manifest, so java -jar cannot run " +
      "it: name the fat jar, or use -Dservice.command='java -cp …'."),
    s"-Dservice.jar=a.jar $running" -> "-Dservice.jar and -Dtarget.url exclude each other: give one.",
    "-Dtarget.url=http://203.0.113.1:80" -> ("-Dtarget.url=http://203.0.113.1:80 is on another machine, which would " +
      "get a load: add -Dtarget.allow=203.0.113.1 if it is yours."),
    "-Dtarget.url=8080" -> "-Dtarget.url=8080 is no base URL: use one like http://127.0.0.1:8080.",
    s"$running -Dask.users=0" -> "-Dask.users=0 is no number of users: use 1 to 5,000.",
    s"$running -Drate=many" -> "-Drate=many is no rate: give requests per second, such as -Drate=1000.",
    s"$running -Drate=5,0" -> "-Drate=0 is no rate: give requests per second, such as -Drate=1000.",
    s"$running -Dgoal=fast" -> "-Dgoal=fast is no response time to keep: give a percentile, such as -Dgoal='p95 < 300 ms'.",
    s"$running -Dservice.health=up" -> "-Dservice.health=up is no path: it begins with /.",
    s"$running -Dservice.env=1x" -> "-Dservice.env= has '1x': give NAME=value, several with blanks between.",
    s"$running -Dservice.schema=none.sql" ->
      "-Dservice.schema= is for a service that the lab starts: leave it out with -Dtarget.url=.",
    s"$running -Dservice.cpus=1" ->
      "-Dservice.cpus= is for a service that the lab starts: leave it out with -Dtarget.url=.",
    s"$command -Dservice.schema=none.sql" -> s"-Dservice.schema=${folder.resolve("none.sql")} is no file.",
    s"$command -Dservice.cpus=0" -> s"-Dservice.cpus=0 is no number of cores: use 0.1 to $cores.",
    s"$command -Dconfirm=true" -> "-Dconfirm starts the service anew: it is for -Dservice.jar=.",
    s"$command -Dconfirm=yes" -> "-Dconfirm=yes is neither true nor false.",
    s"$running -Dservice.java=/nowhere" -> "-Dservice.java=/nowhere is no JDK: it has no executable bin/java.",
    s"$command -Dlab.work=" -> "A question is asked by mvn gatling:test, whose POM sets lab.work and lab.results.",
    "-Dservice.jra=app.jar" -> "-Dservice.jra is no setting: did you mean -Dservice.jar?",
    s"$command -Dmost=3%" -> "-Dmost= is for a comparison: add -Dagainst.jar=.",
    s"$command -Dagainst.args=--b" -> "Only jars are compared: name both, by -Dservice.jar= and -Dagainst.jar=."
  )

  it should "be refused in one sentence where they are impossible" in {
    Files.writeString(Files.createDirectories(folder).resolve("text.jar"), "no jar")
    jar("plain.jar", None)
    refusals.foreach { case (line, sentence) => withClue(line)(read(line) shouldBe Left(sentence)) }
  }

  it should "send no load to another machine by accident" in {
    read("-Dtarget.url=http://203.0.113.1:80 -Dtarget.allow=203.0.113.1").isRight shouldBe true
    read("-Dtarget.url=http://127.0.0.1:8080/").map(_.service.program.toString) shouldBe
      Right("Running(http://127.0.0.1:8080,true)")
  }

  "Secrets" should "never be printed" in {
    Secrets.masked("--spring.datasource.password=fruits --x=1") shouldBe "--spring.datasource.password=… --x=1"
    Secrets.masked("API_KEY: abcdef") shouldBe "API_KEY: …"
    Secrets.masked("Authorization: Bearer abcdefghijkl") should not include "abcdefghijkl"
    Secrets.masked("Admin token: eyJhbGciOi.eyJzdWIi.xyz") should not include "eyJ"
    Secrets.masked("http://me:pw@host/x") shouldBe "http://…@host/x"
  }
}
