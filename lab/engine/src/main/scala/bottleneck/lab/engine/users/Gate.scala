package bottleneck.lab.engine.users

import io.gatling.core.action.Action
import io.gatling.core.action.builder.ActionBuilder
import io.gatling.core.session.Session
import io.gatling.core.structure.ScenarioContext
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters._

/** Where users wait until they may begin a round. They do not ask meanwhile: that would take the machine's CPU time,
  * and those who were asleep would begin late.
  */
private[users] final class Gate {
  private val waiting = ConcurrentHashMap.newKeySet[Waiting]

  /** Lets those who wait and `may` go on. */
  def open(may: Int => Boolean): Unit =
    waiting.asScala.foreach(user => if (may(user.number) && waiting.remove(user)) user.goOn())

  /** A user of this `number` waits, unless it `may` go on: what changed since it asked has opened the gate before. */
  def pass(number: Session => Int, may: Int => Boolean): ActionBuilder = new ActionBuilder {
    override def build(context: ScenarioContext, after: Action): Action = new Action {
      override def name: String = "gate"

      override def execute(session: Session): Unit = come(number(session), may)(() => after ! session)
    }
  }

  private[users] def come(number: Int, may: Int => Boolean)(goOn: () => Unit): Unit = {
    val user = new Waiting(number, goOn)
    val _ = waiting.add(user)
    if (may(number) && waiting.remove(user)) goOn()
  }

  private final class Waiting(val number: Int, val goOn: () => Unit)
}
