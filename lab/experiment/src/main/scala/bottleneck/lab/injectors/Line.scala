package bottleneck.lab.injectors

import java.io.{BufferedInputStream, IOException, OutputStream}
import java.net.{Socket, SocketTimeoutException}
import java.nio.charset.StandardCharsets.UTF_8
import scala.annotation.tailrec
import scala.concurrent.duration.FiniteDuration

/** A connection between two injectors, who send each other lines of text. */
private[injectors] final class Line(socket: Socket) extends AutoCloseable {
  socket.setTcpNoDelay(true)
  private val input = new BufferedInputStream(socket.getInputStream)
  private val output: OutputStream = socket.getOutputStream

  def send(text: String): Unit = {
    output.write(s"$text\n".getBytes(UTF_8))
    output.flush()
  }

  /** False where the other side has ended. */
  def sent(text: String): Boolean =
    try { send(text); true }
    catch { case _: IOException => false }

  /** The next line; nothing if the other side ended, sent too long a line, or took longer than `within`. */
  def receive(within: FiniteDuration): Option[String] = {
    val deadline = within.fromNow

    @tailrec def rest(sofar: Vector[Byte]): Option[String] = {
      val left = deadline.timeLeft.toMillis
      if (left <= 0 || sofar.size > Line.longest) None
      else {
        socket.setSoTimeout(math.min(left, Int.MaxValue.toLong).toInt)
        input.read() match {
          case -1 => None
          case '\n' => Some(new String(sofar.toArray, UTF_8))
          case byte => rest(sofar :+ byte.toByte)
        }
      }
    }

    try rest(Vector.empty)
    catch { case _: SocketTimeoutException => None; case _: IOException => None }
  }

  override def close(): Unit = socket.close()
}

private object Line {
  private val longest = 1000
}
