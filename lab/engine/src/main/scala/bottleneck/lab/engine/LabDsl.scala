package bottleneck.lab.engine

import bottleneck.lab.figures
import bottleneck.lab.figures.{record, target, theory}
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

  type Experiment = bottleneck.lab.engine.Experiment
  type Variant = bottleneck.lab.engine.Variant
  type ByTurns = bottleneck.lab.engine.ByTurns
  type SideBySide = bottleneck.lab.engine.SideBySide
  type RunContext = bottleneck.lab.engine.RunContext
  val Disturbing: bottleneck.lab.engine.Disturbing.type = bottleneck.lab.engine.Disturbing

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
  val SlicedLoad: target.SlicedLoad.type = target.SlicedLoad
  type SlicedLoad = target.SlicedLoad
  val OpenLoad: target.OpenLoad.type = target.OpenLoad
  val Burst: target.Burst.type = target.Burst
  type Burst = target.Burst
  val Staircase: target.Staircase.type = target.Staircase
  type Staircase = target.Staircase
  val Confirmation: target.Confirmation.type = target.Confirmation
  val WarmUp: target.WarmUp.type = target.WarmUp
  type WarmUp = target.WarmUp

  // what is expected
  val Trial: record.Trial.type = record.Trial
  type Trial = record.Trial
  val Factor: record.Factor.type = record.Factor
  val PublishedSetting: record.PublishedSetting.type = record.PublishedSetting
  type PublishedSetting = record.PublishedSetting
  val Expectation: record.Expectation.type = record.Expectation
  type Expectation = record.Expectation
  val Limit: theory.Limit.type = theory.Limit
  type Limit = theory.Limit
  val PoolLimit: theory.PoolLimit.type = theory.PoolLimit
  val ErrorKind: figures.ErrorKind.type = figures.ErrorKind
  val Numbers: figures.Numbers.type = figures.Numbers
}
