package bottleneck.lab.run.cache

import bottleneck.lab.settings.RedisAccess
import java.io.{BufferedInputStream, EOFException, IOException}
import java.net.{InetSocketAddress, Socket}
import java.nio.charset.StandardCharsets.UTF_8
import scala.annotation.tailrec
import scala.concurrent.duration._

/** A session with a Redis for the few commands of the lab itself, in RESP 2
  * (redis.io/docs/latest/develop/reference/protocol-spec). What fails is an `IOException`.
  */
private[cache] final class RedisConnection private (socket: Socket) extends AutoCloseable {
  import RedisConnection._

  private val input = new BufferedInputStream(socket.getInputStream)

  /** Fails where Redis is not ready, or wants a login. */
  def ping(): Unit = {
    val _ = call("PING")
  }

  /** The server's version. */
  def version: Option[String] = call("INFO", "server").collectFirst { case versionLine(version) => version }

  /** Deletes every key that begins with `prefix`, which has no character that is special in a pattern: how many. */
  def deleteAll(prefix: String): Long = {
    require(prefix.matches("[a-z0-9:-]+"), s"prefix ($prefix) must be lower-case letters, digits, colons and hyphens")
    keys(s"$prefix*").distinct.grouped(page).flatMap(some => call("DEL" +: some: _*)).map(_.toLong).sum
  }

  override def close(): Unit = socket.close()

  /** By pages, each of which begins with the cursor of the next, and at last with 0; a key may come twice. */
  @tailrec private def keys(
      pattern: String,
      cursor: String = "0",
      sofar: Vector[String] = Vector.empty
  ): Vector[String] = {
    val answer = call("SCAN", cursor, "MATCH", pattern, "COUNT", page.toString)
    val found = sofar ++ answer.drop(1)
    if (answer.headOption.forall(_ == "0")) found else keys(pattern, answer.head, found)
  }

  /** The answer's texts and numbers in order. */
  private[cache] def call(words: String*): Vector[String] = {
    val command = words.map(word => s"$$${word.getBytes(UTF_8).length}\r\n$word\r\n")
    socket.getOutputStream.write(command.mkString(s"*${words.size}\r\n", "", "").getBytes(UTF_8))
    answer()
  }

  private def answer(): Vector[String] = line() match {
    case error(text) => throw new IOException(text)
    case single(text) => Vector(text)
    case "$-1" => Vector.empty
    case bulk(length) =>
      val text = new String(bytes(length.toInt), UTF_8)
      val _ = line()
      Vector(text)
    case array(size) => Vector.fill(size.toInt)(answer()).flatten
    case other => throw new IOException(s"it answered '$other', which is not Redis' protocol")
  }

  private def line(): String = {
    val read = Iterator.continually(input.read()).takeWhile(byte => byte != '\n' && byte != -1).take(longestLine)
    val text = new String(read.map(_.toByte).toArray, UTF_8)
    if (text.endsWith("\r")) text.dropRight(1) else throw new EOFException("it closed the connection")
  }

  private def bytes(length: Int): Array[Byte] = {
    val read = input.readNBytes(length)
    if (read.length < length) throw new EOFException("it closed the connection") else read
  }
}

private[cache] object RedisConnection {
  private val patience = 2.seconds
  private val page = 1000
  private val longestLine = 1 << 16
  private val versionLine = """(?s).*\bredis_version:(\S+).*""".r

  private val error = "-(.*)".r
  private val single = "[+:](.*)".r
  private val bulk = """\$(\d+)""".r
  private val array = """\*(\d+)""".r

  /** Connects, and logs in where there is a password. */
  def open(access: RedisAccess): RedisConnection = {
    val socket = new Socket()
    try {
      socket.connect(new InetSocketAddress(access.host, access.port), patience.toMillis.toInt)
      socket.setSoTimeout(patience.toMillis.toInt)
      val connection = new RedisConnection(socket)
      access.password.foreach(password => connection.call("AUTH" +: (access.user.toVector :+ password): _*))
      connection
    } catch {
      case failure: IOException =>
        socket.close()
        throw failure
    }
  }
}
