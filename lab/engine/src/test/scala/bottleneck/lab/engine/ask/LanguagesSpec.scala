package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Numbers
import bottleneck.lab.log.Slow
import bottleneck.lab.parts.sources.PoolKind
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._
import scala.util.Try

/** Limits of services in other languages than Java's are named or, where no name can be had, sized; a table of what was
  * found is left in target/languages.md. `-Dtests.jvm=-Dlanguages=python,/gate` asks only about those with such a text.
  */
class LanguagesSpec extends AnyFlatSpec with AskedZoo {
  import LanguagesSpec._

  private val chosen = sys.props.getOrElse("languages", "").split(',').toVector
  private val services = Path.of("src", "test", "services").toAbsolutePath

  private def isHere(program: String): Boolean =
    Try(new ProcessBuilder(program, if (program == "go") "version" else "--version").start().waitFor()).toOption
      .contains(0)

  "A question" should "name or size each planted limit in any language" taggedAs Slow in {
    val asked = planted.filter(of => chosen.exists(s"${of.command}${of.path}".contains(_)))
    val there = asked.filter(of => isHere(of.command.takeWhile(_ != ' ')))
    asked.diff(there).foreach(of => info(s"left out, as it is not installed: ${of.command}"))
    val rows = there.map(row)
    val _ = Files.writeString(Path.of("target", "languages.md"), rows.map(_.line).mkString(head, "\n", "\n"))
    names(rows)
    all(rows.flatMap(_.ratios)) should (be >= 0.9 and be <= 1.1)
    all(rows.map(_.seconds)) should be <= 120.0
  }

  it should "name Python's worker processes" in {
    assume(isHere("python3") && Files.exists(Path.of("/proc/net/tcp")), "this needs python3, and Linux")
    // beside other suites it may not know, and says why; it names nothing else, and its rates are not judged
    names(planted.filter(_.name == workers).takeRight(1).map(row).filter(of => of.named.nonEmpty || !of.isDisturbed))
  }

  private def names(rows: Vector[Row]): Assertion =
    rows.filterNot(row => row.of.names.contains(row.named)) shouldBe empty

  private def row(of: Planted): Row = {
    remove(results)
    val from = System.nanoTime()
    val command = of.command.replace(" service.", s" $services/service.")
    val (_, said, found) = ask("service.command" -> command, "ask" -> s"GET ${of.path}")
    val seconds = (System.nanoTime() - from) / 1e9
    nothingRuns(15.seconds)
    withClue(s"${of.command} ${of.path}: ${said.linesIterator.filter(_.startsWith("[ask]")).mkString("\n")}") {
      val row = Row(of, found.getOrElse(fail("no answer")), seconds, isDisturbed(said))
      info(s"${row.line} ${row.sentence} ${seconds.round} s")
      row
    }
  }
}

private object LanguagesSpec {

  /** @param perSecond
    *   throughput in theory, where it is not the machine's
    * @param atOnce
    *   size of what has no name
    * @param orElse
    *   another name that is as right
    */
  final case class Planted(
      command: String,
      path: String,
      limit: String,
      name: String,
      perSecond: Option[Double] = None,
      atOnce: Option[Int] = None,
      orElse: Option[String] = None
  ) {
    def names: Vector[String] = name +: orElse.toVector
  }

  final case class Row(of: Planted, answer: ujson.Value, seconds: Double, isDisturbed: Boolean) {
    private val finding = answer("finding")
    private val limit = answer("limits").arr.find(_("resource").str == finding("name").str)
    private val predicted = limit.map(_("perSecond").num)
    private val measured =
      limit.flatMap(_.obj.get("measured")).filterNot(_.isNull).getOrElse(answer("throughput")).num
    val sentence: String = finding("sentence").str
    val named: String = finding("name").str.replaceAll(address, "")
    private val size = atOnce.findFirstMatchIn(sentence).map(_.group(1).toDouble)

    /** Measured to planted and to predicted, and the size that was said to the planted one. */
    val ratios: Vector[Double] =
      (of.perSecond ++ predicted).map(measured / _).toVector ++ of.atOnce.map(size.getOrElse(0.0) / _)

    def line: String = {
      def rate(of: Option[Double]): String = of.fold("")(Numbers.rate)
      val found = if (named.nonEmpty) named else s"not known${size.fold("")(n => s": ${Numbers.plain(n)} at a time")}"
      val cells = Vector(s"`${of.command}`", s"`${of.path}`", of.limit, found) ++
        Vector(rate(of.perSecond), rate(predicted), Numbers.rate(measured))
      cells.mkString("| ", " | ", " |")
    }
  }

  private val atOnce = """About ([\d.]+) at a time are served""".r

  /** Of the other side of connections: another one in each run. */
  private val address = """ \([\d.:]+\)"""

  val head: String =
    "| service | request | planted | named | planted rate | predicted | measured |\n|:--|:--|:--|:--|--:|--:|--:|\n"

  private val node = "node service.js {port}"
  private val python = "python3 service.py {port}"
  private val go = "go run service.go {port}"
  private val loop = Resource.EventLoops.name
  private val outbound = PoolKind.OutboundConnections.name
  private val cores = Resource.Cores.name
  val workers: String = PoolKind.WorkerProcesses.name

  /** A GOMAXPROCS of 1. */
  private val oneCore = Resource.SomeCores(1, Runtime.getRuntime.availableProcessors).name

  val planted: Vector[Planted] = Vector(
    Planted(node, "/cpu?ms=5", "one thread", "one thread (node)"),
    Planted(node, "/gate?ms=50", "a gate of 3", "", Some(60), Some(3)),
    Planted(node, "/agent?ms=100", "5 sockets of an agent", outbound, Some(50)),
    Planted(node, "/hash?ms=20", "cores, by libuv's threads", cores),
    Planted(node, "/blocked?ms=20", "a blocked event loop", loop, Some(50)),
    Planted(s"$node 2", "/blocked?ms=50", "2 processes of a cluster", workers, Some(40)),
    Planted(python, "/cpu?ms=5", "the global lock", "one thread (Python's global lock)"),
    Planted(python, "/lock?ms=20", "a lock", "", Some(50), Some(1)),
    Planted(s"$python pool 40", "/sleep?ms=100", "40 threads of an executor", "", Some(400), Some(40)),
    Planted(s"$python loop", "/sleep?ms=20", "a blocked event loop", loop, Some(50)),
    Planted(s"$python processes 4", "/sleep?ms=50", "4 processes", workers, Some(80)),
    Planted(go, "/mutex?ms=20", "a mutex", "", Some(50), Some(1)),
    Planted(go, "/channel?ms=50", "a channel of 8", "", Some(160), Some(8)),
    Planted(go, "/client?ms=100", "5 connections of a client", outbound, Some(50)),
    Planted(go, "/cpu?ms=10", "cores", cores),
    // Go may keep all that computes on one thread
    Planted(s"$go 1", "/cpu?ms=10", "one core", oneCore, orElse = Some("one thread (service)"))
  )
}
