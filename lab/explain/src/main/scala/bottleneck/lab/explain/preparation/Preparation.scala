package bottleneck.lab.explain.preparation

import bottleneck.lab.explain.json.Json
import bottleneck.lab.files.{InputText, WholeFile}
import java.nio.file.{Files, Path}

/** What was seen before the load, and of the same requests after it.
  *
  * @param boundMs
  *   how long the warm-up might take
  * @param heldMs
  *   how long a request of the load is held, where response times ended the warm-up; none where CPU times did
  * @param cpus
  *   cores of the machine
  */
final case class Preparation(slices: Vector[Slice], boundMs: Long, heldMs: Option[Double], cpus: Int) {

  /** Of the warm-up. */
  def warming: Vector[Slice] = slices.filter(_.phase == Phases.warmUp)

  /** Of the paced loads. */
  def calibrating: Vector[Slice] = slices.filter(slice => Phases.calibrations.contains(slice.phase))

  /** CPU time of a request at the highest pace, before and after the load, in ms; nothing where one was not seen. */
  def aroundLoad: Option[(Double, Double)] = for {
    before <- Preparation.cpuMs(slices.filter(_.phase == Phases.calibrations.last))
    after <- Preparation.cpuMs(slices.filter(_.phase == Phases.afterLoad))
  } yield (before, after)

  /** How it was at the end of the warm-up. */
  def warmth: Warmth = heldMs.fold(Warmth.ofCores(warming, cpus))(Warmth.ofTime(warming, _))

  /** How long the warm-up took. */
  def warmUpSeconds: Double = warming.map(_.seconds).sum

  /** Relative standard deviation of the cores that a request used in a second, at the highest pace: what a throughput
    * that cores limit strays by.
    */
  def noise: Option[Double] = Noise.of(slices.filter(_.phase == Phases.calibrations.last))
}

object Preparation {
  val file = "preparation.json"

  def write(folder: Path, preparation: Preparation): Unit = {
    val _ = Files.createDirectories(folder)
    WholeFile.write(folder.resolve(file), PreparationJson.render(preparation))
  }

  private def cpuMs(slices: Vector[Slice]): Option[Double] = {
    val requests = slices.map(_.requests).sum
    val used = slices.map(slice => slice.allOwn * slice.seconds).sum
    Option.when(requests > 0 && used > 0)(used * 1000 / requests)
  }

  /** What a run's folder has of it; nothing where the run had no warm-up, a sentence where the file is damaged. */
  def read(folder: Path): Either[String, Option[Preparation]] = {
    val path = folder.resolve(file)
    if (!Files.exists(path)) Right(None)
    else
      InputText
        .read(path)
        .flatMap(PreparationJson.parse)
        .map(Some(_))
        .left
        .map(reason => s"$path cannot be read: $reason.")
  }
}

private object PreparationJson extends Json {
  implicit private val slice: ReadWriter[Slice] = macroRW
  implicit private val preparation: ReadWriter[Preparation] = macroRW

  def render(of: Preparation): String = write(of, indent = 2)

  def parse(text: String): Either[String, Preparation] = caught(read[Preparation](text))
}
