package bottleneck.lab.parts.postgres

import scala.util.Try

/** Plan of a statement as the planner sees it: its cost in the planner's unit, and the most expensive scan of a whole
  * table, if any.
  */
private[lab] final case class StatementPlan(cost: Double, scan: Option[TableScan])

/** A scan of all rows of a table for a statement that returns so many; an index on `columns` would spare it, where its
  * condition and order show any.
  */
private[lab] final case class TableScan(table: String, rows: Double, returned: Double, columns: Vector[String]) {
  def createIndex: Option[String] =
    Option.when(columns.nonEmpty)(s"CREATE INDEX ON $table (${columns.mkString(", ")})")
}

private[lab] object StatementPlan {
  private val scans = Set("Seq Scan", "Parallel Seq Scan")

  // as in ((status)::text = $1)
  private val condition = """\(*"?(\w+)"?\)?(?:::[\w ]+)? (=|<|>|<=|>=) .*""".r
  private val key = """(?:\w+\.)?"?(\w+)"?( DESC)?(?: NULLS (?:FIRST|LAST))?""".r

  /** Of the JSON of `EXPLAIN`; none of another text.
    *
    * @param tables
    *   rows and columns of each table by name
    */
  def of(json: String, tables: Map[String, (Double, Set[String])]): Option[StatementPlan] = Try {
    val top = ujson.read(json)(0)("Plan")
    val returned = top("Plan Rows").num
    val found = for {
      (node, keys) <- nodes(top, Vector.empty) if scans(node("Node Type").str)
      table = node("Relation Name").str
      (rows, columns) <- tables.get(table)
    } yield node("Total Cost").num -> TableScan(
      table,
      rows,
      returned,
      index(filter(node), keys).filter(of => columns(of.stripSuffix(" DESC")))
    )
    StatementPlan(top("Total Cost").num, found.maxByOption(_._1).map(_._2))
  }.toOption

  /** All nodes below one, with the order that is wanted of each. */
  private def nodes(node: ujson.Value, wanted: Vector[String]): Vector[(ujson.Value, Vector[String])] = {
    val keys = node.obj.get("Sort Key").fold(wanted)(_.arr.map(_.str).toVector)
    val below = node.obj.get("Plans").toVector.flatMap(_.arr)
    (node -> keys) +: below.flatMap(nodes(_, if (below.size == 1) keys else Vector.empty))
  }

  private def filter(node: ujson.Value): Vector[String] =
    node.obj.get("Filter").toVector.flatMap(_.str.split(" AND "))

  /** Columns that must be equal to something, then those of the order, or else one that is compared. Nothing where a
    * condition is an expression, or an alternative.
    */
  private def index(filter: Vector[String], order: Vector[String]): Vector[String] = {
    val conditions = filter.map {
      case condition(column, how) if !filter.exists(_.contains(" OR ")) => Some(column -> how); case _ => None
    }
    val keys = order.map { case key(column, down) => Some(column + Option(down).mkString); case _ => None }
    val equal = conditions.flatten.collect { case (column, "=") => column }
    val ranges = conditions.flatten.collect { case (column, how) if how != "=" => column }
    val ordered = if (keys.forall(_.isDefined)) sameWay(keys.flatten) else Vector.empty
    val last = if (ordered.nonEmpty) ordered else ranges.take(1)
    (equal ++ last).distinctBy(_.stripSuffix(" DESC"))
  }

  /** An index is read backwards as well. */
  private def sameWay(keys: Vector[String]): Vector[String] =
    if (keys.forall(_.endsWith(" DESC"))) keys.map(_.stripSuffix(" DESC")) else keys
}
