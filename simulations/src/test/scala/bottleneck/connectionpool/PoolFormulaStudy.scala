package bottleneck.connectionpool

import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Hikari's formula where connections work, beside where they wait. */
object PoolFormulaStudy {

  val study: Study = Study(
    id = "pool-formula",
    title = "Hikari's formula: connections that work",
    question = "Is a pool of twice the cores plus the spindles enough?",
    factor = "connections",
    answer = Vector(
      Sentence(
        "Take cores × 2 + spindles only for connections that work all the time: there by turns it gave {turns[by the formula ÷ twice the formula]} and {turns[by the formula ÷ ten times the formula]} times what twice and ten times as many did.",
        when =
          "turns[by the formula ÷ twice the formula] > 0.71 and turns[by the formula ÷ ten times the formula] > 0.71"
      ),
      Sentence(
        "Do not rely on cores × 2 + spindles: even where connections work all the time, by turns it gave {turns[by the formula ÷ twice the formula]} and {turns[by the formula ÷ ten times the formula]} times what twice and ten times as many did.",
        when =
          "turns[by the formula ÷ twice the formula] < 0.71 or turns[by the formula ÷ ten times the formula] < 0.71"
      ),
      "Whether cores × 2 + spindles are enough where connections work all the time is open: by turns it gave {turns[by the formula ÷ twice the formula]} and {turns[by the formula ÷ ten times the formula]} times what twice and ten times as many did."
    ),
    advice = Vector(
      "The formula counts what is busy: cores and disks. A connection that waits, for a lock, a slow client, another service or a sleeping query, is held and busy with nothing: count requests/s × holding time instead.",
      Sentence(
        "Where a connection waits for 600 ms, 5 connections, which the formula says, reached {throughput[connection-pool-300ms: 5 connections] ÷ throughput[connection-pool-300ms: 100 connections] as %} of what 100 did.",
        when = "cores[connection-pool-300ms: 5 connections] <= 2"
      )
    ),
    order = PoolFormula.sizes.map(name)
  )

  /** Sizes follow from the machine's cores, their names do not. */
  private def name(connections: Int): String = connections match {
    case size if size == PoolFormula.formula => "by the formula"
    case size if PoolFormula.larger.headOption.contains(size) => "twice the formula"
    case size if PoolFormula.larger.lastOption.contains(size) => "ten times the formula"
    case _ => "a connection per core"
  }

  def trial(connections: Int): Trial = Trial(
    study.id,
    name(connections),
    Some(Factor("connections", connections.toDouble)),
    Option.when(connections == 5)(PublishedSetting("hikari/slow", "no delay"))
  )
}
