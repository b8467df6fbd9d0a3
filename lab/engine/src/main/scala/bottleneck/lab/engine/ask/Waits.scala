package bottleneck.lab.engine.ask

import bottleneck.lab.engine.ask.WaitKind._

/** What threads wait for, told from their frames. */
object Waits {

  /** What a thread does, by its state and the JDK's frames that it is in. */
  private sealed trait Doing
  private case object Computing extends Doing
  private case object Socket extends Doing
  private case object Waiting extends Doing
  private case object Blocked extends Doing

  /** The kind of threads that do one of `when` in a frame that begins with one of `frames`, called from `below`. */
  private final case class Rule(kind: WaitKind, when: Doing*)(of: String, calledFrom: String = "") {
    val frames: Vector[String] = words(of)
    private val below = words(calledFrom)
    def fits(doing: Doing, stack: Vector[String]): Boolean =
      when.contains(doing) && begins(stack.head, frames) && stack.exists(begins(_, below))
  }

  /** Rules by frames of libraries, of which the innermost decides. */
  private val libraries = Vector(
    Rule(JdbcPool, Computing, Waiting, Blocked)("com.zaxxer.hikari.util.ConcurrentBag.borrow"),
    Rule(JdbcPool, Waiting, Blocked)("""com.zaxxer.hikari.pool.HikariPool.getConnection org.apache.tomcat.jdbc.pool.
      com.mchange.v2.resourcepool. com.alibaba.druid.pool. io.agroal.pool. oracle.ucp."""),
    Rule(JdbcPool, Waiting, Blocked)("org.apache.commons.pool2.impl.", "org.apache.commons.dbcp2."),
    Rule(DatabaseRead, Socket)("""org.postgresql.core. com.mysql.cj. org.mariadb.jdbc. com.microsoft.sqlserver.jdbc.
      oracle.net. oracle.jdbc. com.ibm.db2.jcc. org.h2.value.Transfer. com.mongodb.internal.connection."""),
    Rule(Lock, Waiting, Blocked)("org.h2.mvstore.tx.Transaction.waitFor"),
    Rule(RedisPool, Waiting, Blocked)(
      "org.apache.commons.pool2.impl.",
      """redis.clients.jedis. io.lettuce.core.
      org.springframework.data.redis."""
    ),
    Rule(RedisRead, Socket, Waiting)("redis.clients.jedis. io.lettuce.core. org.redisson."),
    Rule(OutboundPool, Waiting, Blocked)("""org.apache.http.pool. org.apache.hc.core5.pool. reactor.netty.resources.
      com.mongodb.internal.connection. org.apache.commons.pool2.impl."""),
    Rule(OutboundPool, Waiting)("org.apache.hc.core5.concurrent.", "org.apache.hc.client5.http.impl.io.Pooling"),
    // a blocked publisher may be any, and is WebClient's as a rule
    Rule(OutboundRead, Socket, Waiting)("""org.apache.http. org.apache.hc. sun.net.www. jdk.internal.net.http.
      okhttp3. okio. org.eclipse.jetty.client. io.grpc.stub.ClientCalls org.apache.kafka.clients.
      com.rabbitmq.client. reactor.core.publisher.Blocking org.springframework.http.client."""),
    Rule(RateLimiter, Waiting, Blocked)("io.github.resilience4j.ratelimiter. io.github.bucket4j."),
    Rule(RateLimiter, Waiting, Blocked)(
      "com.google.common.util.concurrent.",
      "com.google.common.util.concurrent.RateLimiter"
    ),
    Rule(Semaphore, Waiting)("io.github.resilience4j.bulkhead."),
    Rule(LogAppender, Waiting, Blocked)("ch.qos.logback.core. org.apache.logging.log4j.core. java.util.logging."),
    Rule(Client, Waiting)("org.apache.tomcat.util.net. org.apache.coyote. org.eclipse.jetty.server."),
    Rule(Client, Socket, Waiting)("org.xnio.nio.NioSocketConduit.await sun.net.httpserver."),
    // these read and write without waiting
    Rule(Running, Socket)("org.apache.tomcat.util.net. org.xnio. org.eclipse.jetty.io. io.netty.")
  )

  /** Rules by the JDK's frames, which decide where no library's does. */
  private val jdk = Vector(
    Rule(Monitor, Blocked)(""),
    Rule(Collection, Computing)("java.lang.Runtime.gc"),
    Rule(Disk, Computing)("""java.io.FileDescriptor.sync sun.nio.ch.UnixFileDispatcherImpl.force
      sun.nio.ch.FileDispatcherImpl.force java.nio.MappedMemoryUtils.force java.nio.MappedByteBuffer.force"""),
    Rule(Running, Computing)(""),
    Rule(OutboundRead, Socket)(""),
    Rule(Sleep, Waiting)("java.lang.Thread.sleep java.lang.VirtualThread.sleep"),
    Rule(Lock, Waiting)("""java.util.concurrent.locks.ReentrantLock
      java.util.concurrent.locks.ReentrantReadWriteLock java.util.concurrent.locks.StampedLock"""),
    Rule(Semaphore, Waiting)("java.util.concurrent.Semaphore"),
    Rule(Latch, Waiting)("""java.util.concurrent.CountDownLatch java.util.concurrent.CyclicBarrier
      java.util.concurrent.Phaser"""),
    Rule(Future, Waiting)("""java.util.concurrent.FutureTask java.util.concurrent.CompletableFuture
      java.util.concurrent.ForkJoinTask java.util.concurrent.ExecutorCompletionService
      java.util.concurrent.AbstractExecutorService java.util.concurrent.StructuredTaskScope"""),
    Rule(Queue, Waiting)("""java.util.concurrent.ArrayBlockingQueue java.util.concurrent.LinkedBlocking
      java.util.concurrent.SynchronousQueue java.util.concurrent.LinkedTransferQueue
      java.util.concurrent.PriorityBlockingQueue java.util.concurrent.DelayQueue java.util.concurrent.Exchanger""")
  )

  /** Those of what is waited for until another thread says so: the JDK's classes above do the same inside. */
  private val conditions = Vector(
    Rule(Condition, Waiting)(
      "java.lang.Object.wait java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject"
    )
  )

  /** Frames that show a request being served. */
  private val servers = words("""org.apache.catalina.core.StandardWrapperValve
    org.apache.coyote.AbstractProcessorLight.process io.undertow.server. io.undertow.servlet.
    org.eclipse.jetty.server. jakarta.servlet.http.HttpServlet.service javax.servlet.http.HttpServlet.service
    org.springframework.web.reactive. reactor.netty.http.server. com.sun.net.httpserver.
    sun.net.httpserver.ServerImpl$Exchange io.grpc.internal.ServerImpl io.grpc.internal.ServerCallImpl
    io.grpc.stub.ServerCalls io.vertx.core. io.vertx.ext.web. io.quarkus.
    io.netty.channel.AbstractChannelHandlerContext.invokeChannelRead
    io.netty.util.concurrent.AbstractEventExecutor.runTask
    io.netty.util.concurrent.AbstractEventExecutor.safeExecute""")

  /** Frames that show an executor's thread with a task; those in `idle` wait for one. */
  private val workers = words("""java.util.concurrent.ThreadPoolExecutor.runWorker
    java.util.concurrent.ForkJoinTask.doExec java.util.concurrent.FutureTask.run java.lang.VirtualThread.run
    org.jboss.threads.EnhancedQueueExecutor$Task. org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker""")

  /** Frames of threads that wait for work, carry a virtual thread, or keep a pool or the JVM's management going. */
  private val idle = words("""java.util.concurrent.ThreadPoolExecutor.getTask
    java.util.concurrent.ForkJoinPool.awaitWork java.lang.VirtualThread.runContinuation
    org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask org.apache.tomcat.util.threads.TaskQueue.
    org.eclipse.jetty.server.AbstractConnector$Acceptor com.zaxxer.hikari.pool.HikariPool$
    io.netty.channel.epoll.Native. io.netty.channel.kqueue.Native. io.netty.channel.uring.Native.
    io.netty.util.HashedWheelTimer sun.nio.ch.Poller.subPollerLoop sun.rmi. com.sun.jmx.""")
  private val selectors = words("sun.nio.ch.SelectorImpl sun.nio.ch.EPoll sun.nio.ch.KQueue")
  private val sockets = selectors ++ Vector("sun.nio.ch.NioSocketImpl.", "sun.nio.ch.SocketChannelImpl.")

  private val eventLoops = words("""io.netty.channel.nio.NioEventLoop.run io.netty.channel.epoll.EpollEventLoop.run
    io.netty.channel.kqueue.KQueueEventLoop.run io.netty.channel.SingleThreadIoEventLoop.run
    org.xnio.nio.WorkerThread.run""")
  private val EventLoopName = """(?:reactor-http-|webflux-http-|.*[eE]ventLoop|vert\.x-eventloop|XNIO-\d+ I/O).*""".r

  private val park = words(
    "jdk.internal.misc.Unsafe.park java.util.concurrent.locks.LockSupport.park sun.misc.Unsafe.park"
  )
  private val platform = words("java. javax. jdk. sun. com.sun.")

  /** Packages of the libraries above: the first three names of a rule's frame. */
  private val known = libraries
    .flatMap(_.frames)
    .map(_.split('.').takeWhile(_.head.isLower).take(3).mkString("", ".", "."))
    .distinct

  private val plumbing = known ++ words("""org.springframework. jakarta. org.apache.catalina. org.apache.coyote.
    org.apache.tomcat. org.hibernate. io.micrometer. io.netty. io.undertow. org.eclipse.jetty. reactor. org.slf4j.
    org.aspectj. com.fasterxml. tools.jackson. org.postgresql. com.zaxxer. ch.qos.logback. org.apache.logging.
    org.apache.commons. com.google. io.quarkus. io.vertx. io.smallrye. org.jboss. io.micronaut. io.helidon. kotlin.
    kotlinx. scala.""")
  private val generated = words("$Proxy $$ CGLIB HibernateProxy")

  /** Whether a thread serves a request. Another that works for one, an executor's, has a wait, too. */
  def isRequestThread(thread: StackedThread): Boolean = !isIdle(thread) && thread.frames.exists(begins(_, servers))

  /** Whether a class, or a frame in it, is the JDK's. */
  def isPlatform(className: String): Boolean = begins(className, platform)

  /** The same of the JDK's and of libraries by their names. */
  def isLibrary(className: String): Boolean =
    begins(className, platform ++ plumbing) || generated.exists(className.contains(_))

  /** None for a thread without work or without a request; `dump` has the holder of a monitor or lock. */
  def of(thread: StackedThread, dump: Vector[StackedThread] = Vector.empty): Option[Wait] =
    Option.when(!isIdle(thread) && thread.frames.exists(begins(_, servers ++ workers))) {
      val holder = thread.owner.flatMap(name => dump.find(_.name == name))
      val wait = waitOf(thread, holder.fold("")(owner => s", held by a thread in ${ownFrame(owner.frames)}"))
      val isOfEventLoop = EventLoopName.matches(thread.name) || thread.frames.exists(begins(_, eventLoops))
      if (isOfEventLoop && wait.kind != Running) Wait(EventLoop, s"${wait.kind.name}: ${wait.detail}") else wait
    }

  private def waitOf(thread: StackedThread, held: String): Wait = {
    val doing = doingOf(thread)
    val inner = thread.frames.takeWhile(begins(_, platform ++ known)).size
    val stacks = thread.frames.tails.take(inner max 1).filter(_.nonEmpty).toVector
    val found = Iterator(libraries, jdk, conditions)
      .flatMap(table => stacks.iterator.flatMap(stack => table.find(_.fits(doing, stack)).map(_.kind -> stack.head)))
      .nextOption()
    val own = ownFrame(thread.frames)
    found match {
      case Some((Running, _)) => Wait(Running, "")
      case Some((Monitor, _)) => Wait(Monitor, s"${thread.waitsFor.getOrElse("a monitor")} ($own)$held")
      case Some((kind @ (Lock | Semaphore | Latch | Future | Queue), frame)) =>
        Wait(kind, s"${classOf(frame)} ($own)$held")
      case Some((Sleep, _)) => Wait(Sleep, calledBy(own, thread.frames))
      case Some((kind, _)) => Wait(kind, own)
      case None if isParkedBy(own, thread.frames) && !isLibrary(own) =>
        Wait(Sleep, calledBy(own, thread.frames))
      case None => Wait(Other, thread.frames.find(!begins(_, platform)).getOrElse(own))
    }
  }

  private def doingOf(thread: StackedThread): Doing =
    if (thread.frames.takeWhile(begins(_, platform)).exists(begins(_, sockets))) Socket
    else if (thread.state.startsWith("BLOCKED")) Blocked
    else if (thread.state.startsWith("RUNNABLE")) Computing
    else Waiting

  /** A selector is waited for by who has no work, or by Undertow's workers for their client. */
  private def isIdle(thread: StackedThread): Boolean = {
    val (inner, outer) = thread.frames.span(begins(_, platform))
    thread.frames.exists(begins(_, idle)) ||
    inner.exists(begins(_, selectors)) && !outer.headOption.exists(_.startsWith("org.xnio.nio.NioSocketConduit.await"))
  }

  /** The innermost frame of the application itself, or else of the first library. */
  private def ownFrame(frames: Vector[String]): String =
    frames
      .find(!isLibrary(_))
      .orElse(frames.find(!begins(_, platform)))
      .orElse(frames.headOption)
      .getOrElse("")

  private def isParkedBy(own: String, frames: Vector[String]): Boolean = {
    val (inner, outer) = frames.span(begins(_, platform))
    inner.forall(begins(_, park)) && outer.headOption.contains(own)
  }

  /** An own frame with the one that calls its class: a helper sleeps for many. */
  private def calledBy(own: String, frames: Vector[String]): String = {
    val caller = frames.dropWhile(_ != own).find(frame => !isLibrary(frame) && classOf(frame) != classOf(own))
    own + caller.fold("")(frame => s", called by $frame")
  }

  /** Its outermost class, `a.B` of `a.B$C.d(B.java:1)`. */
  private def classOf(frame: String): String =
    frame.takeWhile(_ != '(').split('.').dropRight(1).mkString(".").takeWhile(_ != '$')

  private def words(text: String): Vector[String] = text.split("\\s+").toVector

  private def begins(frame: String, beginnings: Seq[String]): Boolean = beginnings.exists(frame.startsWith(_))
}
