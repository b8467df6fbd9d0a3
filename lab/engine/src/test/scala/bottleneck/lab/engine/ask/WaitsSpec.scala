package bottleneck.lab.engine.ask

import bottleneck.lab.engine.ask.WaitKind._
import org.scalatest.funsuite.AnyFunSuite

class WaitsSpec extends AnyFunSuite {
  private val dumps = Recorded.platform :+ Recorded.virtual
  private val zoo = "bottleneck.zoo."

  /** Kinds of the request threads that serve an endpoint. */
  private def kindsAt(method: String, dump: Vector[StackedThread]): Set[WaitKind] =
    dump
      .filter(_.frames.exists(_.startsWith(zoo + method)))
      .filter(Waits.isRequestThread)
      .flatMap(Waits.of(_))
      .map(_.kind)
      .toSet

  test("request threads of the zoo wait for what each endpoint plants") {
    val planted = Vector(
      "ServiceController.cpu" -> Set[WaitKind](Running),
      "ServiceController.monitor" -> Set[WaitKind](Sleep, Monitor),
      "ServiceController.lock" -> Set[WaitKind](Sleep, Lock),
      "ServiceController.semaphore" -> Set[WaitKind](Sleep, Semaphore),
      "ServiceController.executor" -> Set[WaitKind](Future),
      "ServiceController.outbound" -> Set[WaitKind](OutboundRead, OutboundPool),
      "DatabaseController.rowLock" -> Set[WaitKind](DatabaseRead),
      "DatabaseController.jdbc(" -> Set[WaitKind](DatabaseRead, JdbcPool)
    )
    dumps.foreach { dump =>
      planted.foreach { case (method, kinds) => assert(kindsAt(method, dump) == kinds, method) }
      val idle = Vector("jdbcIdle", "lambda$jdbcIdle").flatMap(method => kindsAt(s"DatabaseController.$method", dump))
      assert(idle.toSet == Set(OutboundRead))
    }
  }

  test("details name class, the application's frame and the holder's") {
    val shelf = """bottleneck\.zoo\.ServiceController\$Shelf"""
    val heldMonitor = shelf + s""" \\($shelf\\.take\\(ServiceController\\.java:\\d+\\)\\), held by a thread in """ +
      """bottleneck\.zoo\.ServiceController\.sleep\(ServiceController\.java:\d+\)"""
    val beginnings = Vector(
      Lock -> "java.util.concurrent.locks.ReentrantLock (bottleneck.zoo.ServiceController.lock(",
      Semaphore -> "java.util.concurrent.Semaphore (bottleneck.zoo.ServiceController.semaphore(",
      Future -> "java.util.concurrent.FutureTask (bottleneck.zoo.ServiceController.executor(",
      JdbcPool -> "bottleneck.zoo.DatabaseController.inTransaction("
    )
    dumps.foreach { dump =>
      val details = dump.filter(Waits.isRequestThread).flatMap(Waits.of(_, dump)).groupMap(_.kind)(_.detail)
      assert(details(Monitor).head.matches(heldMonitor))
      beginnings.foreach { case (kind, text) => assert(details(kind).head.startsWith(text)) }
      assert(details(Running) == Vector(""))
    }
  }

  test("an executor's thread with a task has a wait and is no request thread; all others have none") {
    dumps.foreach { dump =>
      val others = dump.filterNot(Waits.isRequestThread).filter(Waits.of(_).nonEmpty)
      assert(others.map(_.name) == Vector("executor-1") && Waits.of(others.head).exists(_.kind == Sleep))
      assert(dump.filter(Waits.isRequestThread).forall(_.frames.exists(_.startsWith(zoo))))
    }
  }

  /** Stacks that the zoo has no library for, shortened. */
  private def parked(frames: String*): StackedThread =
    thread("WAITING (parking)", "jdk.internal.misc.Unsafe.park(Native Method)" +: frames: _*)
  private def reads(frames: String*): StackedThread =
    thread("RUNNABLE", "sun.nio.ch.NioSocketImpl.implRead(NioSocketImpl.java:319)" +: frames: _*)
  private def thread(state: String, frames: String*): StackedThread =
    StackedThread(
      "http-nio-8080-exec-1",
      state,
      frames.toVector ++ Vector(
        "com.acme.Foo.bar(Foo.java:41)",
        "jakarta.servlet.http.HttpServlet.service(HttpServlet.java:710)"
      )
    )

  test("the innermost frame of a library decides before the JDK's") {
    val pool2 = "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject(GenericObjectPool.java:287)"
    val stacks = Vector(
      JdbcPool -> parked(pool2, "org.apache.commons.dbcp2.PoolingDataSource.getConnection(PoolingDataSource.java:139)"),
      RedisPool -> parked(pool2, "redis.clients.jedis.util.Pool.getResource(Pool.java:38)"),
      RedisRead -> reads("redis.clients.jedis.util.RedisInputStream.ensureFill(RedisInputStream.java:248)"),
      OutboundPool -> parked("org.apache.http.pool.AbstractConnPool.getPoolEntryBlocking(AbstractConnPool.java:393)"),
      OutboundRead -> reads(
        "org.apache.http.impl.io.SessionInputBufferImpl.fillBuffer(SessionInputBufferImpl.java:153)"
      ),
      OutboundRead -> reads("sun.net.www.http.HttpClient.parseHTTP(HttpClient.java:786)"),
      OutboundRead -> parked(
        "java.util.concurrent.CompletableFuture.get(CompletableFuture.java:2072)",
        "jdk.internal.net.http.HttpClientImpl.send(HttpClientImpl.java:553)"
      ),
      // a pool that tries whether a connection is alive waits for the database
      DatabaseRead -> reads(
        "org.postgresql.core.PGStream.receiveChar(PGStream.java:480)",
        "com.zaxxer.hikari.pool.HikariPool.getConnection(HikariPool.java:181)"
      ),
      RateLimiter -> thread(
        "TIMED_WAITING (sleeping)",
        "java.lang.Thread.sleep(Native Method)",
        "com.google.common.util.concurrent.Uninterruptibles.sleepUninterruptibly(Uninterruptibles.java:405)",
        "com.google.common.util.concurrent.RateLimiter.acquire(RateLimiter.java:303)"
      ),
      LogAppender -> parked(
        "java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)",
        "ch.qos.logback.core.OutputStreamAppender.writeBytes(OutputStreamAppender.java:200)"
      ),
      LogAppender -> thread(
        "BLOCKED (on object monitor)",
        "org.apache.logging.log4j.core.appender.OutputStreamManager.write(OutputStreamManager.java:200)"
      ),
      Client -> parked("org.apache.tomcat.util.net.NioEndpoint$NioSocketWrapper.doWrite(NioEndpoint.java:1400)"),
      Latch -> parked("java.util.concurrent.CountDownLatch.await(CountDownLatch.java:230)"),
      Future -> parked("java.util.concurrent.CompletableFuture.join(CompletableFuture.java:2117)"),
      OutboundRead -> reads(),
      Monitor -> thread("BLOCKED (on object monitor)"),
      Disk -> thread("RUNNABLE", "sun.nio.ch.UnixFileDispatcherImpl.force0(Native Method)"),
      Collection -> thread("RUNNABLE", "java.lang.Runtime.gc(Native Method)", "java.lang.System.gc(System.java:1)"),
      Condition -> thread(
        "WAITING (on object monitor)",
        "java.lang.Object.wait0(Native Method)",
        "java.lang.Object.wait(Object.java:378)"
      ),
      Condition -> parked(
        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(AbstractQueuedSynchronizer.java:1)"
      ),
      Queue -> parked(
        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(AbstractQueuedSynchronizer.java:1)",
        "java.util.concurrent.ArrayBlockingQueue.put(ArrayBlockingQueue.java:370)"
      )
    )
    stacks.foreach { case (kind, thread) =>
      assert(Waits.of(thread).map(_.kind).contains(kind), thread.frames.mkString("\n"))
    }
    val queue = "java.util.concurrent.ArrayBlockingQueue (com.acme.Foo.bar(Foo.java:41))"
    assert(Waits.of(stacks.last._2).map(_.detail).contains(queue))
  }

  test("an event loop that waits is blocked, and one that computes or selects is not") {
    val loop = Vector(
      "io.netty.util.concurrent.AbstractEventExecutor.runTask(AbstractEventExecutor.java:173)",
      "io.netty.channel.nio.NioEventLoop.run(NioEventLoop.java:569)"
    )
    def on(state: String, frames: String*) =
      Waits.of(StackedThread("reactor-http-nio-2", state, frames.toVector ++ loop))
    assert(
      on("TIMED_WAITING (sleeping)", "java.lang.Thread.sleep(Native Method)", "com.acme.Foo.bar(Foo.java:41)").contains(
        Wait(EventLoop, "sleeping: com.acme.Foo.bar(Foo.java:41)")
      )
    )
    assert(on("RUNNABLE", "com.acme.Foo.bar(Foo.java:41)").contains(Wait(Running, "")))
    val selects =
      Vector("sun.nio.ch.EPoll.wait(Native Method)", "io.netty.channel.nio.NioEventLoop.select(NioEventLoop.java:900)")
    assert(Waits.of(StackedThread("reactor-http-nio-2", "RUNNABLE", selects)).isEmpty)
  }

  test("own code that sleeps is named with who calls it, also where it parks by itself") {
    val caller = "com.acme.Gate.enter(Gate.java:9)"
    val server = "org.apache.catalina.core.StandardWrapperValve.invoke(StandardWrapperValve.java:1)"
    def of(frames: String*) = Waits.of(StackedThread("exec-1", "TIMED_WAITING (parking)", frames.toVector :+ server))
    val helper = "com.acme.Util.pause(Util.java:3)"
    assert(
      of("java.lang.Thread.sleep(Thread.java:1)", helper, caller).contains(Wait(Sleep, s"$helper, called by $caller"))
    )
    val park = Vector(
      "jdk.internal.misc.Unsafe.park(Native Method)",
      "java.util.concurrent.locks.LockSupport.parkNanos(A.java:1)"
    )
    assert(of(park :+ caller: _*).contains(Wait(Sleep, caller)))
    assert(of(park :+ "org.other.Pool.take(Pool.java:1)": _*).exists(_.kind == Sleep))
    assert(of(park :+ "org.springframework.some.Pool.take(Pool.java:1)": _*).exists(_.kind == Other))
  }
}
