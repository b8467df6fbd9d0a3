package bottleneck.pools

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** ALL with connections enough, on more and more threads (pools/thread-formula). */
abstract class ThreadFormula(perCore: Int)
    extends WorkVariant(
      Trial("thread-formula", s"$perCore threads per core", Some(Factor("threads", perCore * cores))),
      Work.All,
      threads = perCore * cores,
      connections = 130
    )

/** Around what the formula says where all share the cores. */
final class ThreadsPerCore12Against6 extends ByTurns(new ThreadsPerCore12, new ThreadsPerCore06, Work.users)
final class ThreadsPerCore24Against12 extends ByTurns(new ThreadsPerCore24, new ThreadsPerCore12, Work.users)

final class ThreadsPerCore04 extends ThreadFormula(4)
final class ThreadsPerCore06 extends ThreadFormula(6)
final class ThreadsPerCore08 extends ThreadFormula(8)
final class ThreadsPerCore12 extends ThreadFormula(12)
final class ThreadsPerCore16 extends ThreadFormula(16)
final class ThreadsPerCore24 extends ThreadFormula(24)
final class ThreadsPerCore32 extends ThreadFormula(32)
final class ThreadsPerCore48 extends ThreadFormula(48)
final class ThreadsPerCore64 extends ThreadFormula(64)

/** The thread formula, from the measured share of its time that a request spends on a CPU, and its neighbours. */
object ThreadFormulaStudy {
  val study: Study = Study(
    id = "thread-formula",
    title = "The thread formula",
    question = "How many threads does a service need whose requests wait for the database and then compute?",
    factor = "threads",
    answer = Vector(
      Sentence(
        "Begin with as many threads as the formula says: cores ÷ the {cpu.request[12 threads per core] ÷ (alone[12 threads per core] + 30 ms) as %} of its time that a request is on a CPU says {(alone[12 threads per core] + 30 ms) ÷ cpu.request[12 threads per core] as whole} per core, with all that share these cores; by turns 12 per core answered {turns[12 threads per core ÷ 6 threads per core]} times what 6 did, and 24 {turns[24 threads per core ÷ 12 threads per core]} times what 12 did.",
        when =
          "turns[12 threads per core ÷ 6 threads per core] > 1.44 and turns[24 threads per core ÷ 12 threads per core] < 1.44 given (alone[12 threads per core] + 30 ms) ÷ cpu.request[12 threads per core] in 9.6 .. 14.4"
      ),
      "Measure instead of taking the formula's number: cores ÷ the {cpu.request[12 threads per core] ÷ (alone[12 threads per core] + 30 ms) as %} of its time that a request is on a CPU says {(alone[12 threads per core] + 30 ms) ÷ cpu.request[12 threads per core] as whole} per core, with all that share these cores, but by turns 12 per core answered {turns[12 threads per core ÷ 6 threads per core]} times what 6 did, and 24 {turns[24 threads per core ÷ 12 threads per core]} times what 12 did."
    ),
    advice = Vector(
      "Rather too many than too few: by turns twice as many as the formula says changed the throughput by a factor of {turns[24 threads per core ÷ 12 threads per core]}, and half as many took away a factor of {turns[12 threads per core ÷ 6 threads per core]}.",
      "Measure the share under little load: under much load a request also waits for a core, which the formula must not count. And the pool must be as large as the threads that want a connection."
    )
  )
}
