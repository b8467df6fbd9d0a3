package bottleneck.lab.ask

import bottleneck.lab.Slow
import bottleneck.lab.model.Numbers
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec

/** Each limit that is planted in the zoo is found; a table of what was found is left in target/zoo.md. */
class ZooSpec extends AnyFlatSpec with AskedZoo {
  import ZooSpec._

  "A question" should "name each planted limit, and predict its throughput" taggedAs Slow in {
    val rows = planted.map { limit =>
      remove(folder)
      val from = System.nanoTime()
      val asked =
        Vector("service.jar" -> zoo.toString, "ask" -> s"GET ${limit.path}", "service.args" -> limit.arguments)
      val (_, said, found) = ask(asked: _*)
      val answer = found.getOrElse(fail(s"${limit.path}: $said"))
      Row(limit, answer("finding")("name").str, answer("throughput").num, (System.nanoTime() - from) / 1e9)
    }
    val _ = Files.writeString(Path.of("target", "zoo.md"), rows.map(_.line).mkString(head, "\n", "\n"))
    all(rows.map(row => row.limit.path -> row.named)) should matchPattern {
      case (path: String, named: String) if planted.exists(limit => limit.path == path && limit.name == named) =>
    }
    all(rows.map(_.ratio).flatten) should (be >= 0.9 and be <= 1.1)
    all(rows.map(_.seconds)) should be <= 180.0
  }
}

private object ZooSpec {

  /** @param perSecond throughput in theory, where it is not the machine's */
  final case class Planted(path: String, arguments: String, name: String, perSecond: Option[Double])

  final case class Row(limit: Planted, named: String, throughput: Double, seconds: Double) {
    def ratio: Option[Double] = limit.perSecond.map(throughput / _)

    def line: String = {
      val cells = Vector(
        s"`${limit.path}`",
        if (limit.arguments.isEmpty) "" else s"`${limit.arguments}`",
        limit.name,
        named,
        limit.perSecond.fold("the machine's")(Numbers.rate),
        Numbers.rate(throughput)
      )
      cells.mkString("| ", " | ", " |")
    }
  }

  val head: String =
    "| request | arguments | planted | named | in theory | measured |\n|:--|:--|:--|:--|--:|--:|\n"

  private val database = "--spring.profiles.active=database"
  private val four = s"$database --spring.datasource.hikari.maximum-pool-size=4"

  val planted: Vector[Planted] = Vector(
    Planted("/cpu?ms=20", "", Resource.Cores.name, None),
    Planted("/sleep?ms=100", "--server.tomcat.threads.max=20", PoolKind.RequestThreads.name, Some(200)),
    Planted("/jdbc?ms=20", four, PoolKind.JdbcConnections.name, Some(200)),
    Planted("/jdbc-idle?ms=50", four, PoolKind.JdbcConnections.name, Some(80)),
    Planted("/pooled-cores?ms=20", four, Resource.Cores.name, None),
    Planted("/nested?ms=50", four, PoolKind.JdbcConnections.name, None),
    Planted("/row-lock?ms=20", database, "a lock in the database", Some(50)),
    Planted("/outbound?ms=100", "", WaitKind.OutboundPool.name, Some(50)),
    Planted("/executor?ms=100", "", PoolKind.ExecutorThreads.name, Some(80)),
    Planted("/monitor?ms=20", "", WaitKind.Monitor.name, Some(50)),
    Planted("/lock?ms=20", "", WaitKind.Lock.name, Some(50)),
    Planted("/semaphore?ms=50", "", WaitKind.Semaphore.name, Some(80))
  )
}
