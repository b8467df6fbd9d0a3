package bottleneck.jenkins

import java.nio.file.Files
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class RunJenkinsfileSpec extends AnyFlatSpec with Matchers with Scratch {
  private def committed(jenkinsfile: String): Assertion = {
    val _ = write("checkout/Jenkinsfile", jenkinsfile)
    val commit = "git init -q . && git add . && git -c user.name=me -c user.email=me@localhost commit -q -m x"
    Shell.Real.run(commit, Map.empty, folder.resolve("checkout"), until = None) shouldBe Shell.Exit(0)
  }

  private def run(parameters: (String, String)*): Either[String, Build] =
    RunJenkinsfile.run(folder.resolve("checkout"), folder.resolve("job"), parameters.toMap)

  "The command" should "run the commit in a clone, each time as another build" in {
    committed(
      """pipeline {
        |  agent any
        |  parameters { string(name: 'WHO', defaultValue: 'nobody') }
        |  stages { stage('One') { steps { sh 'echo "$WHO" > who'
        |    archiveArtifacts 'who' } } }
        |}""".stripMargin
    )
    Vector(run(), run("WHO" -> "me")).map(_.map(_.result)) shouldBe Vector.fill(2)(Right(BuildResult.Success))
    Vector(1, 2).map(n => Files.readString(folder.resolve(s"job/builds/$n/archive/who"))) shouldBe Vector(
      "nobody\n",
      "me\n"
    )
    Files.exists(folder.resolve("checkout/who")) shouldBe false
  }

  it should "say why a Jenkinsfile is refused" in {
    committed("pipeline { agent any }")
    run().left.getOrElse("") shouldBe "Jenkinsfile:1: the pipeline has no stages."
  }
}
