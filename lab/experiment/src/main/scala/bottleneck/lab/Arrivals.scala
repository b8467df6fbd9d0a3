package bottleneck.lab

import bottleneck.lab.target.Load
import io.gatling.core.Predef._
import io.gatling.core.controller.inject.open.OpenInjectionStep
import scala.concurrent.duration._

/** How the users of one of several injectors come where those of all come evenly: they take turns. Gatling's own ramps
  * round users to whole seconds, alike in each injector, so that together they would come in waves.
  *
  * @param number
  *   of the injector, from 1, of `of`
  * @param users
  *   of all injectors
  * @param within
  *   whole seconds
  */
private final class Arrivals(number: Int, of: Int, users: Int, within: FiniteDuration) {
  private val own = (number - 1 until users by of).toVector
  private val seconds = within.toSeconds.toInt

  def steps: Vector[OpenInjectionStep] =
    if (seconds == 0) Vector(atOnceUsers(own.size))
    else if (isSparse) oneByOne
    else nothingFor(first) +: bySecond

  /** When the first of them comes. */
  def first: FiniteDuration =
    if (seconds == 0) Duration.Zero
    else if (isSparse) turn * (number - 1L)
    else 1.second * (number - 1L) / (of * mostInASecond).toLong

  private def isSparse: Boolean = users / of < seconds

  private def turn: FiniteDuration = within / users.toLong

  private def oneByOne: Vector[OpenInjectionStep] =
    own.zip(0 +: own).flatMap { case (user, before) =>
      Vector(nothingFor(turn * (user - before).toLong), atOnceUsers(1))
    }

  /** A step for each user would be too many for Gatling, which nests them. */
  private def bySecond: Vector[OpenInjectionStep] = {
    val inSecond = own.groupMapReduce(secondOf)(_ => 1)(_ + _)
    Vector.tabulate(seconds)(
      inSecond.get(_).fold[OpenInjectionStep](nothingFor(1.second))(rampUsers(_).during(1.second))
    )
  }

  private def secondOf(user: Int): Int = (user.toLong * seconds / users).toInt

  /** Of one injector: the first of all comes so much before the last that all users of a second come in it. */
  private def mostInASecond: Int = {
    val inSecond = math.ceil(users.toDouble / seconds)
    math.ceil(inSecond / of).toInt
  }
}

private object Arrivals {

  /** In a load whose users come evenly; none where they come at once. */
  def of(load: Load, number: Int, of: Int): Option[Arrivals] =
    load.evenly.map { case (users, within) => new Arrivals(number, of, users, within) }
}
