package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.{InjectorShare, Result, SentShare}
import scalatags.Text.all._

/** What each injector sent of a load that several sent together; nothing where one sent all. */
private[page] object InjectorTable extends RunTable("injector", "injectors") {
  override protected val columns: Columns =
    Columns.plain("injector", "machine", "users", "requests", "began after", "cores used")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "The merged log has the times of each injector's own clock: NTP must keep them together."
  )

  override protected def rows(run: Result): Seq[Frag] = {
    val injectors = run.treatment.injectors
    if (injectors.isEmpty) Vector.empty else group(run, "") +: injectors.map(row)
  }

  private def row(share: InjectorShare): Frag = {
    def number(text: SentShare => Option[String]): Columns.Cell = Page.number(share.sent.flatMap(text))
    part(
      share.name,
      Vector(
        td(cls := "text")(share.host),
        number(sent => Some(Numbers.count(sent.users.toDouble))),
        number(sent => Some(Numbers.count(sent.requests.toDouble))),
        number(sent => Some(Numbers.millis(sent.beganMs.toDouble))),
        number(sent => sent.generatorCores.map(cores => s"${Numbers.cores(cores)} of ${sent.cpus}"))
      )
    )
  }
}
