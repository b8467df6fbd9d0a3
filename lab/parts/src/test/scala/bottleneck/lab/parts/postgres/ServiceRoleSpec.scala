package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.target.{Database, Index}
import java.sql.SQLException
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.{Failure, Success, Try}

/** Privileges of the service's role in a run's database; every object in the catalogue is tried. */
class ServiceRoleSpec extends AnyFlatSpec with Matchers with RealPostgres {
  private lazy val server = starting(Database(25, Index.Keyset), suiteFolder)
  private lazy val owner = Sql.connect(server.watchAccess)
  private lazy val service = Sql.connect(server.access)

  override def beforeAll(): Unit = server.awaitReady()

  override def afterAll(): Unit = {
    Vector(service, owner, server).foreach(_.close())
    super.afterAll()
  }

  /** Condition: objects outside the system schemas. */
  private val made = "n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')"

  private def relations(kinds: String): Vector[String] = owner.column(
    s"SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE $made AND c.relkind IN ($kinds) ORDER BY 1"
  )

  private def tables: Vector[String] = relations("'r', 'p'")

  private def columns(table: String): Vector[String] = owner.column(
    s"SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = '$table'::regclass AND attnum > 0 AND NOT attisdropped"
  )

  /** Privileges of the role by the catalogue; with the column if not the whole table. */
  private def granted: Vector[String] = service.column(s"""
    SELECT p.privilege || ' ' || c.oid::regclass
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
     CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) p (privilege)
     WHERE $made AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, p.privilege)
     UNION ALL
    SELECT p.privilege || ' (' || a.attname || ') ' || c.oid::regclass
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) p (privilege)
     WHERE $made AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
       AND has_column_privilege(c.oid, a.attnum, p.privilege) AND NOT has_table_privilege(c.oid, p.privilege)
     ORDER BY 1""")

  private def state(sql: String): String = Try(service.run(sql)) match {
    case Success(()) => "done"
    case Failure(error: SQLException) => error.getSQLState
    case Failure(error) => throw error
  }

  /** Each in a transaction that is rolled back, so that what is allowed changes nothing. */
  private def allowed(statements: Vector[String]): Vector[String] = statements.filterNot { sql =>
    service.run("BEGIN")
    val answer = state(sql)
    service.run("ROLLBACK")
    if (answer != "done") withClue(s"$sql: ")(answer shouldBe "42501")
    answer == "42501"
  }

  "The role of the service" should "have been granted what endpoints need, and nothing else" in {
    tables should contain allOf ("journal", "journal_attachment", "journal_reply")
    granted shouldBe
      Vector("SELECT journal", "SELECT journal_attachment", "SELECT journal_reply", "UPDATE (title) journal")
  }

  it should "be refused everything else on every table" in {
    allowed(tables.flatMap(table => columns(table).map(column => s"UPDATE $table SET $column = $column"))) shouldBe
      Vector("UPDATE journal SET title = title")
    allowed(tables.flatMap { table =>
      Vector(
        s"INSERT INTO $table SELECT * FROM $table LIMIT 1",
        s"DELETE FROM $table",
        s"TRUNCATE $table",
        s"LOCK TABLE $table IN SHARE MODE",
        s"CREATE INDEX ON $table (id)",
        s"ALTER TABLE $table ADD COLUMN mine INT",
        s"ALTER TABLE $table DISABLE ROW LEVEL SECURITY",
        s"CREATE TRIGGER mine BEFORE UPDATE ON $table EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        s"CREATE RULE mine AS ON SELECT TO $table DO INSTEAD NOTHING",
        s"DROP TABLE $table",
        s"COPY $table FROM STDIN",
        s"COPY $table TO PROGRAM 'true'",
        s"COPY $table TO '/dev/null'"
      )
    }) shouldBe empty
  }

  it should "make nothing, anywhere" in {
    allowed(
      Vector(
        "CREATE TABLE mine (id INT)",
        "CREATE TEMPORARY TABLE mine (id INT)",
        "CREATE VIEW mine AS SELECT 1",
        "CREATE SEQUENCE mine",
        "CREATE FUNCTION mine() RETURNS INT LANGUAGE sql AS 'SELECT 1'",
        "CREATE SCHEMA mine",
        "CREATE EXTENSION pg_prewarm",
        "CREATE ROLE mine",
        "CREATE LANGUAGE plperl"
      )
    ) shouldBe empty
    // in no transaction
    state("CREATE DATABASE mine") shouldBe "42501"
  }

  it should "become nobody else, and reach no file and no setting of the server" in {
    val roles = owner.column("SELECT quote_ident(rolname) FROM pg_roles WHERE rolname <> 'bottleneck_service'")
    roles should contain allOf ("bottleneck_owner", "bottleneck_replication", "pg_read_server_files")
    allowed(roles.map(role => s"SET ROLE $role")) shouldBe empty
    allowed(
      Vector(
        "SELECT pg_read_file('postgresql.conf')",
        "SELECT pg_ls_dir('.')",
        "SELECT lo_import('/etc/passwd')",
        "SELECT pg_reload_conf()",
        "SELECT pg_stat_reset()",
        "SELECT rolpassword FROM pg_authid",
        "ALTER ROLE bottleneck_service SUPERUSER",
        "ALTER ROLE bottleneck_owner PASSWORD 'mine'",
        "SET session_replication_role = replica",
        "SELECT * FROM pg_stat_statements",
        "SELECT * FROM pg_stat_statements(true)"
      )
    ) shouldBe empty
    // in no transaction
    state("ALTER SYSTEM SET work_mem = '1GB'") shouldBe "42501"
  }

  it should "call no function that somebody made, and use no sequence" in {
    service.column(
      s"SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE $made AND has_function_privilege(p.oid, 'EXECUTE')"
    ) shouldBe empty
    relations("'S'").filter(sequence =>
      service.column(s"SELECT has_sequence_privilege('$sequence', 'USAGE, SELECT, UPDATE')") == Vector("t")
    ) shouldBe empty
  }
}
