package bottleneck.lab.ask

import org.HdrHistogram.Histogram
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class AnswerSpec extends AnyFlatSpec with Matchers {
  private val cores = Runtime.getRuntime.availableProcessors.toDouble
  private val jdbc = PoolKind.JdbcConnections

  /** A level of ten seconds: cores in use by the service, connections in use, of four, and threads of a dump. */
  private def level(
      users: Int,
      perSecond: Double,
      used: Double,
      connections: Int = 0,
      threads: Vector[StackedThread] = Vector.empty
  ): Level = {
    val good = new Histogram(3)
    if (perSecond > 0) good.recordValueWithCount((users / perSecond * 1e6).toLong, (perSecond * 10).toLong)
    val snapshots = Vector(0L, 10L).map { second =>
      val cpu = Map[Part, Double](Part.Service -> used * second, Part.Machine -> used * second)
      Snapshot(second * 1000000000L, cpu, pools = Vector(PoolUse(jdbc, "pool", Some(4), connections, Some(0))))
    }
    Level(users, 10, good, new Histogram(3), snapshots, Vector(threads).filter(_.nonEmpty))
  }

  private val full = level(32, 395, 0.4, connections = 4)

  /** A connection is held 10 ms: one at 100/s, and four do 400/s. */
  private def one(connections: Int): Level = level(1, 100, 0.1, connections)

  private def answer(
      single: Level,
      hold: Level,
      ended: ClimbEnd = ClimbEnd.Flat,
      capacity: Capacity = Capacity(cores)
  ): Answer =
    Answer.of(Observation(level(0, 0, 0), single, Vector(hold), hold, None, ended, isWarm = true, capacity))

  private def found(single: Level, hold: Level, ended: ClimbEnd = ClimbEnd.Flat): String =
    answer(single, hold, ended).finding.sentence

  /** With as much CPU time of Gatling as of the service. */
  private def shared(of: Level): Level = of.copy(snapshots = of.snapshots.map { snapshot =>
    val used = snapshot.cpuSeconds(Part.Service)
    snapshot.copy(cpuSeconds = snapshot.cpuSeconds ++ Map(Part.Generator -> used, Part.Machine -> 2 * used))
  })

  private val stack = Vector(
    "com.acme.Foo.bar(Foo.java:41)",
    "org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1)",
    "jakarta.servlet.http.HttpServlet.service(HttpServlet.java:1)",
    "org.apache.catalina.core.StandardWrapperValve.invoke(StandardWrapperValve.java:1)"
  )

  private def threads(n: Int, state: String, frames: Vector[String]): Vector[StackedThread] =
    Vector.tabulate(n)(i => StackedThread(s"http-nio-8080-exec-$i", state, frames, Some("com.acme.Foo")))

  private def locked(n: Int): Vector[StackedThread] = threads(n, "BLOCKED (on object monitor)", stack)

  private def inLine(n: Int): Vector[StackedThread] =
    threads(n, "TIMED_WAITING (parking)", "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:1)" +: stack)

  "A question" should "name a pool that was full and whose size ÷ time held was measured" in {
    val byPool = answer(one(1), full)
    byPool.finding.sentence should startWith("The limit is the JDBC connections: 4 JDBC connections ÷ 10")
    byPool.unexplained shouldBe empty
    byPool.next.map(_.resource) should contain(Resource.Cores)
  }

  it should "not name a full pool whose holders wait for the cores" in {
    // 10 ms of CPU time each
    val byCores = answer(level(1, 100, 1.0, connections = 1), level(32, 100 * cores, cores, connections = 4))
    byCores.finding.sentence should startWith("The limit is the cores")
    if (cores < 4) byCores.unexplained.mkString should include("JDBC connections were full too")
  }

  it should "name what most request threads wait for, where no pool explains the throughput" in {
    found(level(1, 98, 0.1), level(32, 100, 0.1, threads = locked(31))) should (
      include("The limit is a monitor at com.acme.Foo") and include("About 1.02 at a time")
    )
  }

  it should "call it a deadlock where those who hold all connections wait for one more" in {
    found(one(2), level(4, 0, 0.1, connections = 4, inLine(4))) should include("nested: all 4")
  }

  it should "not call it a deadlock where a connection's holders only wait their turn" in {
    answer(one(1), level(40, 350, 0.1, connections = 4, inLine(40))).finding should not be a[Finding.Deadlock]
  }

  it should "say what was seen where it cannot know" in {
    val unknown = answer(one(0), level(32, 200, 0.3)).finding
    unknown shouldBe a[Finding.Unknown]
    unknown.sentence should include("32 requests in flight")
  }

  it should "not call the last level a limit where throughput still grew" in {
    found(one(0), level(32, 3200, 0.3), ClimbEnd.AllUsers) should startWith("No limit was reached: 32 users")
  }

  it should "not name what threads wait for where a request hardly takes longer than alone" in {
    // 9 users get 900/s: each waits for a monitor now and then, and nobody in line
    answer(one(0), level(9, 850, 0.1, threads = locked(9))).finding shouldBe a[Finding.Unknown]
  }

  it should "not name what threads wait for where the cores are used up" in {
    val busy = answer(level(1, 98, 0.1), level(32, 100, cores, threads = locked(9)))
    busy.finding shouldBe a[Finding.Unknown]
    busy.unexplained.mkString should include("The cores were full too")
  }

  it should "not name the cores where a request takes far more of them under load than the prediction allows" in {
    val costly = answer(level(1, 50, 0.5), level(32, 75 * cores, cores))
    costly.finding shouldBe a[Finding.Unknown]
    costly.unexplained.mkString should include("a request takes more CPU time in the window than before it")
  }

  it should "name the cores where a request takes less of them under load" in {
    val cheap = answer(level(1, 50, 1.0), level(32, 100 * cores, cores))
    cheap.finding.sentence should startWith("The limit is the cores")
    cheap.unexplained.mkString should include("a request takes less of it under load than alone")
  }

  private def said(answer: Answer): String =
    new AskReport("GET /", "app.jar", answer, Vector.empty, Vector.empty, Vector.empty).lines.mkString("\n")

  it should "say by how much cores are known, and what a request took where they gave more than predicted" in {
    // 10 ms of CPU time before the window, and 8.5 ms in it
    val more = answer(level(1, 100, 1.0), level(32, 100 * cores / 0.85, cores))
    more.finding.sentence should (include("/s (") and include(" to "))
    said(more) should include("In the window a request took 8.5")
    said(answer(level(1, 100, 1.0), level(32, 100 * cores, cores))) should not include "In the window a"
  }

  it should "not tell of a next limit that is far away" in {
    answer(level(1, 100, 1.0), level(32, 100 * cores, cores)).next shouldBe None
    answer(one(1), full).next should not be empty
  }

  it should "name no prediction that would agree with nearly any throughput" in {
    // one of the four is in use at every other look
    val uses = Vector(0, 1, 0, 0, 0, 2, 0, 0, 1, 0).zipWithIndex.map { case (n, second) =>
      val pools = Vector(PoolUse(jdbc, "pool", Some(4), n))
      Snapshot(second * 1000000000L, Map(Part.Machine -> 0.1 * second), pools = pools)
    }
    val unsure = answer(one(0).copy(snapshots = uses), level(32, 500, 0.4, connections = 4))
    unsure.limits.map(_.resource) should contain(Resource.Pool(jdbc, ""))
    unsure.finding shouldBe a[Finding.Unknown]
  }

  it should "name the one thread that does all the work" in {
    def busy(of: Level, used: Double): Level = of.copy(snapshots = of.snapshots.map { snapshot =>
      snapshot.copy(threadSeconds = Map(ServiceThread(1, "node") -> used * snapshot.nanos / 1e9))
    })
    val node =
      answer(busy(level(1, 100, 0.2), 0.2), busy(level(32, 520, 1.0), 0.99), capacity = Capacity(8))
    node.finding.sentence should startWith("The limit is the one thread (node): 1.00 cores ÷")
  }

  it should "say that it is beyond the service where another one takes longer" in {
    val reads = Vector(
      "sun.nio.ch.NioSocketImpl.read(NioSocketImpl.java:1)",
      "org.apache.hc.core5.http.impl.io.Foo.read(Foo.java:1)"
    )
    val hold = level(32, 40, 0.2, threads = threads(30, "RUNNABLE", reads ++ stack))
    val beyond = answer(level(1, 10, 0.1), hold)
    beyond.finding.sentence should startWith("The limit is beyond the service: 100.0 % of the request threads wait for")
    Sizing.of(beyond, Vector(100)).head.instances shouldBe None
  }

  it should "name the connections that did not grow with the users, where nothing else is known" in {
    def open(of: Level, n: Int): Level = of.copy(snapshots = of.snapshots.map { snapshot =>
      snapshot.copy(pools = Vector(PoolUse(PoolKind.OutboundConnections, "10.0.0.1:80", None, n)))
    })
    val single = open(level(1, 10, 0.1), 1)
    found(single, open(level(64, 51, 0.5), 5)) should
      startWith("The limit is the outbound connections (10.0.0.1:80): 5 outbound connections ÷ 95.1")
    // as many as users: they may grow with these
    answer(single, open(level(5, 51, 0.5), 5)).finding shouldBe a[Finding.Unknown]
    // not what one alone takes
    answer(single, open(level(64, 90, 0.9), 5)).finding shouldBe a[Finding.Unknown]
  }

  it should "name an event loop that is blocked, whatever the number of users" in {
    val ofLoop = "java.lang.Thread.sleep(Thread.java:1)" +: stack.head +:
      "io.netty.channel.SingleThreadIoEventLoop.run(SingleThreadIoEventLoop.java:1)" +: stack.tail
    val loops = threads(4, "TIMED_WAITING (sleeping)", ofLoop)
    found(level(1, 50, 0.1), level(64, 200, 0.3, threads = loops)) should
      startWith("The limit is an event loop that is blocked at sleeping")
  }

  it should "name the CPU quota of the service" in {
    val capacity = Capacity(cores, service = Some(Resource.Quota -> 0.5))
    answer(level(1, 10, 0.1), level(8, 49, 0.5), capacity = capacity).finding.sentence should
      startWith("The limit is the CPU quota: 0.50 cores ÷ 10")
  }

  "A sizing" should "follow from what a request takes" in {
    val sizing = Sizing.of(answer(one(1), full), Vector(1000)).head
    sizing.cores.map(math.round(_)) should contain(1)
    sizing.inUse should contain(jdbc -> 10.0)
    sizing.instances should contain(3)
  }

  it should "be of machines of their own, by the window, where Gatling took cores of this one" in {
    // 5 ms of the service's CPU time alone, 4 ms in the window, and as much of Gatling's
    val both = answer(shared(level(1, 100, 0.5)), shared(level(32, 125.0 * cores, 0.5 * cores)))
    both.alone.map(math.round(_)) should contain(math.round(250 * cores))
    val sizing = Sizing.of(both, Vector(249.0 * cores)).head
    sizing.instances should contain(1)
    sizing.cores.map(math.round(_)) should contain(math.round(cores))
  }

  it should "not be so where something else limits, or beyond the next limit" in {
    val single = shared(level(1, 100, 0.11 * cores, connections = 1))
    val byPool = answer(single, shared(level(32, 395, 0.45 * cores, connections = 4)))
    byPool.finding.sentence should startWith("The limit is the JDBC connections")
    byPool.alone shouldBe None
    Sizing.of(byPool, Vector(400)).head.instances should contain(2)
    // by the cores 360/s here, and 720/s alone; the pool does 400/s
    val hold = shared(level(32, 360, 0.5 * cores, connections = 3))
    val byCores = answer(shared(level(1, 100, 0.139 * cores, connections = 1)), hold)
    byCores.alone.map(math.round(_)) should contain(400)
    // Gatling took hardly any
    answer(level(1, 100, 1.0), level(32, 100 * cores, cores)).alone shouldBe None
  }

  it should "say what usual pools would do, unless that is far away" in {
    def defaults(perSecond: Double): Option[String] = Sizing.defaults(answer(one(1), level(32, perSecond, 0.4)))
    defaults(395) should contain("As Spring Boot sets them, 10 JDBC connections would do 1,000/s.")
    defaults(15) shouldBe None
  }

  "An advice" should "double the pool that limits, as far as the next limit lets it" in {
    // 0.6 cores ÷ 1.01 ms
    Advice.of(answer(one(1), full, capacity = Capacity(0.6))).map(_.sentence) should
      contain("--spring.datasource.hikari.maximum-pool-size=8 should give 592.5/s.")
    Advice.of(answer(one(0), level(32, 200, 0.3))) shouldBe None
  }
}
