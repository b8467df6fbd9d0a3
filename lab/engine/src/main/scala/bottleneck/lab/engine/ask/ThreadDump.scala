package bottleneck.lab.engine.ask

import scala.util.Try

/** Thread dumps of HotSpot 17 to 25. Frames are written alike for both formats: without modules and class loaders. */
object ThreadDump {
  private val Header = """"(.*)" (?:#\d|\[|os_prio=|prio=|daemon ).*""".r
  private val Mounted = """\s+Mounted virtual thread .*""".r
  private val State = """\s+java\.lang\.Thread\.State: (.*)""".r
  private val Frame = """\s+at (.*)""".r
  private val Awaited =
    """\s+- (?:waiting to lock|waiting to re-lock in wait\(\)|waiting on|parking to wait for) +<(\w+)> \(an? (.*)\)""".r
  private val Locked = """\s+- (?:locked )?<(\w+)> \(an? .*\)""".r
  private val ModuleOfFile = """\([^()/]*/""".r
  private val ModuleAndLoader = """^(?:[\w.@+-]*/){1,2}""".r

  /** A thread without the owner of what it awaits, the identity of that, and identities of what it holds. */
  private final case class Entry(thread: StackedThread, awaits: Option[String], holds: Set[String])

  /** Threads in the text of `jcmd PID Thread.print -l`, the MBean `DiagnosticCommand`'s `threadPrint`. */
  def ofText(text: String): Vector[StackedThread] = {
    val lines = text.linesIterator.toVector
    val starts = lines.indices.filter(line => Header.matches(lines(line)) || Mounted.matches(lines(line)))
    val entries =
      starts.zip(starts.drop(1) :+ lines.size).map { case (from, until) => ofLines(lines.slice(from, until)) }
    threads(entries.toVector)
  }

  /** A monitor that a thread gave back in `Object.wait` is printed as locked, too. */
  private def ofLines(lines: Vector[String]): Entry = {
    val name = lines.head match {
      case Header(name) => name
      case mounted => mounted.trim.stripPrefix("Mounted ")
    }
    val frames = lines.collect { case Frame(frame) => ModuleOfFile.replaceFirstIn(frame, "(") }
    val state = lines.collectFirst { case State(state) => state }.getOrElse(stateAt(frames))
    val (awaits, waitsFor) = lines.collectFirst { case Awaited(identity, of) => identity -> of }.unzip
    val holds = lines.collect { case Locked(identity) => identity }.toSet -- awaits
    Entry(StackedThread(name, state, frames, waitsFor), awaits, holds)
  }

  /** Threads, virtual ones too, in what `jcmd PID Thread.dump_to_file -format=json` writes from JDK 21 on. States, what
    * threads wait for and owners of monitors are there from JDK 25 on. Nothing of another text.
    */
  def ofJson(json: String): Vector[StackedThread] = Try {
    threads(ujson.read(json)("threadDump")("threadContainers").arr.toVector.flatMap(_("threads").arr).map(ofJson))
  }.getOrElse(Vector.empty)

  private def ofJson(thread: ujson.Value): Entry = {
    val frames = thread("stack").arr.map(frame => ModuleAndLoader.replaceFirstIn(frame.str, "")).toVector
    val state = thread.obj.get("state").fold(stateAt(frames))(_.str)
    val awaits = awaited(thread)
    val holds = thread.obj.get("monitorsOwned").toVector.flatMap(_.arr).flatMap(_("locks").arr).flatMap(_.strOpt).toSet
    Entry(StackedThread(nameOf(thread), state, frames, awaits.map(_.takeWhile(_ != '@'))), awaits, holds)
  }

  /** A virtual thread has no name unless it was given one. */
  private def nameOf(thread: ujson.Value): String =
    Some(thread("name").str).filter(_.nonEmpty).getOrElse(s"#${thread("tid").str}")

  private def awaited(thread: ujson.Value): Option[String] =
    thread.obj
      .get("blockedOn")
      .orElse(thread.obj.get("waitingOn"))
      .orElse(thread.obj.get("parkBlocker").map(_("object")))
      .map(_.str)

  private def threads(entries: Vector[Entry]): Vector[StackedThread] = {
    val owners = entries.flatMap(entry => entry.holds.map(_ -> entry.thread.name)).toMap
    entries.map(entry => entry.thread.copy(owner = entry.awaits.flatMap(owners.get)))
  }

  /** The state by the innermost frame, where the dump has none: one that is blocked passes for a running one. */
  private def stateAt(frames: Vector[String]): String =
    frames.headOption.getOrElse("") match {
      case parked if parked.contains(".park") || parked.contains("yieldContinuation") => "WAITING (parking)"
      case waits if waits.startsWith("java.lang.Object.wait") => "WAITING (on object monitor)"
      case sleeps if sleeps.contains("Thread.sleep") => "TIMED_WAITING (sleeping)"
      case _ => "RUNNABLE"
    }
}
