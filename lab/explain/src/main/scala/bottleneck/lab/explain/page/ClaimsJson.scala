package bottleneck.lab.explain.page

import bottleneck.lab.explain.verdict.{Agreement, JudgedClaim, JudgedStatement}
import ujson.{Arr, Bool, Null, Num, Obj, Str, Value}

/** Every claim with its verdict and those of its statements, as claims.json. */
object ClaimsJson {
  val file = "claims.json"

  def render(claims: Vector[JudgedClaim]): String = ujson.write(Arr.from(claims.map(claim)), indent = 2) + "\n"

  private def claim(claim: JudgedClaim): Obj = Obj(
    "id" -> Str(claim.id),
    "experiment" -> Str(claim.statements.head.experiment),
    "verdict" -> Str(claim.verdict.name),
    "statements" -> Arr.from(claim.statements.map(statement))
  )

  private def statement(judged: JudgedStatement): Obj = Obj(
    "id" -> Str(judged.published.id),
    "experiment" -> Str(judged.experiment),
    "statement" -> Str(judged.published.text),
    "kind" -> Str(judged.published.kind.name),
    "criterion" -> Str(judged.published.criterion),
    "expected" -> Str(judged.expected.name),
    "verdict" -> Str(judged.verdict.name),
    "evidence" -> Str(judged.judgement.evidence),
    "agreement" -> judged.judgement.agreement.fold[Value](Null)(agreement),
    "exploratory" -> Bool(judged.exploratory)
  )

  private def agreement(all: Agreement): Obj = Obj(
    "of" -> Str(all match {
      case _: Agreement.OfDraws => "draws"
      case _: Agreement.OfPairs => "pairs"
    }),
    "share" -> Num(all.share),
    "needed" -> Num(all.needed),
    "runs" -> all.runs.fold[Value](Null)(runs => Num(runs.toDouble))
  )
}
