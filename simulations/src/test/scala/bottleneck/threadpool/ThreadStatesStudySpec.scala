package bottleneck.threadpool

import bottleneck.lab.explain.record.{ThreadStates => States, _}
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns.verdict
import bottleneck.threadpool.TomcatRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ThreadStatesStudySpec extends AnyFlatSpec with Matchers {
  private def states(runnable: Span, timedWaiting: Span, waiting: Span = Span(12, 22)): StoredResult =
    threads(burst(ThreadStatesStudy.trial, 20, 6000))(runnable, timedWaiting, waiting)

  private def threads(stored: StoredResult)(runnable: Span, timedWaiting: Span, waiting: Span): StoredResult =
    changed(stored)(run =>
      run.copy(server =
        run.server.copy(service =
          run.server.service.copy(threads = Some(States(runnable, Span(0, 0), waiting, timedWaiting)))
        )
      )
    )

  "Thread states" should "change with the requests, or be refuted" in {
    def judged(runnable: Span, timedWaiting: Span = Span(6, 26), waiting: Span = Span(12, 22)): Verdict =
      verdict("tomcat/thread-states#moves")(states(runnable, timedWaiting, waiting))
    judged(Span(20, 36), Span(6, 22), Span(12, 20)) shouldBe Verdict.Reproduced
    judged(Span(8, 23)) shouldBe Verdict.Refuted
    judged(Span(8, 28), timedWaiting = Span(6, 21)) shouldBe Verdict.Refuted
    judged(Span(8, 28), waiting = Span(12, 19)) shouldBe Verdict.Refuted
  }

  they should "be runnable at rest for about 7" in {
    def judged(least: Double): Verdict = verdict("tomcat/thread-states#at-rest")(states(Span(least, 28), Span(6, 7)))
    Vector(5.0, 10.0).map(judged).distinct shouldBe Vector(Verdict.Reproduced)
    Vector(4.0, 11.0).map(judged).distinct shouldBe Vector(Verdict.Refuted)
  }

  they should "be daemons or timed-waiting, all that live, or be more or fewer" in {
    def judged(least: Double, most: Double): Verdict = verdict("tomcat/thread-states#live")(
      changed(states(Span(8, 28), Span(6, 26))) { run =>
        val live = LiveThreads(Span(27, 47), Span(24, 44), Span(least, most))
        val service = run.server.service
        run.copy(server =
          run.server.copy(service = service.copy(threads = service.threads.map(_.copy(live = Some(live)))))
        )
      }
    )
    // as published, and with a thread that begins between two looks
    judged(0, 0) shouldBe Verdict.Reproduced
    judged(-2, 2) shouldBe Verdict.Reproduced
    judged(-3, 0) shouldBe Verdict.Refuted
    judged(0, 3) shouldBe Verdict.Refuted
    verdict("tomcat/thread-states#live")(states(Span(8, 28), Span(6, 26))) shouldBe Verdict.Undecided
  }

  private val tenConnections = burst(MaxConnectionsStudy.trial(10), 50, 5000)

  they should "be timed-waiting after work, also where no thread is beyond min-spare" in {
    def judged(most: Double): Verdict = verdict("tomcat/thread-states#after-work")(
      threads(tenConnections)(Span(8, 18), Span(6, most), Span(12, 52))
    )
    judged(14) shouldBe Verdict.Reproduced
    judged(13) shouldBe Verdict.Refuted
    verdict("tomcat/thread-states#after-work")(states(Span(8, 28), Span(6, 26))) shouldBe Verdict.NotRun
    verdict("tomcat/thread-states#after-work")(tenConnections) shouldBe Verdict.Undecided
  }
}
