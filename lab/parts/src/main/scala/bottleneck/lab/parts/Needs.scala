package bottleneck.lab.parts

import bottleneck.lab.figures.settings.{Properties, Settings}
import bottleneck.lab.figures.target.{Cache, CpuLimits, Target}
import bottleneck.lab.parts.balancer.HaProxyProgram
import bottleneck.lab.parts.cache.RedisProgram
import bottleneck.lab.parts.host.Executable
import bottleneck.lab.parts.limit.CpuLimiters
import bottleneck.lab.parts.service.Jdk

/** Requirements of a target that not every machine meets. */
object Needs {

  /** Reason why the target cannot run here, in a sentence; none where it can. */
  def unmet(target: Target, settings: Settings): Option[String] =
    unmet(
      target,
      settings,
      HaProxyProgram.found,
      RedisProgram.found(settings.layout.cache),
      CpuLimiters.found(_).isDefined
    )

  private[lab] def unmet(
      target: Target,
      settings: Settings,
      haProxy: => Option[Executable],
      redis: => Option[Executable],
      canLimit: Vector[Double] => Boolean
  ): Option[String] = {
    val isUsersDatabase = settings.running.database.isDefined
    if (settings.running.targetUrls.nonEmpty) elsewhere(target)
    else
      Option
        .when(target.balancer.isDefined && haProxy.isEmpty)(HaProxyProgram.missing)
        .orElse(java(target, settings))
        .orElse(limited(limits(target), isUsersDatabase, canLimit))
        .orElse(if (isUsersDatabase) ownDatabase(target) else None)
        .orElse(target.cache.collect {
          case _: Cache.Redis if settings.running.redis.isEmpty && redis.isEmpty => RedisProgram.missing
        })
  }

  /** Limits of the cores of the target's parts: those of all of the machine, or more, are none and need nothing. */
  private[lab] def limits(target: Target): CpuLimits = target.cpus.below(Runtime.getRuntime.availableProcessors)

  /** Nothing of this is known about a system that runs already. */
  private def elsewhere(target: Target): Option[String] =
    Vector(
      target.balancer.map(_ => "a load balancer"),
      Option.when(limits(target).all.nonEmpty)("limits of its cores"),
      Option.when(target.oldestJava > Target.oldestJava)(s"JDK ${target.oldestJava} or later"),
      manyRows(target).map(times => s"a PostgreSQL of the lab's own with $times times the rows"),
      beside(target),
      target.cache.map(_ => "a cache")
    ).flatten.headOption.map { need =>
      s"The target needs $need, which the lab cannot tell of the system at -Dtarget.url: leave the property out and the lab starts one."
    }

  private def java(target: Target, settings: Settings): Option[String] = {
    val jdk = Jdk.choose(settings.java, Properties.java.name)
    Option.when(jdk.feature < target.oldestJava)(
      s"The service's JDK is ${jdk.version} but the target needs JDK ${target.oldestJava} or later: install one, or name it with -D${Properties.java.name}=."
    )
  }

  private def limited(
      wanted: CpuLimits,
      isUsersDatabase: Boolean,
      canLimit: Vector[Double] => Boolean
  ): Option[String] =
    if (wanted.database.isDefined && isUsersDatabase)
      Some(
        s"The target needs its database limited to ${CpuLimiters.text(wanted.database.toVector)}, which the lab cannot do to a database of yours: " +
          "leave -Dlab.database.url= out and the lab starts one."
      )
    else Option.when(wanted.all.nonEmpty && !canLimit(wanted.all))(CpuLimiters.missing(wanted.all))

  /** The lab changes indexes of many rows under load: a user was not told of either. */
  private def ownDatabase(target: Target): Option[String] =
    manyRows(target)
      .map { times =>
        s"The target needs a PostgreSQL with $times times the rows whose indexes the lab changes under load, which it does only in its own: leave out -Dlab.database.url and the lab starts one."
      }
      .orElse(beside(target).map { need =>
        s"The target needs $need, which the lab can only start beside a PostgreSQL of its own: leave -Dlab.database.url= out and it starts one."
      })

  private def manyRows(target: Target): Option[Int] = target.database.map(_.scale).filter(_ > 1)

  /** A replica begins with a copy of the data folder, and a relay leads to a server of this machine. */
  private def beside(target: Target): Option[String] = target.database.collect {
    case database if database.readers > 0 => "readers of its database"
    case database if database.isFar => s"a relay that makes its database ${database.roundTrip} away"
  }
}
