package bottleneck.jenkins

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** Faults in the repository's Jenkinsfile: each is refused before anything runs, in one sentence. */
class MutantsSpec extends AnyFlatSpec with Matchers with Scratch {
  private def refusal(text: String): Vector[String] = {
    val shell = new RecordingShell(new StubbedCommands(project, 1))
    val build = new Build(Job("nightly", folder.resolve("job")), 1, folder)
    val refused = new Runner(shell).run(text, build)
    shell.scripts shouldBe empty
    refused.left.getOrElse(Vector.empty).map(_.sentence)
  }

  private def mutant(from: String, to: String): String = {
    jenkinsfile should include(from)
    val at = jenkinsfile.indexOf(from)
    jenkinsfile.take(at) + to + jenkinsfile.drop(at + from.length)
  }

  private val smoke = "sh 'mvn gatling:test -Dgatling.simulationClass=bottleneck.latency.OneInstance'"
  private val measure = "stage('Measure') {"
  private val environment = "  parameters {"

  /** What is wrong, what stands instead of what, and how the sentence begins. */
  private val mutants = Vector(
    ("an unknown step", "gatlingArchive()", "gatlingPublish()", "gatlingPublish is no step"),
    ("a cron with four fields", "H 2 * * *", "H 2 * *", """cron "H 2 * *" has 4 fields and not 5."""),
    ("a cron with an hour too many", "H 2 * * *", "H 24 * * *", """cron "H 24 * * *" has the hour "24""""),
    ("a cron that starts every minute", "H 2 * * *", "* 2 * * *", """cron "* 2 * * *" starts a build every minute"""),
    ("a trigger that is none", "cron('", "crom('", "crom is no entry of triggers"),
    ("no agent", "  agent any\n", "", "the pipeline has no agent."),
    ("an agent that is none", "agent any", "agent all", "agent must be any"),
    ("an unknown section", "  post {", "  afterwards {", "afterwards is no section of the pipeline"),
    ("a section twice", "  agent any\n", "  agent any\n  agent any\n", "the pipeline has agent twice."),
    (
      "steps twice",
      s"$smoke\n      }",
      s"$smoke\n      }\n      steps {\n        echo 'x'\n      }",
      """stage "Smoke" has steps twice."""
    ),
    ("two stages of a name", measure, "stage('Smoke') {", """stages has stage "Smoke" twice."""),
    ("a stage without a name", measure, "stage {", "stages holds stage('name')"),
    ("a stage without steps", smoke, "", "steps is empty."),
    (
      "a stage with a misspelt section",
      measure,
      s"$measure\n      step { echo 'x' }",
      """step is no section of stage "Measure""""
    ),
    (
      "an unknown option",
      "disableConcurrentBuilds()",
      "disableConcurrent()",
      "disableConcurrent is no entry of options"
    ),
    ("an option twice", "disableConcurrentBuilds()", "timeout(1)", "options has timeout twice."),
    (
      "an option of a job in a stage",
      "timeout(time: 15, unit",
      "disableConcurrentBuilds()\n timeout(time: 15, unit",
      "disableConcurrentBuilds is no entry of options"
    ),
    ("a unit of time that is none", "unit: 'HOURS'", "unit: 'HOUR'", "unit of timeout must be one of"),
    ("a time in quotes", "time: 10", "time: '10'", "time of timeout must be a whole number."),
    ("a misspelt rotation", "numToKeepStr: '60'", "numToKeep: '60'", "logRotator has no argument numToKeep"),
    (
      "a number where Jenkins wants a text",
      "numToKeepStr: '60'",
      "numToKeepStr: 60",
      "numToKeepStr of logRotator must be a text"
    ),
    ("a type of parameter that is none", "choice(name", "select(name", "select is no entry of parameters"),
    ("a choice without choices", ", choices: ['quick', 'full']", "", "choice lacks its argument choices."),
    ("a parameter twice", "name: 'BLOCKS'", "name: 'SCALE'", "parameters has SCALE twice."),
    ("an argument that sh has not", "returnStatus: true", "returnCode: true", "sh has no argument returnCode"),
    ("named and unnamed arguments", smoke, "sh 'mvn', label: 'x'", "sh has arguments with and without a name"),
    ("a block for a step without", smoke, "sh('mvn') { echo 'x' }", "sh takes no block."),
    ("a step that lacks its block", smoke, "catchError(message: 'x')", "catchError lacks its block."),
    (
      "a result that is none",
      "buildResult: 'UNSTABLE'",
      "buildResult: 'YELLOW'",
      "buildResult of catchError must be one of"
    ),
    ("an unknown condition of post", "    always {", "    allways {", "allways is no section of post"),
    ("a misspelt argument of publishHTML", "keepAll: true", "keepall: true", "publishHTML has no argument keepall"),
    (
      "publishHTML without a folder",
      "reportDir: 'simulations/target/gatling',\n",
      "",
      "publishHTML lacks its argument reportDir."
    ),
    (
      "an argument of gatlingArchive",
      "gatlingArchive()",
      "gatlingArchive('x')",
      "gatlingArchive takes its arguments by name: none."
    ),
    (
      "a text for a flag",
      "allowEmptyArchive: true",
      "allowEmptyArchive: 'true'",
      "allowEmptyArchive of archiveArtifacts must be true or false."
    ),
    ("an empty environment", environment, s"  environment {\n  }\n$environment", "environment is empty."),
    (
      "a number in environment",
      environment,
      s"  environment {\n    LEVEL = 3\n  }\n$environment",
      "LEVEL of environment must be a text"
    ),
    (
      "a step in environment",
      environment,
      s"  environment {\n    sh 'x'\n  }\n$environment",
      "environment holds assignments alone"
    ),
    (
      "a variable twice",
      environment,
      s"  environment {\n    A = 'x'\n    A = 'y'\n  }\n$environment",
      "environment has A twice."
    ),
    ("Groovy outside of script", smoke, s"if (true) {\n $smoke\n}", "Groovy that is no step belongs in script"),
    ("a brace too few", "  post {", "  post", "Groovy does not read this")
  )

  "The runner" should "accept the Jenkinsfile" in {
    GroovySource.read(jenkinsfile).map(Rules.problems) shouldBe Right(Vector.empty)
  }

  mutants.foreach { case (what, from, to, sentence) =>
    it should s"refuse $what" in {
      val refused = refusal(mutant(from, to))
      refused should have size 1
      refused.head should startWith(sentence)
    }
  }

  it should "refuse a scripted pipeline" in {
    refusal("node { sh 'x' }") shouldBe Vector("A declarative Jenkinsfile is one block pipeline { … }.")
  }

  it should "name the line" in {
    val line = jenkinsfile.linesIterator.indexWhere(_.contains("gatlingArchive()")) + 1
    val refused = GroovySource.read(mutant("gatlingArchive()", "gatlingPublish()")).map(Rules.problems)
    refused.map(_.map(_.line)) shouldBe Right(Vector(line))
  }
}
