package bottleneck.lab.command

/** The command line of bottleneck.jar. */
object Main {
  def main(arguments: Array[String]): Unit = println(arguments.mkString(" "))
}
