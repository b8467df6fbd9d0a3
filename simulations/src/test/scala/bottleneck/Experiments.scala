package bottleneck

import bottleneck.journal.JournalStudy
import bottleneck.lab.explain.result.{Studies, Study}
import bottleneck.latency.LatencyStudy

/** Every experiment of the site, in its order. */
final class Experiments extends Studies {
  override def all: Vector[Study] = Vector(JournalStudy.study, LatencyStudy.study)
}
