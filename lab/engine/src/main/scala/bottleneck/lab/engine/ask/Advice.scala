package bottleneck.lab.engine.ask

import bottleneck.lab.figures.statistics.TurnsRatio
import bottleneck.lab.figures.{Numbers, Ratio}
import bottleneck.lab.parts.service.ServiceCommand
import bottleneck.lab.parts.sources.PoolKind
import com.sun.management.OperatingSystemMXBean
import java.lang.management.ManagementFactory

/** A change that lifts the limit to so many requests per second. */
private[ask] sealed abstract class Advice(val argument: String, val perSecond: Double) {

  /** What it gives, in words. */
  def promise: String = Numbers.rate(perSecond)

  /** The start of the service with it. */
  def in(command: ServiceCommand): ServiceCommand = command

  /** An index of the lab's database that it needs. */
  def index: Option[String] = None

  /** Whether the lab can start the service with it. */
  def canBeTried: Boolean = true

  def sentence: String = s"$argument should give $promise."
}

private[ask] object Advice {

  /** A property of Spring Boot. */
  final case class Property(name: String, value: Int, rate: Double) extends Advice(s"--$name=$value", rate) {
    override def in(command: ServiceCommand): ServiceCommand =
      command.copy(arguments = command.arguments.filterNot(_.startsWith(s"--$name=")) :+ argument)
  }

  /** The JVM's heap. Its options in the environment come after others there, and before those of the command line. */
  final case class Heap(megabytes: Int, rate: Double) extends Advice(s"-Xmx${megabytes}m", rate) {
    override def promise: String = orMore(rate)
    override def in(command: ServiceCommand): ServiceCommand = {
      val set = command.environment.get(options).orElse(sys.env.get(options))
      command.copy(environment = command.environment + (options -> (set.toVector :+ argument).mkString(" ")))
    }
  }

  /** An index that spares the scan of a table. */
  final case class Index(statement: String, rate: Double) extends Advice(statement, rate) {
    override def promise: String = orMore(rate)
    override def index: Option[String] = Some(statement)
  }

  /** The same in a database of somebody else, which the lab does not change. */
  final case class ForeignIndex(statement: String, rate: Double) extends Advice(statement, rate) {
    override def promise: String = s"up to ${Numbers.rate(rate)}, if nothing else limits"
    override def canBeTried: Boolean = false
    override def sentence: String = s"${super.sentence} The lab does not change a database of yours."
  }

  /** Of a change after which a request also holds threads and connections for less time, so that the next limit seen
    * now says nothing, and costs less beside it than at the old, low rate.
    */
  private def orMore(rate: Double): String = s"${Numbers.rate(rate)} or more, if nothing else limits"

  private val options = "JDK_JAVA_OPTIONS"

  private val properties = Map[PoolKind, String](
    PoolKind.JdbcConnections -> "spring.datasource.hikari.maximum-pool-size",
    PoolKind.RequestThreads -> "server.tomcat.threads.max"
  )

  /** Gain from which a setting is worth a change. */
  private val notable = 1.1

  /** Share of a request's CPU time that a change spares at most. */
  private val mostSpared = 0.99

  /** MB of heap that this machine, or the control group of the lab, has room for. */
  private def mostHeap: Double = ManagementFactory.getOperatingSystemMXBean match {
    case system: OperatingSystemMXBean => 0.6 * system.getTotalMemorySize / (1024 * 1024)
    case _ => Double.PositiveInfinity
  }

  /** Twice as many of the pool that limits, where Spring Boot sets it and that would give more; more heap; or an index.
    */
  def of(answer: Answer, database: Option[DatabaseUse]): Option[Advice] = {
    def bounded(promised: Double): Double = answer.next.fold(promised)(next => math.min(promised, next.perSecond))
    val advice = answer.finding match {
      case Finding.Named(limit @ ResourceLimit(Resource.Pool(kind, ""), _, _, demand, _), _, _) =>
        val twice = 2 * limit.perSecond
        properties.get(kind).map(Property(_, math.round(twice * demand).toInt, bounded(twice)))
      case Finding.Heap(_, _, enough, gain) if enough < mostHeap =>
        Some(Heap(enough, gain * answer.seen.hold.throughput))
      case Finding.Named(limit, _, _) if limit.resource == Resource.Cores =>
        for {
          use <- database
          (create, left) <- use.index
          used <- Limits.cpu(answer.seen, Part.Database)
          // something is left of any request
          share = math.min(mostSpared, used / limit.demand * (1 - left))
          rate = limit.perSecond / (1 - share)
        } yield if (use.isOwn) Index(create, rate) else ForeignIndex(create, rate)
      case _ => None
    }
    advice.filter(_.perSecond > notable * answer.seen.hold.throughput)
  }
}

/** The service with the advice, by turns with the service as it is: requests per second of both and, of the cycles, how
  * many times as many; and what was `full` with the advice.
  */
private[ask] final case class Confirmation(
    advice: Advice,
    changed: Double,
    asItIs: Double,
    ratio: Option[TurnsRatio],
    full: Vector[String]
) {
  def sentence: String = {
    val times = ratio.fold(s"${Numbers.plain(changed / asItIs)} times")(of => s"${Ratio.text(Ratio.of(of))} times")
    s"Tried, by turns with the service as it is: with ${advice.argument} ${Numbers.rate(changed)} in place of " +
      s"${Numbers.rate(asItIs)}, $times as many; predicted ${advice.promise}." +
      (if (full.isEmpty) "" else s" Then the ${full.mkString(" and the ")} were full.")
  }
}
