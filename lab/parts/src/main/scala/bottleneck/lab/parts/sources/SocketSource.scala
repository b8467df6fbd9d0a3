package bottleneck.lab.parts.sources

import bottleneck.lab.parts.metrics.LinuxConnections.{established, listening, Socket}
import bottleneck.lab.parts.metrics.{LinuxConnections, LinuxProcesses}
import java.net.{InetAddress, NetworkInterface}
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicReference
import scala.collection.concurrent.TrieMap
import scala.concurrent.duration._

/** The service's connections by the address of the other side, and databases of this machine among them. */
private[lab] final case class Connections(outbound: Vector[PoolUse], databases: Set[DatabasePeer])

/** A database of this machine: its first process, its address as `host:port`, and the service's ports to it. */
private[lab] final case class DatabasePeer(pid: Long, name: String, clients: Set[Int])

/** TCP connections of the service from `/proc/net`, see proc(5); `service` is its first process. */
private[lab] final class SocketSource(service: Option[Long], processes: ProcessSource) {
  import SocketSource._

  private val owners = TrieMap.empty[Long, Option[Long]]
  private val local = TrieMap.empty[InetAddress, Boolean]
  private val looked = new Recent[Unit, Connections](1.second)

  private val last = new AtomicReference(Sockets(Set.empty, Set.empty))

  /** As of a second ago at most, as there may be thousands of sockets. */
  def look(): Connections = looked(())(lookNow())

  private def lookNow(): Connections = {
    val all = table(processes.proc)
    val listeners = all.filter(_.socket.state == listening)
    val open = all.filter(_.socket.state == established)
    val ports = listeners.map(_.socket.port).toSet
    val peers = own(open.filterNot(of => ports(of.socket.port))).groupBy(_.peer)
    // the other side's process, where it is on this machine and a database
    val databases = for {
      peer <- peers.keySet
      listener <- listeners.find(_.socket.port == peer.port) if isLocal(peer.address)
      pid <- owners.getOrElseUpdate(listener.inode, processes.owner(listener.inode, listener.user))
      if processes.isDatabase(pid)
    } yield peer -> DatabasePeer(pid, peer.name, peers(peer).map(_.socket.port).toSet)
    val outbound = peers.toVector.map { case (peer, of) =>
      val isDatabase = databases.exists(_._1 == peer) || databasePorts(peer.port)
      PoolUse(if (isDatabase) PoolKind.DatabaseConnections else PoolKind.OutboundConnections, peer.name, None, of.size)
    }
    Connections(outbound.sortBy(_.name), databases.map(_._2))
  }

  /** Those that belong to the service. Its files are read only when there are new connections. */
  private def own(open: Vector[Line]): Vector[Line] = {
    val inodes = open.map(_.inode).toSet
    if (!inodes.subsetOf(last.get().seen))
      last.set(Sockets(inodes, service.fold(Set.empty[Long])(processes.sockets)))
    val owned = last.get().ofService
    open.filter(line => owned(line.inode))
  }

  private def isLocal(address: InetAddress): Boolean = local.getOrElseUpdate(
    address,
    address.isLoopbackAddress || Option(NetworkInterface.getByInetAddress(address)).isDefined
  )
}

private[lab] object SocketSource {
  private val ownProc = ProcessSource.ofThisSystem.proc

  /** Inodes of all established connections that were seen, and those of all sockets that the service had open then. */
  private final case class Sockets(seen: Set[Long], ofService: Set[Long])

  /** Default ports of databases on other machines: PostgreSQL, MySQL, Oracle, SQL Server, MongoDB. */
  private val databasePorts = Set(5432, 3306, 1521, 1433, 27017)

  private final case class Peer(address: InetAddress, port: Int) {
    def name: String =
      if (address.getAddress.length == 4) s"${address.getHostAddress}:$port" else s"[${address.getHostAddress}]:$port"
  }

  private final case class Line(socket: Socket, user: Int, inode: Long) {
    def peer: Peer = {
      val (address, port) = socket.remote.splitAt(socket.remote.indexOf(':'))
      // words of four bytes, the last byte first; an IPv4 address may come as an IPv6 one
      val bytes = address.grouped(8).flatMap(_.grouped(2).toVector.reverse).map(Integer.parseInt(_, 16).toByte).toArray
      Peer(InetAddress.getByAddress(bytes), Integer.parseInt(port.drop(1), 16))
    }
  }

  /** Process that listens on a port of this machine; none where the system does not tell, or only passes it on. */
  def listener(port: Int): Option[Long] =
    table(ownProc)
      .filter(of => of.socket.state == listening && of.socket.port == port)
      .flatMap(of => ProcessSource.ofThisSystem.owner(of.inode, of.user))
      .find(pid => !LinuxProcesses.read(ownProc.resolve(pid.toString), "comm").exists(_.startsWith("docker-proxy")))

  /** Ports on which a process and its descendants listen. */
  def ports(root: Long): Vector[Int] = {
    val sockets = ProcessSource.ofThisSystem.sockets(root)
    table(ownProc)
      .filter(of => of.socket.state == listening && sockets(of.inode))
      .map(_.socket.port)
      .distinct
      .sorted
  }

  private def table(proc: Path): Vector[Line] = LinuxConnections
    .lines(proc)
    .map { line =>
      val fields = line.trim.split("\\s+", 11)
      Line(LinuxConnections.read(line), fields(7).toInt, fields(9).toLong)
    }
    .toVector
    .distinctBy(line => (line.inode, line.socket.port, line.socket.remote))
}
