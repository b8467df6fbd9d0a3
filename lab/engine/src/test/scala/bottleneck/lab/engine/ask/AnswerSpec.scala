package bottleneck.lab.engine.ask

import bottleneck.lab.figures.preparation.{Cycle, Phases, Slice}
import bottleneck.lab.parts.postgres.{StatementPlan, TableScan}
import bottleneck.lab.parts.sources.{
  CpuFrame,
  CpuProfile,
  CpuSample,
  HeapUse,
  PoolKind,
  PoolUse,
  ServiceThread,
  ThreadStates
}
import org.HdrHistogram.Histogram
import org.scalatest.flatspec.AnyFlatSpec

class AnswerSpec extends AnyFlatSpec with Golden {
  private val cores = 2.0
  private val megabyte = 1024.0 * 1024
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
      capacity: Capacity = Capacity(cores),
      turns: Vector[Cycle] = Vector.empty
  ): Answer = {
    val seen = Observation(level(0, 0, 0), single, Vector(hold), hold, ended, isWarm = true, capacity)
    Answer.wantsTurns(seen) shouldBe turns.nonEmpty
    Answer.of(seen.copy(cycles = turns))
  }

  /** On a machine that changes its speed: a request takes so many ms of some of `cpus`, which are all in use in a full
    * slice, and `more` times as many there.
    */
  private def turns(
      ms: Double,
      more: Double = 1,
      cpus: Double = cores,
      parts: Vector[String] = Vector("service")
  ): Vector[Cycle] =
    Vector(1.0, 1.4, 0.7, 1.2, 0.8, 1.1).zip(Vector(1.0, 1.01, 0.99, 1.02, 0.98, 1.0)).map { case (speed, noise) =>
      def slice(phase: String, requests: Double, ms: Double): Slice =
        Slice(phase, 0, 10000, requests.round, 0, parts.map(_ -> requests * ms / 10000 / parts.size).toMap, Map.empty)
      val full = ms * more * speed * noise
      Cycle(slice(Phases.full, cpus * 10000 / full, full), slice(Phases.light, 1000, ms * speed))
    }

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

  private def asleep(n: Int): Vector[StackedThread] = Vector.tabulate(n) { i =>
    val frames =
      Vector("java.lang.Thread.sleep(Thread.java:1)", stack.head, "io.quarkus.some.Handler.run(Handler.java:1)")
    StackedThread(s"executor-thread-$i", "TIMED_WAITING (sleeping)", frames)
  }

  private def locked(n: Int): Vector[StackedThread] = threads(n, "BLOCKED (on object monitor)", stack)

  private def inLine(n: Int): Vector[StackedThread] =
    threads(n, "TIMED_WAITING (parking)", "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:1)" +: stack)

  /** Of the four connections one is in use at every other look. */
  private val unsure = {
    val uses = Vector(0, 1, 0, 0, 0, 2, 0, 0, 1, 0).zipWithIndex.map { case (n, second) =>
      val pools = Vector(PoolUse(jdbc, "pool", Some(4), n))
      Snapshot(second * 1000000000L, Map(Part.Machine -> 0.1 * second), pools = pools)
    }
    one(0).copy(snapshots = uses)
  }

  private def inThread(of: Level, used: Double): Level = of.copy(snapshots = of.snapshots.map { snapshot =>
    snapshot.copy(threadSeconds = Map(ServiceThread(1, "node") -> used * snapshot.nanos / 1e9))
  })

  /** Without a JVM: with so many threads that run, one number after the other, and in epoll, at each of many looks. */
  private def states(of: Level, polling: Int, running: Int*): Level = {
    val looks = Vector.tabulate(41) { n =>
      of.snapshots.last.copy(states = Some(ThreadStates(running(n % running.size), polling)))
    }
    of.copy(snapshots = of.snapshots.init ++ looks)
  }

  /** Other programs use 1.9 cores, and the service a tenth of one in a full slice. */
  private val programs = turns(10).map { of =>
    def busy(slice: Slice): Slice = slice.copy(busy = Some(slice.cpu.values.sum + 1.9))
    val cpu = of.full.cpu.map { case (part, cores) => part -> 0.05 * cores }
    Cycle(busy(of.full.copy(requests = of.full.requests / 20, cpu = cpu)), busy(of.light))
  }

  private def open(of: Level, n: Int): Level = of.copy(snapshots = of.snapshots.map { snapshot =>
    snapshot.copy(pools = Vector(PoolUse(PoolKind.OutboundConnections, "10.0.0.1:80", None, n)))
  })

  private val reads = threads(
    30,
    "RUNNABLE",
    Vector(
      "sun.nio.ch.NioSocketImpl.read(NioSocketImpl.java:1)",
      "org.apache.hc.core5.http.impl.io.Foo.read(Foo.java:1)"
    ) ++ stack
  )

  private val sleep = "java.lang.Thread.sleep(Thread.java:1)"

  private val loops = threads(
    4,
    "TIMED_WAITING (sleeping)",
    "java.lang.Thread.sleep(Thread.java:1)" +: stack.head +:
      "io.netty.channel.SingleThreadIoEventLoop.run(SingleThreadIoEventLoop.java:1)" +: stack.tail
  )

  private def collecting(of: Level, share: Double): Level =
    of.copy(snapshots = of.snapshots.map { snapshot =>
      snapshot.copy(gcSeconds = Some(share * snapshot.nanos / 1e9), heap = Some(HeapUse(60 * megabyte, 96 * megabyte)))
    })

  private def eventLoop(polling: Int, running: Int): Answer = {
    val idle = states(level(0, 0, 0), polling = 2, 0)
    val hold = states(level(32, 48, 0.1), polling, running)
    Answer.of(Observation(idle, level(1, 49, 0.1), Vector(hold), hold, ClimbEnd.Flat, isWarm = true, Capacity(cores)))
  }

  private val profile = CpuProfile(
    "async-profiler",
    Vector(
      CpuSample("exec-1", Vector(CpuFrame(CpuFrame.Java, "com.acme.Foo", "bar", 41)), 80),
      CpuSample("exec-1", Vector(CpuFrame(CpuFrame.Java, "org.springframework.web.Some", "thing", 1)), 20)
    ),
    hasAll = true
  )

  private val collector =
    profile.copy(samples = Vector(CpuSample("GC Thread#0", Vector.empty, 1), CpuSample("exec-1", Vector.empty, 1)))

  /** With half of a request's CPU time and a little in the database. */
  private def inDatabase(of: Level, statements: StatementUse*): Level = of.copy(
    statements = statements.toVector,
    snapshots = of.snapshots.map { snapshot =>
      val used = snapshot.cpuSeconds(Part.Service)
      snapshot.copy(cpuSeconds = snapshot.cpuSeconds ++ Map(Part.Service -> 0.4 * used, Part.Database -> 0.6 * used))
    }
  )

  private val scan = StatementPlan(1000, Some(TableScan("visit", 100000, Vector("visitor", "at"))))

  private def database(of: Answer): Option[DatabaseUse] = Option.when(of.seen.hold.statements.nonEmpty)(
    DatabaseUse(of.seen.hold.statements, Some(scan -> Some(StatementPlan(10, None))))
  )

  private def answers: Vector[(String, Answer)] = Vector(
    "a full pool, whose size ÷ time held was measured" -> answer(one(1), full),
    "a full pool, whose holders wait for the cores: 10 ms of CPU time each" ->
      answer(level(1, 100, 1.0, connections = 1), level(32, 100 * cores, cores, connections = 4), turns = turns(10)),
    "a queue, where no pool explains the throughput" ->
      answer(level(1, 98, 0.1), level(32, 100, 0.1, threads = locked(31))),
    "a deadlock: those who hold all connections wait for one more" ->
      answer(one(2), level(4, 0, 0.1, connections = 4, inLine(4))),
    "no deadlock: a connection's holders only wait their turn" ->
      answer(one(1), level(40, 350, 0.1, connections = 4, inLine(40))),
    "not known" -> answer(one(0), level(32, 200, 0.3)),
    "not known: 50/s get in, of whom each alone takes a millisecond" ->
      answer(level(1, 900, 0.1), level(32, 50, 0.1)),
    "not reached: throughput still grew" -> answer(one(0), level(32, 3200, 0.3), ClimbEnd.AllUsers),
    "no queue: 9 users get 900/s, each waits for a monitor now and then" ->
      answer(one(0), level(9, 850, 0.1, threads = locked(9))),
    "no queue: the cores are used up" ->
      answer(level(1, 98, 0.1), level(32, 100, cores, threads = locked(9)), turns = turns(1.02, more = 20)),
    "not the cores: a request takes far more of them in a full slice" ->
      answer(level(1, 50, 0.5), level(32, 75 * cores, cores), turns = turns(10, more = 1.3)),
    "the cores: a request takes less of them in a full slice" ->
      answer(level(1, 50, 1.0), level(32, 100 * cores, cores), turns = turns(20, more = 0.5)),
    "the cores: by turns as predicted, on a machine that was faster before the window, and slower in it" ->
      answer(level(1, 140, 1.0), level(32, 70 * cores, cores), turns = turns(10)),
    "the cores: others used so many of them before the window that a request's CPU time was not seen" ->
      answer(level(1, 50, 0), level(32, 100 * cores, cores), turns = turns(10)),
    "the cores: two slices are too few for an interval" ->
      answer(level(1, 100, 1.0), level(32, 100 * cores, cores), turns = turns(10).take(2)),
    "a prediction that would agree with nearly any throughput" ->
      answer(unsure, level(32, 500, 0.4, connections = 4)),
    "the one thread that does all the work" ->
      answer(
        inThread(level(1, 100, 0.2), 0.2),
        inThread(level(32, 520, 1.0), 0.99),
        capacity = Capacity(8),
        turns = turns(2, cpus = 1, parts = Vector(Part.oneThread))
      ),
    "a leak: nobody sends, and all connections are in use" -> {
      val stuck = level(1, 0, 0.1, connections = 4, inLine(1))
      Answer.of(
        Observation(level(0, 0, 0, 4), stuck, Vector.empty, stuck, ClimbEnd.Flat, isWarm = true, Capacity(cores))
      )
    },
    "own code that lets in 50/s, and has the others sleep" ->
      answer(level(1, 49, 0.1), level(32, 50, 0.1, threads = threads(31, "TIMED_WAITING (sleeping)", sleep +: stack))),
    "a client's five connections, and threads that wait for one as for an answer" ->
      answer(open(level(1, 10, 0.1), 1), open(level(64, 51, 0.5, threads = reads), 5)),
    "a client's five connections, of which each is made anew" -> {
      def few(of: Level) = open(of, if (of.users < 64) 3 else 4)
      answer(open(level(1, 10, 0.1), 1), few(level(64, 51, 0.5, threads = reads)))
    },
    "beyond the service" -> answer(level(1, 10, 0.1), level(32, 40, 0.2, threads = reads)),
    "connections that did not grow with the users" ->
      answer(open(level(1, 10, 0.1), 1), open(level(64, 51, 0.5), 5)),
    "not the connections: as many as users, so they may grow with these" ->
      answer(open(level(1, 10, 0.1), 1), open(level(5, 51, 0.5), 5)),
    "not the connections: not what one alone takes" ->
      answer(open(level(1, 10, 0.1), 1), open(level(64, 90, 0.9), 5)),
    "an event loop that is blocked" -> answer(level(1, 50, 0.1), level(64, 200, 0.3, threads = loops)),
    "the CPU quota of the service" -> {
      val capacity = Capacity(cores, service = Some(Resource.Quota -> 0.5))
      answer(level(1, 10, 0.1), level(8, 49, 0.5), capacity = capacity, turns = turns(10, cpus = 0.5))
    },
    "the cores, shared with Gatling: 5 ms of the service's alone, 4 ms in the window" ->
      answer(
        shared(level(1, 100, 0.5)),
        shared(level(32, 125.0 * cores, 0.5 * cores)),
        turns = turns(10, more = 0.8, parts = Vector("service", "generator"))
      ),
    "a pool, though Gatling took cores" -> answer(
      shared(level(1, 100, 0.11 * cores, connections = 1)),
      shared(level(32, 395, 0.45 * cores, connections = 4))
    ),
    "the cores, shared: 360/s here, 720/s alone, and the pool does 400/s" -> answer(
      shared(level(1, 100, 0.139 * cores, connections = 1)),
      shared(level(32, 360, 0.5 * cores, connections = 3)),
      turns = turns(5.56, parts = Vector("service", "generator"))
    ),
    "the threads of a server without figures: 12 sleep in the resource's method, 1 s each" ->
      answer(level(1, 1, 0.1), level(64, 12, 0.1, threads = asleep(12))),
    "not the threads: more of them than requests at a time" ->
      answer(level(1, 1, 0.1), level(64, 4, 0.1, threads = asleep(12))),
    "four worker processes, each with a request at a time" -> {
      val many = level(32, 39, 0.1)
      answer(level(1, 10, 0.1), many.copy(snapshots = many.snapshots.map(_.copy(processes = Some(4)))))
    },
    "the one core that threads without a JVM use" -> answer(
      states(level(1, 60, 0.6), 1, 1),
      // a look sees both threads while one hands the core over
      states(level(32, 99, 0.99), 0, 1, 1, 1, 1, 2),
      capacity = Capacity(8),
      turns = turns(10, cpus = 1)
    ),
    "not one core: two threads run half of the time" ->
      answer(states(level(1, 60, 0.6), 1, 1), states(level(32, 99, 0.99), 0, 1, 2), capacity = Capacity(8)),
    "not one core: none to three threads run, one on average" ->
      answer(states(level(1, 60, 0.6), 1, 1), states(level(32, 99, 0.99), 0, 0, 0, 0, 0, 3, 2), capacity = Capacity(8)),
    "a blocked event loop, and another without requests" -> eventLoop(polling = 1, running = 0),
    "not the event loop: it waits for events" -> eventLoop(polling = 2, running = 0),
    "not the event loop: it wants a core" -> eventLoop(polling = 1, running = 1),
    "not known, with a size: other programs have the cores, and no thread of the service wants one" -> {
      def busy(of: Level) = of.copy(snapshots = of.snapshots.map { snapshot =>
        snapshot.copy(cpuSeconds = snapshot.cpuSeconds.updated(Part.Machine, 1.99 * snapshot.nanos / 1e9))
      })
      val hold = busy(states(level(32, 60, 0.1), running = 0, polling = 1))
      val seen =
        Observation(busy(level(0, 0, 0)), level(1, 20, 0.1), Vector.empty, hold, ClimbEnd.Flat, true, Capacity(cores))
      Answer.of(seen.copy(cycles = programs))
    },
    "not the cores: other programs have them, also while few requests are sent" ->
      answer(level(1, 10, 0.1), level(32, 10, cores), turns = programs),
    "the cores: other programs have most of them, but the service wants all" ->
      answer(level(1, 10, 0.1), states(level(32, 10, cores), running = 2, polling = 0), turns = programs),
    "a full pool that does little: what usual pools would do is far away" -> answer(one(1), level(32, 15, 0.4)),
    "the heap: collections take half of the time" ->
      answer(one(0), collecting(level(32, 200, 0.9 * cores), 0.5), turns = turns(9)),
    "collections that code asks for" -> {
      val asking = threads(31, "RUNNABLE", "java.lang.Runtime.gc(Native Method)" +: stack)
      answer(one(0), collecting(level(32, 200, 0.9 * cores, threads = asking), 0.5), turns = turns(9))
    },
    "no limit of the heap: half of the little CPU time is its collector's, and a full pool explains the throughput" -> {
      val pool = answer(one(1), full).seen
      Answer.of(pool.copy(profile = Right(collector), hold = collecting(pool.hold, 0.01)))
    },
    "no limit of the heap: collections take a fifth of the time" ->
      answer(one(0), collecting(level(32, 100 * cores, cores), 0.2), turns = turns(10)),
    "the cores: most of it in a line of own code" -> {
      val one = answer(level(1, 50, 0.5), level(32, 100 * cores, cores), turns = turns(10))
      Answer.of(one.seen.copy(profile = Right(profile)))
    },
    "the cores: most of it in the database, which scans a table" -> answer(
      inDatabase(level(1, 50, 0.5)),
      inDatabase(
        level(32, 100 * cores, cores),
        StatementUse("SELECT id FROM visit WHERE visitor = $1 ORDER BY at DESC LIMIT $2", Some(1), 0.006, Some(3)),
        StatementUse("SELECT count(*) FROM stock WHERE id = $1", Some(50.4), 0.001, Some(50))
      ),
      turns = turns(10, parts = Vector("service", "database"))
    ),
    "a pool that explains the throughput, beside cores that do not" -> answer(
      level(1, 100, 0.15, connections = 1),
      full,
      capacity = Capacity(0.4),
      turns = turns(1.65, more = 0.6, cpus = 0.4)
    ),
    "a pool whose double is more than 0.6 cores do" -> answer(one(1), full, capacity = Capacity(0.6))
  )

  "An answer" should "say what limits, what is unexplained, what comes next and what a rate needs" in
    approve(
      "answers.txt",
      answers.map { case (title, answer) =>
        val use = answer.seen.profile.toOption.map(new CpuUse(_, ServiceCode.unknown, Some(0.01)))
        val sizing = Sizing.of(answer, Vector(249.0 * cores, 1000))
        title -> new AskReport(
          "GET /",
          "app.jar",
          answer,
          use,
          database(answer),
          canTry = true,
          sizing,
          Vector.empty,
          Vector.empty
        ).lines.mkString("\n")
      }
    )
}
