package bottleneck.lab.explain

import bottleneck.lab.explain.record.{Result, ResultJson}
import bottleneck.lab.explain.statistics.{RunStatistics, Timeline}
import bottleneck.lab.explain.verdict.ResultFiles
import bottleneck.lab.files.WholeFile
import bottleneck.lab.model.GatlingFigures
import java.io.{IOException, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path

/** Files with the computed results of a run, in its folder; each is written as a whole. */
private[lab] object RunFiles {

  /** Writes the files beside the result first: a folder with a result.json is complete. */
  def write(folder: Path, result: Result, statistics: RunStatistics): Unit = {
    WholeFile.write(folder.resolve(Timeline.file), Timeline.render(statistics.timeline.timeline))
    WholeFile.writeTo(folder.resolve("latency.hlog")) { output =>
      val text = new PrintStream(output, false, UTF_8)
      statistics.timeline.writeIntervals(text, statistics.log.header.start)
      // it throws nothing
      if (text.checkError()) throw new IOException("latency.hlog cannot be written")
    }
    val figures = statistics.wholeRun.figures.json(GatlingFigures.everything)
    WholeFile.write(folder.resolve("js/global_stats.json"), ujson.write(figures, indent = 2) + "\n")
    WholeFile.write(folder.resolve(ResultFiles.name), ResultJson.render(result))
  }
}
