package bottleneck

import bottleneck.lab.run.{Fleet, Preflight}
import bottleneck.lab.run.cache.{RedisProgram, RedisServer, UserRedis}
import bottleneck.lab.run.host.{FreePorts, Http}
import bottleneck.lab.run.postgres.{PostgresBinaries, PostgresSeed, PostgresServer, Sql, UserDatabase}
import bottleneck.lab.settings.{DatabaseAccess, RedisAccess, RedisTls, Refused, RunningParts}
import bottleneck.lab.target._
import java.net.URI
import java.nio.file.Path
import redis.clients.jedis.Jedis
import redis.clients.jedis.exceptions.JedisDataException
import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration._
import scala.util.{Try, Using}

/** A database and a Redis of the user's that are reached by TLS, with real certificates. */
class EncryptedFleetSpec extends FleetTest {
  private lazy val certificates = Certificates.make(folder.resolve("certificates"))
  private lazy val others = Certificates.make(folder.resolve("other-certificates"))

  private def withDatabase[A](test: DatabaseAccess => A): A = {
    val layout = settings.layout
    val logs = folder.resolve("user-database")
    val binaries = PostgresBinaries.unpacked(layout.cache)
    val seed = PostgresSeed.made(binaries, layout.seedSql, layout.cache, logs)
    Using.resource(PostgresServer.start(binaries, seed, database.get, layout, logs)) { server =>
      server.awaitReady()
      val settings = Map("ssl_cert_file" -> certificates.server, "ssl_key_file" -> certificates.key, "ssl" -> "on")
      Using.resource(Sql.connect(server.watchAccess)) { sql =>
        settings.foreach { case (name, value) => sql.run(s"ALTER SYSTEM SET $name = '$value'") }
        sql.run("SELECT pg_reload_conf()")
      }
      val access = encrypted(server.watchAccess, certificates)
      eventually(Try(Sql.connect(access).close()).isSuccess shouldBe true)
      test(access)
    }
  }

  private def encrypted(plain: DatabaseAccess, trusted: Certificates): DatabaseAccess =
    plain.copy(url = s"${plain.url.takeWhile(_ != '?')}?sslmode=verify-full&sslrootcert=${trusted.authority}")

  private def withRedis[A](test: RedisAccess => A): A = {
    val program = RedisProgram.found(settings.layout.cache).getOrElse(cancel(RedisProgram.missing))
    Using.resource(RedisServer.start(program, settings.layout, folder.resolve("user-redis"))) { server =>
      server.awaitReady()
      val port = FreePorts.choose(1).head
      Using.resource(new Jedis(server.access.host, server.access.port)) { redis =>
        redis.auth(server.access.password.get)
        try {
          Vector("tls-cert-file" -> certificates.server, "tls-key-file" -> certificates.key)
            .foreach { case (name, file) => redis.configSet(name, file.toString) }
          redis.configSet("tls-auth-clients", "no")
          redis.configSet("tls-port", port.toString)
        } catch {
          case without: JedisDataException => cancel(s"Redis ${program.version} has no TLS (${without.getMessage})")
        }
      }
      test(server.access.copy(port = port, tls = Some(RedisTls(Some(certificates.authority)))))
    }
  }

  private def refusal(check: => Unit): String = (the[Refused] thrownBy check).getMessage

  private def sessions(access: DatabaseAccess): Vector[String] = Using.resource(Sql.connect(access))(
    _.column(
      "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE backend_type = 'client backend'"
    )
  )

  "A fleet" should "use a database and a Redis by TLS" in withDatabase { database =>
    withRedis { redis =>
      val target = Target(instances = 1, pool, this.database, cache = Some(Cache.Redis(1.minute)))
      val theirs = settings.copy(running = RunningParts(database = Some(database), redis = Some(redis)))
      Preflight.check(theirs, target, users = 1)
      val told = ArrayBuffer.empty[String]
      Using.resource(started(new Fleet(FleetTest.quick(target), theirs, folder.resolve("theirs"), told += _))) {
        fleet =>
          Http.status(new URI(s"${fleet.urls.head}/authors")) shouldBe Some(200)
          // the service's pool and the lab's own connections
          sessions(database) shouldBe Vector("t")
          fleet.installed.database should not be empty
      }
      // those that the service wrote
      told.mkString("\n") should include("removed 1 keys")
    }
  }

  "A database" should "be refused where its certificate is another's or of another host" in withDatabase { access =>
    UserDatabase.refuseUnusable(access)
    val untrusted = encrypted(access, others)
    val elsewhere = access.copy(url = access.url.replace("127.0.0.1", "localhost"))
    val sentences = Vector(untrusted, elsewhere).map(wrong => wrong -> refusal(UserDatabase.refuseUnusable(wrong)))
    sentences.foreach { case (wrong, sentence) =>
      sentence should (startWith(s"$wrong cannot be used: ") and not include wrong.password)
      sentence.linesIterator should have size 1
    }
    sentences.head._2 should include("PKIX path")
    sentences.last._2 should include("The hostname localhost could not be verified")
    val target = Target(instances = 1, pool, database)
    refusal(
      Preflight.check(settings.copy(running = RunningParts(database = Some(untrusted))), target, users = 1)
    ) shouldBe
      sentences.head._2
  }

  "A Redis" should "be refused where its certificate is another's or of another host" in withRedis { access =>
    UserRedis.refuseUnusable(access)
    val trusted: Path => Option[RedisTls] = ca => Some(RedisTls(Some(ca)))
    val wrong = Vector(
      access.copy(tls = trusted(others.authority)) -> "PKIX path",
      access.copy(tls = Some(RedisTls())) -> "PKIX path",
      access.copy(host = "localhost") -> "No name matching localhost found"
    )
    wrong.foreach { case (access, reason) =>
      val sentence = refusal(UserRedis.refuseUnusable(access))
      sentence should (startWith(s"Redis at rediss://${access.host}:${access.port} cannot be used (") and include(
        reason
      ))
      sentence should not include access.password.get
      sentence.linesIterator should have size 1
    }
  }
}
