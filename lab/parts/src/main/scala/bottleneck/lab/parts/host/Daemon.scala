package bottleneck.lab.parts.host

/** A thread that does not keep the JVM from ending; not started yet. */
final class Daemon(name: String, work: Runnable) extends Thread(work, name) {
  setDaemon(true)
}
