package bottleneck.lab.explain.history

import bottleneck.lab.Slow
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** What is promised of the nights, tried on histories that are made up. */
class NightSimulationSpec extends AnyFlatSpec with Matchers {
  private val series = 100
  private val nights = 200

  private def isFound(watch: Watch): Boolean = watch.look.pValue <= Look.rate

  /** How many of the series show a shift of the level by this factor within seven nights. */
  private def found(shift: Double): Int = (0 until series).count { seed =>
    val at = 20 + seed * 17 % (nights - 27)
    val watched = new MadeSeries(seed, night => if (night < at) 1 else shift).watched(at + Look.newest).drop(at)
    watched.exists(one => isFound(one) && (one.look.ratio > 1) == (shift > 1))
  }

  "A shift of 10 %" should "be found within seven nights in 90 of 100 series" taggedAs Slow in {
    val fall = found(0.9)
    val rise = found(1.1)
    info(s"found within ${Look.newest} nights: $fall of $series falls, $rise of $series rises")
    fall should be >= 90
    rise should be >= 90
  }

  "A series without a change" should "raise an alarm in one of 100 nights, and be confirmed in one of 100 series, at most" taggedAs Slow in {
    val watched = Vector.tabulate(series)(seed => new MadeSeries(1000 + seed, _ => 1).watched(nights))
    val alarms = watched.map(_.count(isFound)).sum
    val confirmed = watched.count(_.exists(_.suspicion.exists(_.confirmed.isDefined)))
    info(s"alarms in $alarms of ${series * nights} nights, confirmed in $confirmed of $series series")
    alarms should be <= series * nights / 100
    alarms should be > 0
    confirmed should be <= series / 100
  }

  it should "need the machine's speed for that" taggedAs Slow in {
    val watched = Vector.tabulate(series / 5)(seed => new MadeSeries(seed, _ => 1, normalised = false).watched(nights))
    watched.map(_.count(isFound)).sum should be > 5 * watched.size * nights / 100
  }

  "The false discovery rate over all variants of a night" should "be what is promised" taggedAs Slow in {
    val variants = 30
    def suite(seed: Int, changed: Int): Vector[Vector[(Watch, Double)]] = {
      val made = Vector.tabulate(variants)(n =>
        new MadeSeries(seed * variants + n, night => if (n < changed && night >= 40) 0.85 else 1)
      )
      (0 until 50).foldLeft(Vector(Vector.fill(variants)(Watch() -> 1.0))) { (sofar, night) =>
        sofar :+ Watch.together(sofar.last.zip(made).map { case ((before, _), of) =>
          before.and(NightValue(night, of.value(night, 1)))
        })
      }
    }
    // of each night's discoveries the part that is false, on average
    def rate(changed: Int): Double = {
      val parts = for { seed <- 0 until 20; night <- suite(seed, changed).drop(41) } yield {
        val places = night.zipWithIndex.collect { case ((_, rate), place) if rate <= Look.rate => place }
        if (places.isEmpty) 0.0 else places.count(_ >= changed).toDouble / places.size
      }
      parts.sum / parts.size
    }
    val (without, with10) = (rate(0), rate(10))
    info(s"false discoveries: $without where nothing changed, $with10 where 10 of $variants did")
    without should be <= Look.rate
    with10 should be <= Look.rate
  }
}
