package bottleneck.lab.settings

import java.net.InetSocketAddress

/** Which of several injectors a run is: each sends its share of one load.
  *
  * @param number
  *   from 1; the first warms the target up
  * @param of
  *   how many there are
  * @param barrier
  *   where the first listens, and the others learn when the load begins
  */
final case class Injector(number: Int, of: Int, barrier: InetSocketAddress) {
  def isFirst: Boolean = number == 1

  def name: String = s"$number of $of"

  /** Of the barrier: host:port. */
  def address: String = s"${barrier.getHostString}:${barrier.getPort}"

  /** Of `all` users, who are dealt out in turn: the shares of all injectors are all of them. */
  def share(all: Int): Int = (all + of - number) / of
}

object Injector {
  private[settings] val injectorName = "lab.injector"
  private val barrierName = "lab.barrier"
  private[settings] val names = Vector(injectorName, barrierName)

  private val most = 100
  private val usualBarrier = "127.0.0.1:9400"
  private val address = """(.+):(\d{1,5})""".r

  /** None where a run sends the whole load. */
  private[settings] def read(
      properties: Map[String, String],
      running: RunningParts,
      runs: RunNumbers
  ): Either[Refused, Option[Injector]] = properties.get(injectorName) match {
    case None => refusedWithout(properties).toLeft(None)
    case Some(text) =>
      for {
        numbers <- numbers(text)
        _ <- Either.cond(
          running.targetUrls.nonEmpty,
          (),
          refused(text, "injectors share a target: name it, -Dtarget.url=.")
        )
        _ <- Either.cond(runs.repeats == 1, (), refused(text, s"${RunNumbers.repeatName} is 1 then: start all again."))
        barrier <- barrier(properties.getOrElse(barrierName, usualBarrier))
      } yield Option.when(numbers._2 > 1)(Injector(numbers._1, numbers._2, barrier))
  }

  private def numbers(text: String): Either[Refused, (Int, Int)] =
    (text.split("/", -1).toVector.map(_.toIntOption) match {
      case Vector(Some(number), Some(of)) if 1 <= number && number <= of && of <= most => Some(number -> of)
      case _ => None
    }).toRight(refused(text, s"use 1/4 to 4/4 for four injectors; there may be $most."))

  private def barrier(text: String): Either[Refused, InetSocketAddress] = text match {
    case address(host, port) if port.toInt >= 1 && port.toInt <= 65535 =>
      Right(InetSocketAddress.createUnresolved(host, port.toInt))
    case _ => Left(new Refused(s"-D$barrierName=$text is no address: use a host and a port, like $usualBarrier."))
  }

  private def refusedWithout(properties: Map[String, String]): Option[Refused] =
    properties
      .get(barrierName)
      .map(text => new Refused(s"-D$barrierName=$text is for injectors only: also say which, -D$injectorName=1/2."))

  private def refused(text: String, reason: String): Refused = new Refused(s"-D$injectorName=$text: $reason")
}
