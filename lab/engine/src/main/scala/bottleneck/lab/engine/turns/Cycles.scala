package bottleneck.lab.engine.turns

import bottleneck.lab.engine.turns.Turns.text
import bottleneck.lab.figures.Numbers
import bottleneck.lab.figures.preparation.{Cycle, Slice}
import bottleneck.lab.figures.target.SlicedLoad
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.Random

/** What a turn shows of the full slice of each service, in random order, and that slice with a light one, if any; at
  * their end this `part` of the longest time is over.
  */
final case class TurnCycle(turns: Vector[Turn], cycles: Vector[Cycle], part: Double) {

  /** Of two services. */
  def pair: TurnPair = TurnPair(turns.head, turns.last, part)
}

/** One service or two in cycles of a full slice of each and, `withLight`, a light one beside it: what the machine does
  * meanwhile happens to both slices, and to both services. A full slice lasts for so long that four queues of all users
  * are answered, and `shortestFull` at least; a light one 1 s. Gatling records the full slices if `isRecorded`.
  */
final class Cycles(
    slices: Slices,
    names: Vector[String],
    random: Random,
    times: TurnTimes = Cycles.times,
    withLight: Boolean = true,
    isRecorded: Boolean = true,
    looks: Int = SlicedLoad.looks,
    show: Turns.Show = (_, _, _) => ()
)(say: String => Unit) {
  import times._

  /** Cycles until `isEnough`, or until the time is over; it is asked at each look.
    *
    * @param found
    *   what the cycles so far show, for the console
    */
  def run(isEnough: Vector[TurnCycle] => Boolean, found: Vector[TurnCycle] => String): Vector[TurnCycle] = {
    val settling = names.indices.toVector.map(slices.full(_, shortest, isRecorded = false)._1)
    settling.foreach(Turns.refuseSilent)
    val began = Deadline.now
    say(text("slices for %.0f s at most", looks * look.toUnit(SECONDS)))
    @tailrec def next(before: Vector[TurnCycle], looked: Int): Vector[TurnCycle] = {
      if (before.nonEmpty) show(s"slices: ${means(before)}", began, look * looks.toLong)
      val (turns, cycles) = cycle(before.lastOption.fold(settling)(_.turns))
      turns.foreach(Turns.refuseSilent)
      val taken = Deadline.now - began
      val all = before :+ TurnCycle(turns, cycles, taken / (look * looks.toLong))
      val isLook = taken >= look * (looked + 1L)
      val left = look * looks.toLong - taken
      val isOver = left <= Duration.Zero || (isLook && isEnough(all))
      val more = if (isOver) "" else text(", for about %.0f s more at most", left.toUnit(SECONDS))
      if (isOver || isLook || all.size % 5 == 1)
        say(s"${Numbers.counted(all.size, "cycle")}: ${means(all)}${found(all)}$more")
      if (isOver) all else next(all, if (isLook) looked + 1 else looked)
    }
    next(Vector.empty, looked = 0)
  }

  /** A light and a full slice of one service, then a full and a light one of the other, so that those that are compared
    * are beside each other. Slices are as long as the last ones of the service ask for.
    */
  private def cycle(last: Vector[Turn]): (Vector[Turn], Vector[Cycle]) = {
    val order = random.shuffle(names.indices.toVector)
    val isLightFirst = names.size > 1 || random.nextBoolean()
    val seen = order.zipWithIndex.map { case (service, n) =>
      def light: Option[Slice] = Option.when(withLight)(slices.light(service, shortest))
      val before = if (isLightFirst == (n % 2 == 0)) light else None
      val (turn, full) =
        slices.full(service, fullLength(slices.queueSeconds(last(service))), isRecorded)
      service -> (turn -> before.orElse(light).map(Cycle(full, _)))
    }
    val inOrder = seen.sortBy(_._1).map(_._2)
    inOrder.map(_._1) -> inOrder.flatMap(_._2)
  }

  private def fullLength(queueSeconds: Double): FiniteDuration =
    (queueSeconds * 4).seconds.max(shortest).max(shortestFull).min(longest)

  private def means(all: Vector[TurnCycle]): String = names.zipWithIndex
    .map { case (name, n) => text(s"$name %.1f/s", all.map(_.turns(n).perSecond).sum / all.size) }
    .mkString(", ")
}

private object Cycles {

  /** A queue of requests that take long has its length when its slice is judged. A fast variant has nearly as much of
    * the time as a slow one, or its short slices alone would make the ratio stray.
    */
  private val times = TurnTimes.usual.copy(longest = 12.seconds, shortestFull = 2.seconds)
}
