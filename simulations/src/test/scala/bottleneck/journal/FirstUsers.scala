package bottleneck.journal

import io.gatling.core.session.Session
import java.util.concurrent.atomic.AtomicInteger

/** The first so many users of a load who come: Gatling's own numbers count those of the warm-up too. */
private[journal] final class FirstUsers(many: Int) {
  private val users = new AtomicInteger

  def numbered(session: Session): Session =
    if (session.contains(FirstUsers.number)) session else session.set(FirstUsers.number, users.incrementAndGet())

  def has(session: Session): Boolean = session(FirstUsers.number).as[Int] <= many
}

private object FirstUsers {
  private val number = "number"
}
