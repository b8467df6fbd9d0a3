package bottleneck.lab.run.postgres

import bottleneck.lab.settings.Refused
import bottleneck.lab.target.Index
import java.nio.file.Path

/** The statement of seed-sql that creates an index. */
private[postgres] final case class IndexDefinition(index: String, statement: String) {
  import IndexDefinition.create

  /** The same without a lock that writers would wait for. */
  def concurrently: String = statement.replaceFirst(create, s"$create CONCURRENTLY")
}

private[postgres] object IndexDefinition {
  private val create = "CREATE INDEX"

  /** That of `index` in the file of `variant`; refused where there is none. */
  def read(seedSql: Path, variant: Index, index: String): IndexDefinition = {
    val file = Indexes.file(variant, seedSql)
    Sql
      .statements(file)
      .find(_.linesIterator.exists(_.startsWith(s"$create $index ")))
      .map(statement => IndexDefinition(index, statement.substring(statement.indexOf(s"$create $index "))))
      .getOrElse(throw new Refused(s"$file does not create the index $index: name one that it does."))
  }
}
