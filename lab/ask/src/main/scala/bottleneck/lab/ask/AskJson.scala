package bottleneck.lab.ask

import java.time.Instant
import java.time.temporal.ChronoUnit.SECONDS
import ujson.{Arr, Null, Num, Obj, Str, Value}

/** An answer as JSON, `bottleneck/answer/1`: times in seconds, rates per second. */
private[ask] object AskJson {
  def write(report: AskReport, confirmation: Option[Confirmation]): String = {
    val answer = report.answer
    val whole = Obj(
      "schema" -> "bottleneck/answer/1",
      "asked" -> report.asked,
      "endedAt" -> Instant.now.truncatedTo(SECONDS).toString,
      "lines" -> Arr.from(report.lines.map(Str(_))),
      "service" -> report.program,
      "finding" -> Obj(
        "kind" -> answer.finding.kind,
        "name" -> answer.finding.name,
        "sentence" -> answer.finding.sentence
      ),
      "throughput" -> Num(answer.seen.hold.throughput),
      "limits" -> Arr.from(answer.limits.map(limit)),
      "unexplained" -> Arr.from(answer.unexplained.map(Str(_))),
      "confirmation" -> confirmation.fold[Value](Null) { of =>
        Obj(
          "argument" -> of.advice.argument,
          "predicted" -> number(of.advice.perSecond),
          "measured" -> number(of.after)
        )
      },
      "levels" -> Arr.from(answer.seen.all.map(level)),
      "sizing" -> Arr.from(report.sizing.map(sizing)),
      "conditions" -> Arr.from(report.conditions.map(Str(_))),
      "absences" -> Arr.from(report.absences.map(Str(_)))
    )
    ujson.write(whole, indent = 2) + "\n"
  }

  private def limit(of: Limit): Value = Obj(
    "resource" -> of.resource.name,
    "perSecond" -> number(of.perSecond.value),
    "low" -> of.perSecond.interval.fold[Value](Null)(ends => number(ends._1)),
    "high" -> of.perSecond.interval.fold[Value](Null)(ends => number(ends._2)),
    "formula" -> of.formula,
    "full" -> of.isFull,
    "demand" -> number(of.demand)
  )

  private def level(of: Level): Value = Obj(
    "users" -> of.users,
    "seconds" -> number(of.seconds),
    "throughput" -> number(of.throughput),
    "failed" -> number(of.failedShare),
    "failures" -> Obj.from(of.failures.toVector.sorted.map { case (cause, n) => cause -> Num(n.toDouble) }),
    "response" -> number(of.response),
    "p99" -> number(of.percentile(99) / 1000),
    "cores" -> Obj.from(Part.all.flatMap(part => of.cores(part).map(part.name -> number(_)))),
    "pools" -> Arr.from(of.pools.map(pool)),
    "threads" -> Arr.from(of.waits.map { case (wait, threads) =>
      Obj("waitFor" -> wait.kind.name, "detail" -> wait.detail, "threads" -> number(threads))
    })
  )

  private def pool(of: PoolLevel): Value = Obj(
    "kind" -> of.kind.name,
    "name" -> of.name,
    "max" -> of.max.fold[Value](Null)(Num(_)),
    "inUse" -> number(of.inUse),
    "waiting" -> of.waiting.fold[Value](Null)(number),
    "counted" -> of.counted.fold[Value](Null)(number)
  )

  private def sizing(of: Sizing): Value = Obj(
    "rate" -> number(of.rate),
    "cores" -> of.cores.fold[Value](Null)(number),
    "pools" -> Obj.from(of.inUse.map { case (kind, n) => kind.name -> number(n) }),
    "instances" -> of.instances.fold[Value](Null)(Num(_))
  )

  /** JSON has no NaN and no infinity. */
  private def number(value: Double): Value = if (java.lang.Double.isFinite(value)) Num(value) else Null
}
