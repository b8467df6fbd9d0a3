package bottleneck.lab.engine.users

import java.util.concurrent.ConcurrentLinkedQueue
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.CollectionConverters._

class GateSpec extends AnyFlatSpec with Matchers {
  private class Gates {
    val gate = new Users.Gate
    private val gone = new ConcurrentLinkedQueue[Int]

    def arrive(user: Int, may: Int => Boolean = _ => false): Unit = gate.come(user, may) { () =>
      val _ = gone.add(user)
    }

    def wentOn: Vector[Int] = gone.asScala.toVector.sorted
  }

  "Who waits" should "go on when the gate is opened for them, and once" in {
    val gates = new Gates
    (0 to 4).foreach(gates.arrive(_))
    gates.wentOn shouldBe empty
    gates.gate.open(_ < 3)
    gates.wentOn shouldBe Vector(0, 1, 2)
    gates.gate.open(_ => true)
    gates.wentOn shouldBe Vector(0, 1, 2, 3, 4)
  }

  "Who may go on already" should "not wait" in {
    val gates = new Gates
    gates.arrive(7, may = _ == 7)
    gates.wentOn shouldBe Vector(7)
    gates.gate.open(_ => true)
    gates.wentOn shouldBe Vector(7)
  }

  "A gate that is opened while one comes" should "let it go on, and once" in {
    // it is opened after the user was added, and before the user asks
    val gates = new Gates
    gates.arrive(
      1,
      may = { _ =>
        gates.gate.open(_ => true)
        true
      }
    )
    gates.wentOn shouldBe Vector(1)
  }
}
