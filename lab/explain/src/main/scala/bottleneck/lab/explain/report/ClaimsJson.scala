package bottleneck.lab.explain.report

import bottleneck.lab.explain.result.JudgedClaim
import ujson.{Arr, Null, Num, Obj, Str, Value}

/** Every claim with its verdict, as claims.json. */
object ClaimsJson {
  val file = "claims.json"

  def render(claims: Vector[JudgedClaim]): String = {
    val rows = claims.map(claim =>
      Obj(
        "id" -> Str(claim.source),
        "experiment" -> Str(claim.experiment),
        "statement" -> Str(claim.statement),
        "expected" -> Str(claim.expected.name),
        "verdict" -> Str(claim.judgement.verdict.name),
        "evidence" -> Str(claim.judgement.evidence),
        "agreement" -> claim.agreement.fold[Value](Null)(drawn => Num(drawn.share)),
        "changed" -> claim.changed.fold[Value](Null)(Str(_))
      )
    )
    ujson.write(Arr.from(rows), indent = 2) + "\n"
  }
}
