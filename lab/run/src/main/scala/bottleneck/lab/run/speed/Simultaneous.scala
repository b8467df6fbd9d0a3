package bottleneck.lab.run.speed

import java.util.concurrent.{Callable, CountDownLatch, ExecutionException, Executors}

/** Measurements that begin together, each on a thread of its own. */
private[speed] object Simultaneous {

  /** The sum of what they give; the failure of the first one that has failed. */
  def sum(measurements: Vector[() => Double]): Double = {
    val threads = Executors.newFixedThreadPool(measurements.size)
    val begin = new CountDownLatch(measurements.size)
    def begun(measure: () => Double): Callable[Double] = () => {
      begin.countDown()
      begin.await()
      measure()
    }
    try measurements.map(measure => threads.submit(begun(measure))).map(_.get()).sum
    catch {
      case failure: ExecutionException => throw failure.getCause
    } finally {
      val _ = threads.shutdownNow()
    }
  }
}
