package bottleneck.lab.log

import org.scalatest.Tag

/** A test of seconds that guards no run by itself: simulated statistics, fuzzing, benchmarks. `-Pslow` has it run. */
object Slow extends Tag("bottleneck.Slow")
