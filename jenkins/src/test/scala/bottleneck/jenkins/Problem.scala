package bottleneck.jenkins

/** Why a Jenkinsfile is refused: one sentence. */
final case class Problem(line: Int, sentence: String) {
  override def toString: String = s"Jenkinsfile:$line: $sentence"
}
