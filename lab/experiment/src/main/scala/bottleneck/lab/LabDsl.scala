package bottleneck.lab

import io.gatling.core.CoreDsl
import io.gatling.core.config.GatlingConfiguration
import io.gatling.http.HttpDsl
import scala.concurrent.duration
import scala.language.implicitConversions

/** The words of an experiment, for one import: Gatling's and the lab's. */
trait LabDsl extends CoreDsl with HttpDsl {
  override implicit def configuration: GatlingConfiguration = io.gatling.core.Predef.configuration

  type ChainBuilder = io.gatling.core.structure.ChainBuilder
  type Session = io.gatling.core.session.Session
  type FiniteDuration = duration.FiniteDuration
  val Duration: duration.Duration.type = duration.Duration
  implicit def durationOf(number: Int): duration.DurationInt = new duration.DurationInt(number)

  type Experiment = bottleneck.lab.Experiment
  type ByTurns = bottleneck.lab.ByTurns
  type RunContext = bottleneck.lab.RunContext
  val Disturbing: bottleneck.lab.Disturbing.type = bottleneck.lab.Disturbing

  // what to start
  val Target: target.Target.type = target.Target
  type Target = target.Target
  val CpuLimits: target.CpuLimits.type = target.CpuLimits
  type CpuLimits = target.CpuLimits
  val Database: target.Database.type = target.Database
  type Database = target.Database
  val Index: target.Index.type = target.Index
  type Index = target.Index
  val Cache: target.Cache.type = target.Cache
  type Cache = target.Cache
  val Balancer: target.Balancer.type = target.Balancer
  val Policy: target.Policy.type = target.Policy
  val HealthCheck: target.HealthCheck.type = target.HealthCheck
  val Scraping: target.Scraping.type = target.Scraping
  val BuildIndex: target.BuildIndex.type = target.BuildIndex
  val IndexBuild: target.IndexBuild.type = target.IndexBuild
  type IndexBuild = target.IndexBuild

  // who sends requests
  type Load = target.Load
  type LoadPlan = target.LoadPlan
  val ClosedLoad: target.ClosedLoad.type = target.ClosedLoad
  type ClosedLoad = target.ClosedLoad
  val OpenLoad: target.OpenLoad.type = target.OpenLoad
  val Burst: target.Burst.type = target.Burst
  val Staircase: target.Staircase.type = target.Staircase
  type Staircase = target.Staircase
  val Confirmation: target.Confirmation.type = target.Confirmation
  val WarmUp: target.WarmUp.type = target.WarmUp
  type WarmUp = target.WarmUp

  // what is expected
  val Trial: explain.record.Trial.type = explain.record.Trial
  type Trial = explain.record.Trial
  val Factor: explain.record.Factor.type = explain.record.Factor
  val PublishedSetting: explain.published.PublishedSetting.type = explain.published.PublishedSetting
  type PublishedSetting = explain.published.PublishedSetting
  val Expectation: explain.record.Expectation.type = explain.record.Expectation
  type Expectation = explain.record.Expectation
  val Limit: theory.Limit.type = theory.Limit
  type Limit = theory.Limit
  val PoolLimit: theory.PoolLimit.type = theory.PoolLimit
  val ErrorKind: model.ErrorKind.type = model.ErrorKind
  val Numbers: model.Numbers.type = model.Numbers
}
