package bottleneck.journal

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Study: four cures for slow responses, each alone under the same overload. */
object NextStepsStudy {

  val study: Study = Study(
    id = "next-steps",
    title = "What cures slow responses?",
    question = "Which cures responses that are slow under an overload: failing fast, more servers, an index, a cache?",
    factor = "cure",
    answer = Vector(
      Sentence(
        "Of 50 requests/s without an index the p99 was {p99[nothing changed]}; with failing fast it was {p99[fail fast]}, with a second server {p99[two servers]}, with an index {p99[index]}, with a cache {p99[cache]}.",
        when = "p99[nothing changed] >= 1 s"
      )
    ),
    advice = Vector(
      Sentence(
        "Fail fast: {throughput[fail fast]} answered with a p99 of {p99[fail fast]}, the others refused after {failed.p50[fail fast]}, where {throughput[nothing changed]} with {p99[nothing changed]} before.",
        when = "p99[fail fast] < 1 s and abandoned%[fail fast] <= 1% given p99[nothing changed] >= 1 s"
      ),
      Sentence(
        "Two servers: {throughput[two servers]} answered with a p99 of {p99[two servers]}, where {throughput[nothing changed]} with {p99[nothing changed]} before.",
        when = "p99[two servers] < 1 s and abandoned%[two servers] <= 1% given p99[nothing changed] >= 1 s"
      ),
      Sentence(
        "An index: {throughput[index]} answered with a p99 of {p99[index]}, where {throughput[nothing changed]} with {p99[nothing changed]} before.",
        when = "p99[index] < 1 s and abandoned%[index] <= 1% given p99[nothing changed] >= 1 s"
      ),
      Sentence(
        "A cache: {throughput[cache]} answered with a p99 of {p99[cache]}, where {throughput[nothing changed]} with {p99[nothing changed]} before.",
        when = "p99[cache] < 1 s and abandoned%[cache] <= 1% given p99[nothing changed] >= 1 s"
      )
    ),
    order = NextStep.all.map(_.name)
  )

  private[journal] def trial(step: NextStep): Trial = Trial(study.id, step.name)
}
