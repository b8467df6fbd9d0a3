package bottleneck.lab.parts.limit

import bottleneck.lab.log.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ControlGroupsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private def mounted: Path = folder.resolve("cgroup")

  /** A machine whose process is in `groups` of what `mounts` says. */
  private def machine(mounts: String*)(groups: String*): ControlGroups = {
    val self = Files.createDirectories(folder.resolve("proc/self"))
    val _ = Files.writeString(self.resolve("mountinfo"), mounts.mkString("", "\n", "\n"))
    val _ = Files.writeString(self.resolve("cgroup"), groups.mkString("", "\n", "\n"))
    new ControlGroups(folder.resolve("proc"))
  }

  private def group(path: String, letsHave: String*): Path = {
    val group = Files.createDirectories(mounted.resolve(path))
    Files.writeString(group.resolve("cgroup.subtree_control"), letsHave.mkString("", " ", "\n"))
    group
  }

  private def mount(kind: String, point: Path, options: String, root: String = "/"): String =
    s"32 31 0:29 $root $point rw,relatime shared:9 - $kind $kind $options"

  "Groups of version 1" should "be made in the own one of the cpu hierarchy" in {
    val own = Files.createDirectories(mounted.resolve("cpu/user/me"))
    val mounts = Vector(
      mount("cgroup", mounted.resolve("cpuset"), "rw,cpuset"),
      mount("cgroup", mounted.resolve("cpu"), "rw,cpu,cpuacct"),
      "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw"
    )
    machine(mounts: _*)("3:cpuset:/", "4:cpu,cpuacct:/user/me", "0::/x").v1 shouldBe Some(own)
    machine(mounts: _*)("3:cpuset:/").v1 shouldBe None
    machine(mounts.take(1): _*)("4:cpu,cpuacct:/user/me").v1 shouldBe None
  }

  "Groups of version 2" should "be made above the own one, where the processor is handed down" in {
    group("", "cpu", "memory")
    val slice = group("user/app", "memory", "cpu")
    group("user", "memory")
    group("user/app/me")
    machine(mount("cgroup2", mounted, "rw"))("0::/user/app/me").v2 shouldBe Vector(slice, mounted)
  }

  they should "not be made where nobody hands it down, nor without such a hierarchy" in {
    group("", "cpuset")
    machine(mount("cgroup2", mounted, "rw"))("0::/").v2 shouldBe empty
    machine(mount("cgroup", mounted, "rw,cpu"))("0::/").v2 shouldBe empty
    val none = new ControlGroups(folder.resolve("no-such-folder"))
    (none.v1, none.v2) shouldBe ((None, Vector.empty))
  }
}
