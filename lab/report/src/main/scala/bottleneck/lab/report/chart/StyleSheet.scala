package bottleneck.lab.report.chart

import java.nio.charset.StandardCharsets.UTF_8
import scala.util.Using

/** The style sheets of all pages, as CSS. */
object StyleSheet {

  /** For a chart without a page. */
  val chart: String = resource("chart.css")

  /** For a page with charts. */
  val page: String = s"$chart\n${resource("page.css")}"

  private def resource(name: String): String =
    Using.resource(getClass.getResourceAsStream(name))(in => new String(in.readAllBytes(), UTF_8))
}
