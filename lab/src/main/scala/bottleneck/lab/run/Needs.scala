package bottleneck.lab.run

import bottleneck.lab.run.balancer.HaProxyProgram
import bottleneck.lab.run.cache.RedisProgram
import bottleneck.lab.run.service.Jdk
import bottleneck.lab.settings.Settings
import bottleneck.lab.target.{Cache, Target}

/** What a target needs that not every machine has. */
object Needs {

  /** Why the target cannot be had here, in a sentence; nothing where it can. */
  def unmet(target: Target, settings: Settings): Option[String] =
    unmet(target, settings, HaProxyProgram.found, RedisProgram.found(settings.layout.cache))

  private[run] def unmet(
      target: Target,
      settings: Settings,
      haProxy: => Option[HaProxyProgram],
      redis: => Option[RedisProgram]
  ): Option[String] =
    if (settings.targetUrls.nonEmpty) elsewhere(target)
    else balancer(target, haProxy).orElse(cache(target, settings, redis)).orElse(java(target, settings))

  /** Of a system that runs already nothing of this can be told. */
  private def elsewhere(target: Target): Option[String] =
    Vector(
      target.balancer.map(_ => "a load balancer"),
      target.cache.map(_ => "a cache"),
      Option.when(target.oldestJava > Target.oldestJava)(s"JDK ${target.oldestJava} or later")
    ).flatten.headOption.map { need =>
      s"The target needs $need, which the lab cannot tell of the system at -Dtarget.url: leave the property out and the lab starts one."
    }

  private def balancer(target: Target, haProxy: => Option[HaProxyProgram]): Option[String] =
    target.balancer.filter(_ => haProxy.isEmpty).map(_ => HaProxyProgram.missing)

  private def cache(target: Target, settings: Settings, redis: => Option[RedisProgram]): Option[String] =
    target.cache.collect { case _: Cache.Redis if settings.redis.isEmpty && redis.isEmpty => RedisProgram.missing }

  private def java(target: Target, settings: Settings): Option[String] = {
    val jdk = Jdk.choose(settings.java)
    Option.when(jdk.feature < target.oldestJava)(
      s"The service's JDK is ${jdk.version} but the target needs JDK ${target.oldestJava} or later: install one, or name it with -Dlab.java=."
    )
  }
}
