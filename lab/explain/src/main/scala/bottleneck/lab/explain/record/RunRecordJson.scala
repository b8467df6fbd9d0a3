package bottleneck.lab.explain.record

import bottleneck.lab.explain.json.Json
import bottleneck.lab.explain.published.PublishedSetting
import bottleneck.lab.explain.theory.{PoolLimit, Prediction}
import bottleneck.lab.files.{InputText, WholeFile}
import bottleneck.lab.target._
import java.nio.file.{Files, Path}
import scala.concurrent.duration._

/** A [[RunRecord]] as JSON, whose field names are those of the classes; times are texts such as `30 seconds`. */
private object RunRecordJson extends Json {
  implicit private val time: ReadWriter[FiniteDuration] =
    readwriter[String].bimap[FiniteDuration](
      _.toString,
      text =>
        Duration(text) match {
          case finite: FiniteDuration => finite
          case other => throw new IllegalArgumentException(s"$other is no time that ends")
        }
    )

  implicit private val factor: ReadWriter[Factor] = macroRW
  implicit private val published: ReadWriter[PublishedSetting] = macroRW
  implicit private val host: ReadWriter[Host] = macroRW
  implicit private val cpus: ReadWriter[CpuLimits] = macroRW
  implicit private val index: ReadWriter[Index] = word[Index](Vector(Index.None, Index.Published, Index.Keyset))(_.name)
  implicit private val database: ReadWriter[Database] = macroRW
  implicit private val policy: ReadWriter[Policy] =
    word[Policy](Vector(Policy.RoundRobin, Policy.LeastConnections))(_.name)
  implicit private val healthCheck: ReadWriter[HealthCheck] = macroRW
  implicit private val balancer: ReadWriter[Balancer] = macroRW
  implicit private val training: ReadWriter[Training] = macroRW
  implicit private val caffeine: ReadWriter[Cache.Caffeine] = macroRW
  implicit private val redis: ReadWriter[Cache.Redis] = macroRW
  implicit private val cache: ReadWriter[Cache] = macroRW
  implicit private val scraping: ReadWriter[Scraping] = macroRW
  implicit private val target: ReadWriter[Target] = macroRW
  implicit private val coresSteady: ReadWriter[WarmUp.CoresSteady.type] = macroRW
  implicit private val timeSteady: ReadWriter[WarmUp.TimeSteady] = macroRW
  implicit private val until: ReadWriter[WarmUp.Until] = macroRW
  implicit private val warmUp: ReadWriter[WarmUp] = macroRW
  implicit private val closed: ReadWriter[ClosedLoad] = macroRW
  implicit private val open: ReadWriter[OpenLoad] = macroRW
  implicit private val burst: ReadWriter[Burst] = macroRW
  implicit private val staircase: ReadWriter[Staircase] = macroRW
  implicit private val load: ReadWriter[Load] = macroRW
  implicit private val prediction: ReadWriter[Prediction] = macroRW
  implicit private val pool: ReadWriter[PoolLimit] = macroRW
  implicit private val expectation: ReadWriter[Expectation] = macroRW
  implicit private val build: ReadWriter[IndexBuild] =
    word[IndexBuild](Vector(IndexBuild.Plain, IndexBuild.Concurrent, IndexBuild.Interrupted))(_.toString)
  implicit private val buildIndex: ReadWriter[BuildIndex] = macroRW
  implicit private val sent: ReadWriter[SentShare] = macroRW
  implicit private val injector: ReadWriter[InjectorShare] = macroRW
  implicit private val installed: ReadWriter[Installed] = macroRW
  implicit private val step: ReadWriter[Step] = macroRW
  implicit private val record: ReadWriter[RunRecord] = macroRW

  def asked(identity: RunIdentity, setup: RunSetup): String =
    ujson.write(writeJs(RunRecord(identity, Host(0, 0, "", ""), setup)))

  def writeIn(folder: Path, value: RunRecord): Unit = {
    val _ = Files.createDirectories(folder)
    val fields = writeJs(value).obj.toVector
    val json = ujson.Obj.from(("schema" -> ujson.Str(RunRecord.schema)) +: fields)
    WholeFile.write(folder.resolve(RunRecord.file), ujson.write(json, indent = 2) + "\n")
  }

  def readIn(folder: Path): Either[String, Option[RunRecord]] = {
    val path = folder.resolve(RunRecord.file)
    if (!Files.exists(path)) Right(None)
    else
      InputText
        .read(path, most)
        .flatMap(parse)
        .map(Some(_))
        .left
        .map(reason => s"$path cannot be used: $reason.")
  }

  private def parse(text: String): Either[String, RunRecord] = for {
    json <- caught(ujson.read(text))
    schema <- caught(json("schema").str)
    _ <- Either.cond(
      schema == RunRecord.schema,
      (),
      s"its schema is '$schema' but only '${RunRecord.schema}' is understood"
    )
    value <- caught(read[RunRecord](json))
  } yield value
}
