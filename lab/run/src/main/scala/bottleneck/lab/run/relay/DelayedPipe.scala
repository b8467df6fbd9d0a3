package bottleneck.lab.run.relay

import java.io.IOException
import java.net.Socket
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.locks.LockSupport
import scala.annotation.tailrec
import scala.concurrent.duration.FiniteDuration

/** One direction of a connection: what it reads `from` one socket it writes `to` another so much later. */
private final class DelayedPipe(from: Socket, to: Socket, oneWay: FiniteDuration) {
  import DelayedPipe._

  /** Bounded, so that a sender who is faster than the receiver has to wait. */
  private val underWay = new LinkedBlockingQueue[Chunk](mostUnderWay)

  def start(): Unit = {
    thread("read", () => read(new Array[Byte](mostBytes)))
    thread("write", () => write(isOpen = true))
  }

  @tailrec private def read(buffer: Array[Byte]): Unit = {
    val count = orEnd(from.getInputStream.read(buffer))
    underWay.put(Chunk(buffer.take(math.max(0, count)), System.nanoTime() + oneWay.toNanos))
    if (count > 0) read(buffer)
  }

  /** Takes all that comes, also when nobody wants it any more: else the reader would wait for ever. */
  @tailrec private def write(isOpen: Boolean): Unit = {
    val chunk = underWay.take()
    awaitTime(chunk.dueNanos)
    val written = isOpen && !chunk.isEnd && orEnd { to.getOutputStream.write(chunk.bytes); 1 } > 0
    if (!written) Vector(from, to).foreach(_.close())
    if (!chunk.isEnd) write(written)
  }
}

private object DelayedPipe {
  private val mostBytes = 64 * 1024
  private val mostUnderWay = 128

  /** Without bytes it is the end of the direction. */
  private final case class Chunk(bytes: Array[Byte], dueNanos: Long) {
    def isEnd: Boolean = bytes.isEmpty
  }

  private def orEnd(transfer: => Int): Int =
    try transfer
    catch { case _: IOException => -1 }

  @tailrec private def awaitTime(dueNanos: Long): Unit = {
    val left = dueNanos - System.nanoTime()
    if (left > 0) {
      LockSupport.parkNanos(left)
      awaitTime(dueNanos)
    }
  }

  private def thread(name: String, work: Runnable): Unit = {
    val thread = new Thread(work, name)
    thread.setDaemon(true)
    thread.start()
  }
}
