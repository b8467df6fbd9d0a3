package bottleneck.lab.explain.record

import bottleneck.lab.explain.published.PublishedFigures
import bottleneck.lab.explain.theory.Prediction

/** What the measured throughput is compared with.
  *
  * @param efficiency
  *   throughput of the window ÷ prediction
  * @param demand
  *   none where no paces came before the load, or they do not tell
  */
final case class Expected(
    prediction: Option[Prediction] = None,
    efficiency: Option[Double] = None,
    published: Option[PublishedFigures] = None,
    demand: Option[Demand] = None
)
