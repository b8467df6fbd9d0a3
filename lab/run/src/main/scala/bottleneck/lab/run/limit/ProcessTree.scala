package bottleneck.lab.run.limit

import java.io.IOException
import scala.annotation.tailrec
import scala.jdk.OptionConverters._
import scala.jdk.StreamConverters._

private[limit] object ProcessTree {

  /** Does something to the process `root`, and then to its descendants until there is none that it was not done to:
    * what it starts from then on inherits limits. One that has ended meanwhile is left out, but the first must not
    * have: an `IOException` says so.
    */
  def each(root: Long)(action: Long => Unit): Unit = {
    @tailrec def others(done: Set[Long]): Unit = {
      val more = descendants(root) -- done
      more.foreach(pid =>
        try action(pid)
        catch { case failure: IOException if isAlive(pid) => throw failure; case _: IOException => () }
      )
      if (more.nonEmpty) others(done ++ more)
    }
    action(root)
    // nothing may have been done to a process that is gone, without a failure
    if (!isAlive(root)) throw new IOException(s"process $root has ended")
    others(Set.empty)
  }

  private def descendants(pid: Long): Set[Long] =
    ProcessHandle.of(pid).toScala.fold(Set.empty[Long])(_.descendants().toScala(Set).map(_.pid()))

  private def isAlive(pid: Long): Boolean = ProcessHandle.of(pid).toScala.exists(_.isAlive)
}
