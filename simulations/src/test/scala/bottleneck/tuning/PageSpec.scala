package bottleneck.tuning

import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class PageSpec extends AnyFlatSpec with Matchers {
  private def at(minute: Int, id: Long): Position = Position(Instant.EPOCH.plusSeconds(minute * 60L), id)

  private val newest = Page(Vector(at(9, 1), at(8, 7), at(8, 5)), Some("cursor"))

  "A page" should "be read as the service writes it" in {
    val json = """{"journals":[{"id":7,"title":"t","author":"a","postedAt":"2024-01-01T00:08:00Z"}],"next":"AAY"}"""
    Page.read(json.getBytes) shouldBe Page(Vector(Position(Instant.parse("2024-01-01T00:08:00Z"), 7)), Some("AAY"))
    Page.read("""{"journals":[],"next":null}""".getBytes) shouldBe Page(Vector.empty, None)
  }

  it should "not be read from anything else" in
    Vector("{}", """{"journals":[]}""", """{"journals":[{"id":1}],"next":null}""", "<html>").foreach { body =>
      an[Exception] should be thrownBy Page.read(body.getBytes)
    }

  it should "be right when it is full, newest first, ties by the higher id" in {
    newest.problem(size = 3, previous = None) shouldBe None
    Page(Vector(at(8, 4), at(2, 9), at(1, 9)), Some("next")).problem(size = 3, Some(newest)) shouldBe None
  }

  it should "be right when it is short and the last" in {
    Page(Vector(at(8, 4)), None).problem(size = 3, Some(newest)) shouldBe None
  }

  it should "be wrong when it is short but not the last, longer than asked, or empty" in {
    newest.problem(size = 4, None) shouldBe Some("page has 3 journals of 4 but is not the last")
    newest.problem(size = 2, None) shouldBe Some("page has 3 journals of at most 2")
    Page(Vector.empty, None).problem(size = 3, None) shouldBe Some("page is empty")
  }

  it should "be wrong when it is out of order, or repeats the page before" in {
    val wrong = Some("page is out of order")
    Page(Vector(at(8, 5), at(8, 7)), None).problem(size = 2, None) shouldBe wrong
    Page(Vector(at(8, 5), at(8, 5)), None).problem(size = 2, None) shouldBe wrong
    Page(Vector(at(8, 5)), None).problem(size = 1, Some(newest)) shouldBe wrong
    newest.problem(size = 3, Some(newest)) shouldBe wrong
  }
}
