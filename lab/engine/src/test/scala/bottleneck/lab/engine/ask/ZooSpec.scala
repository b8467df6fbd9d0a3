package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.figures.settings.Layout
import bottleneck.lab.log.{Project, Slow}
import bottleneck.lab.parts.cache.{RedisProgram, RedisServer}
import bottleneck.lab.parts.sources.PoolKind
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec

/** Each limit that is planted in the zoo is found; a table of what was found is left in target/zoo.md.
  * `-Dtests.jvm=-Dzoo=/lock,/cpu` asks only about requests that begin so.
  */
class ZooSpec extends AnyFlatSpec with AskedZoo {
  import ZooSpec._

  private val chosen = sys.props.getOrElse("zoo", "/").split(',').toVector

  "A question" should "name three of the planted limits, and their cause" in {
    val three = Vector("/sleep?ms=100", "/scan?visitor=7", "/monitor?ms=20")
    val rows = three.flatMap(path => planted.find(_.path == path)).map(row(_, None))
    // beside other suites it may not know, and says why; it names nothing else
    names(rows.filter(of => of.named.nonEmpty || !of.isDisturbed))
  }

  it should "name each planted limit, and predict its throughput" taggedAs Slow in {
    val layout = Layout(Project.root, zoo, zoo, folder.resolve("redis"), folder)
    val redis = RedisProgram.found(layout.cache).map(RedisServer.start(_, layout, Files.createDirectories(layout.work)))
    try askAboutAll(redis)
    finally redis.foreach(_.close())
  }

  private def askAboutAll(redis: Option[RedisServer]): Assertion = {
    redis.fold(info("Redis is not installed: the limits that need it are left out"))(_.awaitReady())
    val asked = planted.filter(limit => chosen.exists(limit.path.startsWith(_)))
    val rows = asked.filter(limit => redis.isDefined || !limit.path.startsWith("/redis")).map(row(_, redis))
    val _ = Files.writeString(Path.of("target", "zoo.md"), rows.map(_.line).mkString(head, "\n", "\n"))
    val ratios = rows.flatMap(row => (row.limit.perSecond ++ row.predicted).map(_ / row.measured))
    all(ratios) should (be >= 0.9 and be <= 1.1)
    all(rows.map(_.seconds)) should be <= 180.0
    names(rows)
  }

  private def names(rows: Vector[Row]): Assertion =
    rows.map(row => row.limit.path -> row.named) shouldBe rows.map(row => row.limit.path -> row.limit.name)

  private def row(limit: Planted, redis: Option[RedisServer]): Row = {
    remove(results)
    val from = System.nanoTime()
    val asked =
      Vector("service.jar" -> zoo.toString, "ask" -> s"GET ${limit.path}", "service.args" -> limit.arguments)
    val login = redis.map(_.access).map(of => s"ZOO_REDIS=redis://:${of.password.mkString}@${of.host}:${of.port}")
    val environment = login.toVector ++ limit.environment
    val set = Option.when(environment.nonEmpty)("service.env" -> environment.mkString(" "))
    val (_, said, found) =
      ask(asked ++ set ++ limit.cores.map(cores => "service.cpus" -> cores.toString): _*)
    val answer = found.getOrElse(fail(s"${limit.path}: $said"))
    val finding = answer("finding")
    val isResource = finding("kind").str == "resource"
    val predicted = answer("limits").arr.find(of => isResource && of("resource").str == finding("name").str)
    val named = finding("name").str.replaceAll(address, "")
    val seconds = (System.nanoTime() - from) / 1e9
    val measured = predicted.flatMap(_.obj.get("measured")).filterNot(_.isNull).getOrElse(answer("throughput")).num
    val row =
      Row(limit, named, predicted.map(_("perSecond").num), measured, seconds, isDisturbed(said))
    info(s"${row.line} ${finding("sentence").str} ${seconds.round} s")
    if (named == limit.name)
      limit.cause.foreach(cause => withClue(s"${limit.path}: ")(said should include regex cause))
    row
  }
}

private object ZooSpec {

  /** Of the other side of connections: another one in each run. */
  private val address = """ \([\d.:]+\)"""

  /** Throughput in theory, where it is not the machine's, cores that the service may use, and what the answer says of
    * the cause, a pattern.
    */
  final case class Planted(
      path: String,
      arguments: String,
      name: String,
      perSecond: Option[Double] = None,
      cores: Option[Double] = None,
      environment: Option[String] = None,
      cause: Option[String] = None
  )

  /** @param predicted by the resource that was named, where there is a formula */
  final case class Row(
      limit: Planted,
      named: String,
      predicted: Option[Double],
      measured: Double,
      seconds: Double,
      isDisturbed: Boolean
  ) {
    def line: String = {
      def rate(of: Option[Double]): String = of.fold("")(Numbers.rate)
      def name(of: String): String = if (of.isEmpty) "not known" else of
      val set = Option(limit.arguments).filter(_.nonEmpty) ++ limit.cores.map(cores => s"$cores cores")
      val cells = Vector(
        s"`${limit.path}`",
        set.map(text => s"`$text`").mkString(" "),
        name(limit.name),
        name(named),
        rate(limit.perSecond),
        rate(predicted),
        Numbers.rate(measured)
      )
      cells.mkString("| ", " | ", " |")
    }
  }

  val head: String =
    "| request | set | planted | named | planted rate | predicted | measured |\n|:--|:--|:--|:--|--:|--:|--:|\n"

  private val database = "--spring.profiles.active=database"
  private val four = s"$database --spring.datasource.hikari.maximum-pool-size=4"

  /** Netty has an event loop a core, and four at least. */
  private val cores = Runtime.getRuntime.availableProcessors
  private val reactive = "--spring.profiles.active=reactive"
  private val virtual = "--spring.threads.virtual.enabled=true"

  val planted: Vector[Planted] = Vector(
    Planted("/cpu?ms=20", "", Resource.Cores.name, cause = Some("""9\d\.\d.%.* in own code at bottleneck\.zoo\.Cpu""")),
    Planted("/heap?kb=500", "--zoo.live=50000", "heap", environment = Some("JDK_JAVA_OPTIONS=-Xmx96m")),
    Planted("/many?rows=50", database, Resource.Cores.name, cause = Some("sends 5\\d statements, 50 of one form")),
    Planted(
      "/scan?visitor=7",
      database,
      Resource.Cores.name,
      cause = Some("""(?s)reads all 100,000 rows of visit to return 3.*CREATE INDEX ON visit \(visitor, at\)""")
    ),
    Planted("/cpu?ms=20", "", Resource.Quota.name, cores = Some(0.5)),
    Planted("/sleep?ms=100", "--server.tomcat.threads.max=20", PoolKind.RequestThreads.name, Some(200)),
    Planted("/sleep?ms=100", "--server.tomcat.max-connections=8", PoolKind.Connections.name, Some(80)),
    Planted("/jdbc?ms=20", four, PoolKind.JdbcConnections.name, Some(200)),
    Planted("/jdbc-idle?ms=50", four, PoolKind.JdbcConnections.name, Some(80)),
    Planted("/jdbc-idle?ms=50", s"$four $virtual", PoolKind.JdbcConnections.name, Some(80)),
    Planted("/pooled-cores?ms=20", four, Resource.Cores.name),
    Planted("/nested?ms=50", four, PoolKind.JdbcConnections.name),
    Planted("/row-lock?ms=20", database, "a lock in the database", Some(50)),
    // Redis rounds its time-outs up by itself
    Planted("/redis?ms=50", "", WaitKind.RedisPool.name),
    Planted("/r2dbc?ms=20", reactive, PoolKind.DatabaseConnections.name, Some(200)),
    Planted("/web-client?ms=100", reactive, PoolKind.OutboundConnections.name, Some(50)),
    Planted("/sleep?ms=20", reactive, WaitKind.EventLoop.name, Some(50.0 * math.max(4, cores))),
    Planted("/outbound?ms=100", "", WaitKind.OutboundPool.name, Some(50)),
    Planted("/slow-other?ms=20", "", WaitKind.OutboundRead.name, Some(50)),
    Planted("/blocking-client?ms=100", "", PoolKind.OutboundConnections.name, Some(50)),
    Planted(
      "/admission",
      "",
      WaitKind.Sleep.name,
      Some(50),
      cause = Some("at bottleneck.zoo.Admission.enter.*, called by bottleneck.zoo.ServiceController.admission")
    ),
    Planted("/leak", database, PoolKind.JdbcConnections.name, cause = Some("is a leak of JDBC connections")),
    Planted("/executor?ms=100", "", PoolKind.ExecutorThreads.name, Some(80)),
    Planted("/one-thread?ms=10", "", "one thread (only)", Some(100)),
    Planted(
      "/monitor?ms=20",
      "",
      WaitKind.Monitor.name,
      Some(50),
      cause = Some("""a monitor at .*\(bottleneck\.zoo\.[\w$]+\.\w+\(\w+\.java:\d+\)\)""")
    ),
    Planted("/lock?ms=20", "", WaitKind.Lock.name, Some(50)),
    Planted("/semaphore?ms=50", "", WaitKind.Semaphore.name, Some(80)),
    Planted("/semaphore?ms=50", virtual, WaitKind.Semaphore.name, Some(80)),
    Planted("/queue?ms=50", "", WaitKind.Queue.name, Some(80)),
    Planted("/places?ms=50", "", WaitKind.Condition.name, Some(80)),
    Planted("/latch?ms=20", "", WaitKind.Latch.name, Some(50)),
    Planted("/rate-limiter", "", WaitKind.RateLimiter.name, Some(50)),
    Planted("/log", "", WaitKind.LogAppender.name, Some(100)),
    Planted("/crowd?ms=5", "", "", Some(200))
  )
}
