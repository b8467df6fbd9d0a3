package bottleneck.lab.claims.page

import bottleneck.lab.report.{Html, Page, Section}
import scalatags.Text.all._

/** Every term that pages and documentation use without an explanation, each in a sentence or two. */
object Glossary {

  /** @param name as headers and checks write it */
  final case class Term(name: String, meaning: String) {
    def id: String = name.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]+", "-")
  }

  final case class Group(title: String, terms: Vector[Term])

  val file = "glossary.html"

  def all: Vector[Group] = Vector(
    Group("Experiments", experiments),
    Group("Queueing theory", theory),
    Group("States of a run and verdicts", states),
    Group("Checks of a run", checks),
    Group("Columns", columns)
  )

  /** The way to the term of this name from pages of experiments. */
  private[page] def to(name: String): Option[String] = linked.get(name).map(id => s"../$file#$id")

  /** A column may be called as a check is, and means something else. */
  private lazy val linked: Map[String, String] =
    all.flatMap(_.terms).filterNot(checks.contains).map(term => term.name -> term.id).toMap

  private[page] def page(links: Links): String = {
    val sections = all.map { group =>
      val terms = group.terms.map(term => frag(dt(attr("id") := term.id)(term.name), dd(term.meaning)))
      Section(Term(group.title, "").id, group.title, Html(dl(terms), isEmpty = false))
    }
    Page("Glossary", frag(), sections, Vector(Page.site -> links.index), links.styleSheet).html
  }

  private def terms(of: (String, String)*): Vector[Term] = of.toVector.map { case (name, meaning) =>
    Term(name, meaning)
  }

  private val experiments = terms(
    "experiment" -> "A question with its variants, claims and answer; a page of its own. The code calls it a study.",
    "variant" -> "One setting of what an experiment changes: one pool size, one index.",
    "run" -> "One execution of a variant by Gatling, on processes of its own. It leaves a folder with result.json.",
    "repeat" -> "Another run of the same variant, in processes of its own.",
    "target" -> "What is loaded: instances of the service, their database, cache and load balancer.",
    "load" -> "How requests are sent. Closed: a fixed number of users, each of which waits for its answer before it sends again. Open: users arrive at a rate, whatever became of those before them.",
    "burst" -> "A load of one request from each user, all sent at once or within a given time.",
    "staircase" -> "A load of several levels, each with more users than the one before.",
    "warm-up" -> "Requests before the load, until CPU time or response time per request no longer changes. No report counts them.",
    "calibration" -> "Requests that show the service demand: one after the other, and in light slices, before a window or beside full slices.",
    "slice" -> "About a second of a load that the cores limit, from idle to idle. Light: two users for each core show what a request takes. Full: all users show the throughput. A cycle has both, in random order.",
    "by turns" -> "Of two variants in one run: one has its slices, then the other, so that what the machine does happens to both.",
    "window" -> "The part of the load that is judged: all users have arrived, and throughput has settled. A request belongs to the window in which it ends. Of a load in slices: the full slices.",
    "scale" -> "quick: short runs, with fewer users than the sources. full: minutes each, with the sources' own numbers.",
    "published" -> "The value in the source text, measured there on another machine.",
    "claim" -> "What a source says of an experiment. It has one statement, or several that are judged apart.",
    "statement" -> "A sentence of a claim that runs can show or refute: a test, a demonstration or a guess. Or it is untestable, or unreplayed.",
    "criterion" -> "What must hold for a statement to be reproduced; otherwise it is refuted. It is executed as it stands, and hashed; its history is git's. Where it is younger than a run that it judges, the verdict is exploratory."
  )

  private val theory = terms(
    "throughput" -> "OK responses per second of the window.",
    "response time" -> "From sending a request to the end of its answer, at the user. Percentiles are by nearest rank over all OK responses of the window.",
    "service demand" -> "What one request takes of a resource: CPU time of the cores, or the time for which it holds a thread or a connection.",
    "utilisation" -> "The share of a resource that is in use: throughput × service demand ÷ number of cores, threads or connections.",
    "bottleneck" -> "The resource that reaches full utilisation first. It limits the throughput.",
    "Little's law" -> "Mean requests in flight = throughput × mean response time. A measurement that breaks it is wrong.",
    "saturation" -> "The level from which more users bring hardly more throughput.",
    "sustained" -> "The last level of a staircase that meets the SLO, as all levels before it do.",
    "SLO" -> "Service level objective: here a limit for the 95th percentile of response times, without errors.",
    "drift" -> "The change of throughput, or of the response time of an open load, from the beginning of the window to its end.",
    "interval" -> "The range that holds the true value with a given confidence: 95 % of a throughput, of a prediction by threads and of one in slices, 90 % of a drift and of a prediction by cores before a window."
  )

  private val states = terms(
    "sound" -> "No check failed.",
    "disturbed" -> "Something changed what was measured: other programs, a JVM that was not warm, a generator that was too busy. Close other programs and run it again. A variant without a sound run is judged by its disturbed one, with an uncertainty as large as the disturbance; it does not count if that has no known size.",
    "invalid" -> "The run is not what it was meant to be, or its record is incomplete: a process died, a log is cut, requests failed for an unknown reason. Read its failed check, repair the cause, and run it again.",
    "cannot tell" -> "A check that lacks data: a window too short for its noise, or a value that this system does not show. It does not count against the run.",
    "skipped" -> "The run needs something that this machine does not have. Nothing was started.",
    "reproduced" -> "The runs show what the source claims, at each end of the 95 % interval of its numbers.",
    "as the set-up implies" -> "Reproduced, by a demonstration: under its set-up it could not come out otherwise, so it shows that theory holds here, and no more.",
    "partly" -> "Of a claim: its statements have different verdicts, and one at least is reproduced or refuted.",
    "refuted" -> "The runs show that the claim does not hold here, at each end of the 95 % interval of its numbers. That is a result, not an error.",
    "undecided" -> "There are runs, but they do not allow a verdict: none counts, a needed value was not measured, or within their uncertainty both verdicts are possible.",
    "exploratory" -> "A verdict by runs that were made before its criterion was written or changed. Run the experiment again to confirm it.",
    "uncertainty" -> "By how much a run's throughput or response times may differ from what a repeat would measure: from the window's sample, from each disturbance by its size, and from one run to another.",
    "margin" -> "Factor by which the 95 % interval of a criterion's numbers could be wider before another verdict is possible; below 1 the statement is undecided.",
    "untestable" -> "The claim cannot be tested here; the reason is given.",
    "not run" -> "No run of the claim's experiment exists yet, or none replays it."
  )

  private val checks = terms(
    "parts" -> "No process of the run ended early. Otherwise the run is invalid.",
    "metrics" -> "The service's metrics were sampled within the window. Otherwise the run is invalid.",
    "log" -> "simulation.log is complete. Otherwise the run is invalid.",
    "responses" -> "The window has at least 100 OK responses. Otherwise the run is invalid.",
    "errors" -> "Each failed request failed in a known way. Otherwise the run is invalid.",
    "complete" -> "Each request of a burst was sent and answered, or failed. Otherwise the run is invalid.",
    "levels" -> "Each level of a staircase has enough OK responses. Otherwise the run is invalid.",
    "intervention" -> "What the lab had to do under load, such as creating an index or restarting a part, ended within the window. Otherwise the run is invalid.",
    "steady" -> "Of an open load: the 90 % intervals of the drift of throughput and response time lie within ±10 %. A run drifts, and is disturbed, if the drift exceeds 10 % and its whole interval exceeds 5 %. Between the two the check cannot tell: the window is too short for its noise.",
    "little" -> "Requests in flight and throughput × mean response time differ by at most 5 %. Otherwise the run is disturbed. Requests that are in flight when a load is cut off have no record, so the end of the window is left out for as long as the slowest request took; if less than 5 s are left, the check cannot tell.",
    "warm" -> "The warm-up ended because nothing changed any more, not because its time was over. Otherwise a run with a window is disturbed. One in slices cannot tell, unless its cycles show that a request's CPU time changed by at most 10 % from the first to the last.",
    "compilation" -> "The JVMs' compilers used at most 5 % of the cores, where cores are the limit. Otherwise the run is disturbed. Where the service was to be cold, only the generator's count.",
    "generator" -> "Gatling used at most 40 % of the cores. Otherwise the run is disturbed.",
    "machine" -> "In a window other processes used at most 10 % of the machine, and the hypervisor took at most 5 %; variants side by side used at most 90 % with all else. Otherwise the run is disturbed. In slices it always holds, and says what others took and by how much the machine changed its speed.",
    "clock" -> "The machine's clock was set by at most 100 ms during the run. Otherwise the run is disturbed: requests are timed by a clock that cannot be set, but what was sampled and logged beside them is of other seconds.",
    "schedule" -> "99 % of the requests of an open load were sent within 100 ms and one interval between arrivals of their time. Otherwise the run is disturbed.",
    "simultaneous" -> "The requests of a burst were sent at once. Otherwise the run is disturbed.",
    "carried" -> "The machine has the cores that the predicted throughput needs. Present only if it has not; the run is disturbed then."
  )

  private val columns = terms(
    "predicted" -> "The throughput by theory: the smallest of what threads, connections, cores and users allow, calculated before a window, or by light slices beside the full ones. Below it the resource and the formula.",
    "measured" -> "The throughput of the window, with its 95 % interval.",
    "efficiency" -> "Measured ÷ predicted throughput; of a load in slices with its 95 % interval, as each cycle has both.",
    "p50" -> "Half of the OK responses took at most this time.",
    "p95" -> "95 % of the OK responses took at most this time.",
    "p99" -> "99 % of the OK responses took at most this time.",
    "max" -> "The slowest OK response.",
    "failed" -> "Failed requests of the window, by cause below the row.",
    "peak pending" -> "The most requests that waited for a connection of the pool at once.",
    "cores in use" -> "CPU time per second, averaged over the window."
  )
}
