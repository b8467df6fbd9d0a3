package bottleneck.lab.explain.history

import bottleneck.lab.files.Csv

/** The series of a variant as a test of Apache Otava of the type `csv`: a column with the time, one with the commit,
  * and one of each metric that is known of every night, as Otava takes no empty cell (docs/CSV.md and otava/importer.py
  * there).
  *
  * @param name
  *   unique, and allowed in the name of any file
  */
final case class OtavaTest(name: String, nights: Vector[Night], series: Vector[MetricHistory]) {
  def file: String = s"$name.csv"

  private val places = series.map(_.values.map(_.night)).maxByOption(_.size).getOrElse(Vector.empty)
  private val complete = series.filter(_.values.map(_.night) == places)

  def csv: String = {
    val header = Vector("time", "commit") ++ complete.map(one => OtavaTest.plain(one.metric.name))
    val rows = places.zipWithIndex.map { case (place, n) =>
      Vector[Any](nights(place).began.toString, nights(place).commit.getOrElse("")) ++ complete.map(_.values(n).value)
    }
    Csv.render(header +: rows)
  }

  private def yaml: String = {
    val metrics = complete.map { one =>
      s"      ${OtavaTest.plain(one.metric.name)}: {direction: ${if (one.metric.moreIsWorse) -1 else 1}}"
    }
    (Vector(s"  $name:", "    type: csv", s"    file: $file", "    time_column: time", "    attributes: [commit]") ++
      ("    metrics:" +: metrics)).mkString("\n")
  }
}

object OtavaTest {

  def of(histories: Histories): Vector[OtavaTest] = {
    val variants = histories.series.map(one => (one.experiment, one.variant)).distinct
    val names = variants.map { case (experiment, variant) => s"$experiment.${plain(variant)}" }
    variants.indices.toVector.map { n =>
      val (name, again) = (names(n), names.take(n).count(_ == names(n)))
      val series = histories.series.filter(one => (one.experiment, one.variant) == variants(n))
      OtavaTest(if (again == 0) name else s"$name-${again + 1}", histories.nights, series)
    }
  }

  /** Otava's file of configuration, which names the tests; paths are relative to its folder. */
  def configuration(tests: Vector[OtavaTest]): String =
    if (tests.isEmpty) "tests: {}\n" else ("tests:" +: tests.map(_.yaml)).mkString("", "\n", "\n")

  private def plain(text: String): String =
    text.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]+", "-").stripPrefix("-").stripSuffix("-")
}
