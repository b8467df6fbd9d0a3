package bottleneck.lab

import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

/** Constructors of the lab's classes, as they are compiled. */
class ParametersSpec extends AnyFlatSpec with Matchers {
  private val most = 8

  /** Still to be grouped; a run.json has it as it is. */
  private val larger = Set("bottleneck.lab.target.Target")

  /** By the folder of the lab's module. */
  private def classes(module: String): Vector[Class[_]] = {
    val root = Project.root.resolve("lab").resolve(module).resolve("target").resolve("classes")
    Using
      .resource(Files.walk(root))(_.toScala(Vector))
      .map(root.relativize(_).toString)
      .filter(_.endsWith(".class"))
      .map(file => Class.forName(file.stripSuffix(".class").replace('/', '.'), false, getClass.getClassLoader))
  }

  /** What only the compiler gives one, as what a local class uses of its surroundings, does not count. */
  private def parameters(of: Class[_]): Int =
    of.getDeclaredConstructors.filterNot(_.isSynthetic).map(_.getParameterCount).maxOption.getOrElse(0)

  Vector("gatling-log", "setup", "explain", "run", "experiment").foreach { module =>
    s"A class of $module" should s"have at most $most constructor parameters" in {
      val all = classes(module).filterNot(_.isAnonymousClass).filterNot(_.isLocalClass)
      all should not be empty
      all
        .filterNot(of => larger(of.getName))
        .filter(parameters(_) > most)
        .map(of => s"${of.getName}: ${parameters(of)}") shouldBe empty
    }
  }
}
