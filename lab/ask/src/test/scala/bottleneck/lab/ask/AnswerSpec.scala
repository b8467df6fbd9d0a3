package bottleneck.lab.ask

import org.HdrHistogram.Histogram
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class AnswerSpec extends AnyFlatSpec with Matchers {
  private val cores = Runtime.getRuntime.availableProcessors.toDouble
  private val jdbc = PoolKind.JdbcConnections

  /** A level of ten seconds.
    *
    * @param used
    *   cores in use by the service
    * @param connections
    *   in use, of four
    * @param waits
    *   threads of a dump by what they wait for
    */
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

  private def observation(single: Level, hold: Level, isFlat: Boolean = true): Observation =
    Observation(level(0, 0, 0), single, Vector(hold), hold, None, isFlat, isWarm = true)

  private def locked(n: Int): StackedThread = StackedThread(
    s"http-nio-8080-exec-$n",
    "BLOCKED (on object monitor)",
    Vector(
      "com.acme.Foo.bar(Foo.java:41)",
      "org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1)",
      "jakarta.servlet.http.HttpServlet.service(HttpServlet.java:1)",
      "org.apache.catalina.core.StandardWrapperValve.invoke(StandardWrapperValve.java:1)"
    ),
    Some("com.acme.Foo")
  )

  "A question" should "name a pool that was full and whose size ÷ time held was measured" in {
    // a connection is held 10 ms: one at 100/s, and four do 400/s
    val answer = Answer.of(observation(level(1, 100, 0.1, connections = 1), level(32, 395, 0.4, connections = 4)), None)
    answer.finding.sentence should startWith("The limit is the JDBC connections: 4 JDBC connections ÷ 10")
    answer.unexplained shouldBe empty
    answer.next.map(_.resource) should contain(Resource.Cores)
  }

  it should "not name a full pool whose holders wait for the cores" in {
    // 10 ms of CPU time each
    val single = level(1, 100, 1.0, connections = 1)
    val hold = level(32, 100 * cores, cores, connections = 4)
    val answer = Answer.of(observation(single, hold), None)
    answer.finding.sentence should startWith("The limit is the cores")
    if (cores < 4) answer.unexplained.mkString should include("JDBC connections were full too")
  }

  it should "name what most request threads wait for, where no pool explains the throughput" in {
    val hold = level(32, 100, 0.1, threads = Vector.tabulate(9)(locked))
    val sentence = Answer.of(observation(level(1, 98, 0.1), hold), None).finding.sentence
    sentence should include("The limit is a monitor (com.acme.Foo")
    sentence should include("About 1.02 at a time")
  }

  it should "call it a deadlock where those who hold all connections wait for one more" in {
    val stack = "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:1)" +: locked(1).frames
    val threads = Vector.tabulate(4)(n => StackedThread(s"http-nio-8080-exec-$n", "TIMED_WAITING (parking)", stack))
    val hold = level(4, 0, 0.1, connections = 4, threads)
    Answer.of(observation(level(1, 100, 0.1, connections = 2), hold), None).finding.sentence should include(
      "nested: all 4"
    )
  }

  it should "say what was seen where it cannot know" in {
    val answer = Answer.of(observation(level(1, 100, 0.1), level(32, 200, 0.3)), None)
    answer.finding shouldBe a[Finding.Unknown]
    answer.finding.sentence should include("32 requests in flight")
  }

  it should "not call the last level a limit where throughput still grew" in {
    val answer = Answer.of(observation(level(1, 100, 0.1), level(32, 3200, 0.3), isFlat = false), None)
    answer.finding.sentence should startWith("No limit was reached: 32 users")
  }

  it should "name the CPU quota of the service" in {
    val answer = Answer.of(observation(level(1, 10, 0.1), level(8, 49, 0.5)), quota = Some(0.5))
    answer.finding.sentence should startWith("The limit is the CPU quota: 0.50 cores ÷ 10")
  }

  "A sizing" should "follow from what a request takes" in {
    val answer = Answer.of(observation(level(1, 100, 0.1, connections = 1), level(32, 395, 0.4, connections = 4)), None)
    val sizing = Sizing.of(answer, Vector(1000)).head
    sizing.cores.map(math.round(_)) should contain(1)
    sizing.inUse should contain(jdbc -> 10.0)
    sizing.instances should contain(3)
  }
}
