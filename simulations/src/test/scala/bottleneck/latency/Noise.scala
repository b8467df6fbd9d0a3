package bottleneck.latency

import bottleneck.lab.{Setup, Simulated}

/** 250 users, of whom some always wait for one of 200 or 220 threads. */
object Noise {
  def of(n: Int): Setup = {
    val (trial, threads) = NoiseStudy.variants(n)
    val setting = Sleeping(instances = 1, threads, users = 250)
    RandomLatency.of(trial, setting, setting)
  }
}

final class Noise200 extends Simulated(Noise.of(0))
final class Noise200Again extends Simulated(Noise.of(1))
final class Noise220 extends Simulated(Noise.of(2))
