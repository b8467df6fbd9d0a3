package bottleneck.lab.target

import scala.concurrent.duration.FiniteDuration

/** What is made to fail, and how. */
sealed trait Fault

object Fault {

  /** It is killed, and stays away. */
  final case class Kill(part: Part) extends Fault

  /** It is ended and started again.
    *
    * @param inOrder
    *   whether it may end as it is asked to; else it ends at once, and a database has to recover
    * @param down
    *   from its end to its start
    */
  final case class Restart(part: Part, inOrder: Boolean, down: FiniteDuration) extends Fault

  /** It is stopped and goes on later, as a machine that hangs; what is stopped in the relay is the network. */
  final case class Stall(part: Part, lasts: FiniteDuration) extends Fault

  /** The network between service and database is slower for a time: a request and its answer take so much longer. */
  final case class Slow(roundTrip: FiniteDuration, lasts: FiniteDuration) extends Fault

  /** The connections that the service has to the database are lost, and nobody is told, as when the host fails over:
    * nothing comes through them any more. New ones can be made.
    */
  case object LoseConnections extends Fault

  /** Others take every connection that the database has left. */
  final case class TakeConnections(lasts: FiniteDuration) extends Fault

  /** The disk of the database, which must be one of its own, is full. A database that does not answer when it has room
    * again is started again.
    */
  final case class FillDisk(lasts: FiniteDuration) extends Fault

  /** Others keep every core of the machine busy. */
  final case class TakeCores(lasts: FiniteDuration) extends Fault
}

/** A part of the target. */
sealed abstract class Part(val name: String) {
  override def toString: String = name
}

object Part {

  /** The n-th instance of the service, from 1. */
  final case class Instance(n: Int) extends Part(s"service-$n") {
    override def toString: String = name
  }
  case object Database extends Part("database")

  /** Between service and database, where the database is some way off. */
  case object Relay extends Part("network")
  case object Balancer extends Part("balancer")
  case object Redis extends Part("Redis")

  private val instance = """service-(\d{1,4})""".r

  def named(name: String): Option[Part] = name match {
    case instance(n) => Some(Instance(n.toInt))
    case _ => Vector(Database, Relay, Balancer, Redis).find(_.name == name)
  }
}
