package bottleneck.lab.ask

/** A request of the question. Its texts may hold variables, `{{name}}`.
  *
  * @param target
  *   path with its query, from `/` on
  * @param weight
  *   how often it is sent, beside the others
  * @param once
  *   sent once per user, before the others
  * @param takes
  *   variables that its JSON answer gives, with the path of each, such as `$.token`
  */
final case class AskedRequest(
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
final case class Question(requests: Vector[AskedRequest], variables: Map[String, String] = Map.empty) {
  def logins: Vector[AskedRequest] = requests.filter(_.once)
  def repeated: Vector[AskedRequest] = requests.filterNot(_.once)
}
