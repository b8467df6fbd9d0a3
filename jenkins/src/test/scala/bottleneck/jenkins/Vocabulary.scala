package bottleneck.jenkins

import bottleneck.jenkins.Kind._

/** The part of Jenkins' language that the runner knows: what the Jenkinsfile uses, and a little more. A name that is
  * missing here is refused, so that none can be used that nobody looked up.
  */
object Vocabulary {
  private val results = OneOf("SUCCESS", "UNSTABLE", "FAILURE", "NOT_BUILT", "ABORTED")
  private val units = OneOf("NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS")

  private def text(names: String*): Vector[(String, Kind)] = names.toVector.map(_ -> Text)
  private def flag(names: String*): Vector[(String, Kind)] = names.toVector.map(_ -> Flag)

  /** Its step and its option. */
  private val timeout = Word("timeout", Vector("time" -> Number), Vector("unit" -> units, "activity" -> Flag))

  private val report = Word(
    "target",
    text("reportName", "reportDir", "reportFiles") ++ flag("keepAll", "alwaysLinkToLastBuild", "allowMissing"),
    text("reportTitles", "includes") ++ flag("escapeUnderscores")
  )

  /** Which build copyArtifacts copies from. */
  val selectors: Vector[Word] = Vector(Word("specific", text("buildNumber")), Word("lastCompleted"))

  val steps: Vector[Word] = Vector(
    // workflow-durable-task-step, workflow-basic-steps
    Word("sh", text("script"), flag("returnStatus") ++ text("label", "encoding")),
    Word("echo", text("message")),
    Word("error", text("message")),
    Word("unstable", text("message")),
    Word("fileExists", text("file")),
    Word(
      "catchError",
      optional = text("message") ++ Vector("buildResult" -> results, "stageResult" -> results) ++
        flag("catchInterruptions"),
      block = true
    ),
    timeout.copy(block = true),
    Word("dir", text("path"), block = true),
    Word("stash", text("name"), text("includes", "excludes") ++ flag("allowEmpty", "useDefaultExcludes")),
    Word("unstash", text("name")),
    // Jenkins itself
    Word(
      "archiveArtifacts",
      text("artifacts"),
      text("excludes") ++ flag("allowEmptyArchive", "caseSensitive", "defaultExcludes", "fingerprint") ++
        flag("followSymlinks", "onlyIfSuccessful")
    ),
    // junit, htmlpublisher, gatling, copyartifact
    Word(
      "junit",
      text("testResults"),
      flag("allowEmptyResults", "keepLongStdio", "skipPublishingChecks", "skipMarkingBuildUnstable") ++
        text("checksName") ++ Vector("healthScaleFactor" -> Number)
    ),
    Word("publishHTML", Vector("target" -> Mapped(report))),
    Word("gatlingArchive"),
    Word(
      "copyArtifacts",
      text("projectName"),
      text("filter", "target", "excludes", "parameters", "resultVariableSuffix") ++
        flag("flatten", "optional", "fingerprintArtifacts") ++ Vector("selector" -> Built(selectors: _*))
    )
  )

  /** The only place for Groovy that is no step. */
  val script = "script"

  private val rotation =
    Word(
      "logRotator",
      optional = text("numToKeepStr", "artifactNumToKeepStr", "daysToKeepStr", "artifactDaysToKeepStr")
    )

  val stageOptions: Vector[Word] = Vector(timeout)

  val options: Vector[Word] = stageOptions ++ Vector(
    Word("disableConcurrentBuilds", optional = flag("abortPrevious")),
    Word("skipStagesAfterUnstable"),
    Word("buildDiscarder", Vector("strategy" -> Built(rotation))),
    Word("copyArtifactPermission", text("projectNames"))
  )

  val triggers: Vector[Word] = Vector(Word("cron", text("spec")))

  val parameters: Vector[Word] = Vector(
    Word("string", text("name"), text("defaultValue", "description") ++ flag("trim")),
    Word("text", text("name"), text("defaultValue", "description") ++ flag("trim")),
    Word("booleanParam", text("name"), Vector("defaultValue" -> Flag, "description" -> Text)),
    Word("choice", Vector("name" -> Text, "choices" -> Texts), text("description"))
  )

  val conditions: Vector[String] = Vector(
    "always",
    "changed",
    "fixed",
    "regression",
    "aborted",
    "failure",
    "success",
    "unstable",
    "unsuccessful",
    "notBuilt",
    "cleanup"
  )
}
