package bottleneck.lab.engine.ask

/** A request of the question; its texts may hold variables, `{{name}}`. It is sent once per user before the others, or
  * `weight` times; `takes` has variables that its JSON answer gives, with the path of each, such as `$.token`.
  */
final case class QuestionRequest(
    name: String,
    method: String,
    target: String,
    headers: Vector[(String, String)] = Vector.empty,
    body: Option[String] = None,
    weight: Int = 1,
    once: Boolean = false,
    takes: Vector[(String, String)] = Vector.empty
)

/** What is asked of the service: its requests in order, and variables that a file defines. */
final case class Question(requests: Vector[QuestionRequest], variables: Map[String, String] = Map.empty) {
  def logins: Vector[QuestionRequest] = requests.filter(_.once)
  def repeated: Vector[QuestionRequest] = requests.filterNot(_.once)
}
