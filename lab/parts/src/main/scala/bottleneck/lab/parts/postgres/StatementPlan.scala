package bottleneck.lab.parts.postgres

import scala.util.Try

/** Plan of a statement as the planner sees it: its cost in the planner's unit, and the most expensive scan of a whole
  * table, if any.
  */
private[lab] final case class StatementPlan(cost: Double, scan: Option[TableScan])

/** A table as SQL names it and its columns, with its rows. */
private[lab] final case class PlannedTable(name: String, rows: Double, columns: Vector[String])

/** A scan of all rows of a table; an index on `columns` would spare it, where its condition and order show any. */
private[lab] final case class TableScan(table: String, rows: Double, columns: Vector[String]) {
  def createIndex: Option[String] =
    Option.when(columns.nonEmpty)(s"CREATE INDEX ON $table (${columns.mkString(", ")})")
}

private[lab] object StatementPlan {

  // as in ((status)::text = $1)
  private val condition = """\(*"?(\w+)"?\)?(?:::[\w ]+)? (=|<|>|<=|>=) .*""".r
  private val key = """(?:\w+\.)?"?(\w+)"?( DESC)?(?: NULLS (?:FIRST|LAST))?""".r

  /** Nodes that read all of what is below them before they give anything. */
  private val readAll = Set("Sort", "Incremental Sort", "Aggregate", "Hash")

  /** A node, the order that is wanted of it, and whether its parents may stop it early. */
  private final case class Node(json: ujson.Value, order: Vector[String], isLimited: Boolean) {
    def kind: String = json("Node Type").str
  }

  /** Of the JSON of `EXPLAIN`, with all tables by their plain names; none of another text. */
  def of(json: String, tables: Map[String, PlannedTable]): Option[StatementPlan] = Try {
    val top = ujson.read(json)(0)("Plan")
    val found = for {
      node <- nodes(Node(top, Vector.empty, isLimited = false)) if node.kind == "Seq Scan" && !node.isLimited
      table <- tables.get(node.json("Relation Name").str)
    } yield node
      .json("Total Cost")
      .num -> TableScan(table.name, table.rows, index(filter(node.json), node.order, table))
    StatementPlan(top("Total Cost").num, found.maxByOption(_._1).map(_._2))
  }.toOption

  private def nodes(node: Node): Vector[Node] = {
    val order = node.json.obj.get("Sort Key").fold(node.order)(_.arr.map(_.str).toVector)
    val below = node.json.obj.get("Plans").toVector.flatMap(_.arr)
    val isLimited = node.kind == "Limit" || node.isLimited && !readAll(node.kind)
    node +: below.flatMap(of => nodes(Node(of, if (below.size == 1) order else Vector.empty, isLimited)))
  }

  private def filter(node: ujson.Value): Vector[String] =
    node.obj.get("Filter").toVector.flatMap(_.str.split(" AND "))

  /** Columns that must be equal to something, then those of the order, or else one that is compared. A condition that
    * is an expression is left out; with alternatives only the order counts.
    */
  private def index(filter: Vector[String], order: Vector[String], table: PlannedTable): Vector[String] = {
    val quoted = table.columns.map(column => column.replace("\"", "") -> column).toMap
    val hasAlternatives = filter.exists(_.contains(" OR "))
    val conditions = filter.collect {
      case condition(column, how) if !hasAlternatives && quoted.contains(column) => quoted(column) -> how
    }
    val keys = order.collect { case key(column, down) if quoted.contains(column) => quoted(column) -> Option(down) }
    val equal = conditions.collect { case (column, "=") => column }
    val ranges = conditions.collect { case (column, how) if how != "=" => column }
    val ordered = if (keys.size == order.size) sameWay(keys) else Vector.empty
    (equal ++ (if (ordered.nonEmpty) ordered else ranges.take(1))).distinctBy(_.stripSuffix(" DESC"))
  }

  /** An index is read backwards as well. */
  private def sameWay(keys: Vector[(String, Option[String])]): Vector[String] =
    if (keys.forall(_._2.isDefined)) keys.map(_._1) else keys.map { case (column, down) => column + down.mkString }
}
