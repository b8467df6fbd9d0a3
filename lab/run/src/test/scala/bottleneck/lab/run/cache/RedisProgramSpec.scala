package bottleneck.lab.run.cache

import bottleneck.lab.TemporaryFolder
import java.nio.file.{Files, Path}
import java.nio.file.attribute.FileTime
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class RedisProgramSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  private def program(name: String, says: String): Path = {
    val file = Files.writeString(folder.resolve(name), s"#!/bin/sh\n[ $$1 = --version ] && echo '$says'\n")
    file.toFile.setExecutable(true) shouldBe true
    file
  }

  "Redis" should "be the first program that tells its version" in {
    val nowhere = folder.resolve("nowhere")
    val other = program("other", "error while loading shared libraries: libssl.so.3")
    val one = program("one", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1")
    val two = program("two", "Redis server v=6.2.11 sha=00000000:0")
    RedisProgram.first(Iterator(nowhere, other, one, two)) shouldBe Some(RedisProgram(one, "7.0.15"))
    RedisProgram.first(Iterator(nowhere, other)) shouldBe None
  }

  it should "be unpacked once" in {
    val unpacked = RedisProgram.embedded(folder).getOrElse(cancel("there is none for this platform"))
    Files.isExecutable(unpacked) shouldBe true
    Files.setLastModifiedTime(unpacked, FileTime.fromMillis(1000))
    RedisProgram.embedded(folder) shouldBe Some(unpacked)
    Files.getLastModifiedTime(unpacked).toMillis shouldBe 1000
  }
}
