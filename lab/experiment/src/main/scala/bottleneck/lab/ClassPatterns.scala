package bottleneck.lab

/** The shortest patterns, as `gatling.includes` takes them, that name some classes of a build and none of the others.
  */
private[lab] object ClassPatterns {

  /** @param classes
    *   full names
    * @param others
    *   full names of classes that no pattern may match
    */
  def of(classes: Vector[String], others: Vector[String]): Vector[String] =
    classes.groupBy(packageOf).toVector.sortBy(_._1).flatMap { case (folder, names) =>
      def full(pattern: String): String = if (folder.isEmpty) pattern else s"$folder.$pattern"
      def alone(pattern: String): Boolean = !others.exists(matches(full(pattern), _))
      val words = names.map(name => wordsOf(name.stripPrefix(s"$folder.")))
      val patterns = single(words).find(alone).fold(words.map(shortest(_, alone)).distinct)(Vector(_))
      patterns.filterNot(one => patterns.exists(other => other != one && matches(other, one))).map(full)
    }

  def matches(pattern: String, name: String): Boolean = name.matches(pattern.replace(".", "\\.").replace("*", ".*"))

  /** What all names begin with, end with or contain, if anything. */
  private def single(names: Vector[Vector[String]]): Vector[String] = {
    def common(of: Vector[Vector[String]]): String =
      of.map(_.padTo(of.map(_.size).max, "")).transpose.takeWhile(_.distinct.size == 1).map(_.head).mkString
    val (start, end) = (common(names), common(names.map(_.map(_.reverse).reverse)).reverse)
    val shared = names.head.filter(word => names.forall(_.contains(word)))
    if (names.size == 1) names.map(_.mkString)
    else
      Vector(start).filter(_.nonEmpty).map(_ + "*") ++ Vector(end).filter(_.nonEmpty).map("*" + _) ++
        shared.map(word => s"*$word*")
  }

  /** A name's fewest first words that no other class begins with, or all of it. */
  private def shortest(words: Vector[String], alone: String => Boolean): String =
    (1 until words.size).map(words.take(_).mkString + "*").find(alone).getOrElse(words.mkString)

  /** `OneInstance05` is `One`, `Instance`, `05`. */
  private def wordsOf(name: String): Vector[String] =
    name.split("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])").toVector

  private def packageOf(name: String): String = name.take(math.max(0, name.lastIndexOf('.')))
}
