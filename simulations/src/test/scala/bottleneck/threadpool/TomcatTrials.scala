package bottleneck.threadpool

import bottleneck.lab.explain.result.Trial
import scala.concurrent.duration._

/** Every variant of the Tomcat experiments. */
object TomcatTrials {
  val all: Vector[Trial] =
    Vector(10, 30, 50).map(MinSpareStudy.trial) ++
      Vector(30, 50, 100).map(ReadyThreadsStudy.trial) ++ Vector(ReadyThreadsStudy.virtual, ReadyThreadsStudy.cold) ++
      Vector(10, 20, 30, 50).map(MaxConnectionsStudy.trial) ++ Vector(MaxConnectionsStudy.keptOpen) ++
      Vector(0, 1, 10, 20, 40).map(AcceptCountStudy.trial) ++
      Vector(
        RefusedStudy.trial(10, 4.seconds),
        RefusedStudy.trial(10, 0.seconds),
        RefusedStudy.trial(10000, 4.seconds)
      ) ++
      Vector(ZombieWorkStudy.trial, ThreadStatesStudy.trial) ++
      Vector(819, 1200).map(HeldConnectionsStudy.trial)
}
