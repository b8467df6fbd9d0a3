package bottleneck.lab.claims

import bottleneck.lab.engine.prepare.Preparing
import bottleneck.lab.figures.Numbers
import bottleneck.lab.figures.settings.Settings
import bottleneck.lab.figures.target._

/** Text that a run prints below its question before it starts anything: target, load and duration, settings that differ
  * from their defaults, and passwords that others can read.
  */
private object Announcement {

  /** Properties with longer values are left out: a page has them. */
  private val longest = 20

  def of(target: Target, load: Load, settings: Settings): Vector[String] = {
    val changed = settings.changed.map { case (name, value) => s"$name=$value" }
    Vector(
      s"  target: ${if (settings.running.targetUrls.isEmpty) of(target) else settings.running.targetUrls.mkString(", ")}",
      s"  load: ${of(load)}",
      s"  duration: ${duration(load, settings)}"
    ) ++ Option.when(changed.nonEmpty)(s"  settings: ${changed.mkString(", ")}") ++
      settings.running.exposed.map(sentence => s"  warning: $sentence")
  }

  def of(target: Target): String = {
    val instances = Numbers.counted(target.instances, "instance")
    val properties =
      target.properties.toVector.sorted.collect { case (name, value) if value.length <= longest => s"$name=$value" }
    val service = (s"$instances of the service" +: properties).mkString(" ")
    val database = target.database.map(used =>
      s"PostgreSQL with index ${used.index.name}" +
        (if (used.readers > 0) s" and ${Numbers.counted(used.readers, "replica")}" else "") +
        (if (used.isFar) s", ${used.roundTrip} away" else "")
    )
    val limits =
      Vector(target.cpus.service.map(_ -> "service"), target.cpus.database.map(_ -> "database")).flatten.map {
        case (cores, part) => s"${Numbers.count(cores)} cores for the $part"
      }
    val others = target.balancer.map(_ => "HAProxy") ++ database ++ target.cache.map(used => s"cache ${used.name}")
    ((service +: others.toVector) ++ limits).mkString(", ")
  }

  def of(load: Load): String = load match {
    case closed: ClosedLoad =>
      s"${Numbers.counted(closed.users, "user")}, each waits for its answer before it sends the next request"
    case sliced: SlicedLoad =>
      s"${Numbers.counted(sliced.users, "user")} in slices, each waits for its answer before it sends the next request"
    case burst: Burst => s"a burst of ${Numbers.counted(burst.users, "request")} within ${burst.arrival.toMillis} ms"
    case open: OpenLoad => s"${Numbers.plain(open.perSecond)} users/s arrive, each sends one request"
    case stairs: Staircase => s"${stairs.levels.mkString(", ")} users, ${stairs.each} each"
  }

  private def duration(load: Load, settings: Settings): String = {
    val bound = Preparing.boundAt(settings.scale).toSeconds
    val warmUp = if (load.warmUp.isDefined) s", after a warm-up of at most $bound s" else ""
    val most = load match {
      case _: SlicedLoad => "at most "
      case _: ClosedLoad | _: Burst | _: OpenLoad | _: Staircase => ""
    }
    s"$most${load.duration.toSeconds} s of load$warmUp"
  }
}
