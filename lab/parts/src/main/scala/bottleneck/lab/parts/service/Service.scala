package bottleneck.lab.parts.service

import bottleneck.lab.figures.settings.{DatabaseAccess, Refused}
import bottleneck.lab.parts.host.{Folders, Http}
import bottleneck.lab.parts.metrics.WatchedInstance
import bottleneck.lab.parts.process.StopSignal
import java.io.File
import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicReference
import java.util.jar.JarFile
import scala.concurrent.duration._
import scala.util.{Try, Using}

/** All instances of the service: started a few at a time, ended in parallel. */
final class Service private (waiting: Vector[() => ServiceInstance]) extends AutoCloseable {
  private val started = new AtomicReference(Vector.empty[ServiceInstance])

  /** Starts the others, each when one of those before it is ready, and returns when all are ready. */
  def awaitReady(): Unit = waiting.indices.foreach { n =>
    instances(n).awaitReady()
    startNext()
  }

  def watched: Vector[WatchedInstance] = instances.map(_.watched)

  def size: Int = waiting.size

  def ended: Int = instances.count(_.hasEnded)

  override def close(): Unit = {
    instances.foreach(_.askToEnd())
    instances.map(instance => Try(instance.close())).foreach(_.get)
  }

  private def instances: Vector[ServiceInstance] = started.get()

  private def startNext(): Unit = waiting.lift(instances.size).foreach(start => started.set(instances :+ start()))
}

object Service {
  private val archiveWithin = 2.minutes

  /** Long enough for the JVM to have profiles of what it does most, and no longer than later starts save. */
  private val trainedFor = 40.seconds

  /** A JVM that starts keeps more than one core busy, and while it waits for something another has the cores: with all
    * at once they would take each other's, and none would be ready before all are.
    */
  private def atOnce: Int = Runtime.getRuntime.availableProcessors + 1

  /** Starts the first of an instance at each of `endpoints`, without waiting; if one cannot be, all are ended. */
  def start(launch: ServiceLaunch, endpoints: Vector[Endpoints]): Service = {
    val service = new Service(endpoints.zipWithIndex.map { case (endpoint, n) =>
      () => ServiceInstance.start(s"service-${n + 1}", launch, endpoint)
    })
    try (1 to atOnce).foreach(_ => service.startNext())
    catch {
      case failure: Throwable =>
        service.close()
        throw failure
    }
    service
  }

  /** Starts one instance, has it answer GETs of `paths`, and ends it in order: then the JVM writes its archive. */
  def train(launch: ServiceLaunch, paths: Vector[String]): Unit = {
    val recording = launch.copy(stop = StopSignal.Terminate)
    val endpoints = Endpoints.choose(1, onePort = false).head
    Using.resource(ServiceInstance.start("service-training", recording, endpoints)) { instance =>
      instance.awaitReady()
      val requests = paths.map(path => new URI(s"${endpoints.url}$path")) :+ endpoints.prometheus
      if (paths.isEmpty) requests.foreach(Http.status)
      else if (TrainingLoad.send(requests, connections = 2 * atOnce, trainedFor) == 0)
        throw new Refused(s"The service answered none of the requests that it is trained by: ${paths.mkString(", ")}.")
      instance.endInOrder(archiveWithin)
    }
  }
}

/** Launch settings of all instances of a service. `stop` ends an instance: it has no state that an orderly end would
  * save.
  */
final case class ServiceLaunch(
    program: ServiceProgram,
    jdk: Jdk,
    jvm: Vector[String],
    properties: Map[String, String],
    database: Option[ServiceDatabase],
    logs: Path,
    stop: StopSignal = StopSignal.Kill,
    cache: ServiceCache = ServiceCache.none
)

/** Login to the database, and the JDBC URL for read-only transactions with the same user, where that is another. */
final case class ServiceDatabase(access: DatabaseAccess, readersUrl: Option[String] = None)

/** The service as the lab knows it: a jar with a main class, and the class path of its dependencies. `code` is a hash
  * of the jar and of its dependencies' names, wherever they are; `hash` of all that, and of where they are.
  */
final case class ServiceProgram private (
    jar: Path,
    dependencies: String,
    mainClass: String,
    code: String,
    hash: String
) {
  def classPath: String = s"$jar:$dependencies"
}

object ServiceProgram {

  /** Copies the jar below `cache` by its hash: a start-up archive is void once the jar's time differs. */
  def kept(jar: Path, classPathFile: Path, cache: Path): ServiceProgram = {
    val dependencies = Files.readString(classPathFile).trim
    val content = Files.readAllBytes(jar)
    val names = dependencies.split(File.pathSeparator).map(path => Path.of(path).getFileName.toString)
    val code = Folders.hash(content, names.sorted.mkString("\n").getBytes(UTF_8)).take(codeDigits)
    val hash = Folders.hash(content, dependencies.getBytes(UTF_8))
    val folder = Folders.madeOnce(cache.resolve(s"service-$hash")) { draft =>
      val _ = Files.copy(jar, draft.resolve("service.jar"))
    }
    ServiceProgram(folder.resolve("service.jar"), dependencies, mainClass(jar), code, hash)
  }

  private val codeDigits = 8

  private def mainClass(jar: Path): String =
    Using.resource(new JarFile(jar.toFile)) { file =>
      Option(file.getManifest.getMainAttributes.getValue("Main-Class"))
        .getOrElse(throw new IllegalArgumentException(s"$jar has no Main-Class in its manifest"))
    }
}
