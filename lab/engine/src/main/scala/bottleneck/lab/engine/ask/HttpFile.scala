package bottleneck.lab.engine.ask

import bottleneck.lab.figures.Problem
import java.nio.charset.StandardCharsets
import java.nio.file.Path
import java.util.Base64
import java.util.regex.Matcher.quoteReplacement
import java.util.regex.Pattern
import scala.util.matching.Regex

/** Requests in the format of the HTTP clients of IntelliJ and VS Code. */
private[ask] object HttpFile {
  private val methods = Vector("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

  private val separator = "###+\\s*(.*)".r
  private val comment = """\s*(?:#|//).*"""
  private val directive = """(?:#+|//)\s*@([\w-]+)\s*=?\s*(.*)""".r

  /** A variable and the path that it is taken from: one value of a JSON answer. */
  private val take = """([A-Za-z_][\w.-]*)\s*=\s*(\$(?:\.[\w-]+|\[\d{1,9}]|\['[^']+'])*)""".r
  private val variable = """@([A-Za-z_][\w.-]*)\s*=\s*(.*)""".r
  private val used = """\{\{\s*([A-Za-z_][\w.-]*)\s*}}""".r
  private val script = """[<>]\s*\{%.*"""
  private val ofAnswer = """>>!?\s.*|<>\s.*|>\s+\S+\.m?js\s*"""
  private val continuation = """\s+[/?&].*"""
  private val requestLine = """(?s)(?:(-?\d+)\s*\*\s*)?(?:([^\s/{]+)\s+)?(\S.*?)(?:\s+HTTP/[\d.]+)?""".r
  private val nextRequest = s"(?:${methods.mkString("|")})\\s+(?:/|https?://|\\{\\{).*".r
  private val target = """(?is)(https?://)?([^/?#]*)([^#]*).*""".r
  private val host = """localhost|[\w-]+(?:\.[\w-]+)*:\d+|[\w-]+(?:\.[\w-]+)+"""
  private val blank = """[\s\p{Cntrl}](?![^{}]*}})""".r
  private val secretInQuery = """(?i)([?&][\w.-]*(?:password|secret|token|key)[\w.-]*=)[^&{]+""".r
  private val header = """\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*""".r
  private val ofConnection = Set("host", "content-length", "transfer-encoding")
  private val basic = """(?i)basic\s+([^\s:]+)(?:\s*:\s*|\s+)(\S.*)""".r
  private val bodyFile = """<(@?)\s+(\S.*?)\s*""".r

  /** A request before its variables are checked, with the texts that may hold some. */
  private final case class Draft(request: QuestionRequest, texts: Vector[(Line, String)])

  private final case class Block(lines: Vector[Line]) {
    private val (above, rest) = lines.span(line => line.isBlank || line.text.matches(comment) || isVariable(line))
    private val (head, afterHead) = rest.span(!_.isBlank)

    val variables: Vector[Line] = above.filter(isVariable)
    val comments: Vector[Line] = (above ++ head).filter(_.text.matches(comment))

    /** The request's line, those that continue it, and its headers. */
    val request: Vector[Line] = head.filterNot(_.text.matches(comment))
    val body: Vector[Line] = afterHead.dropWhile(_.isBlank).reverse.dropWhile(_.isBlank).reverse

    private def isVariable(line: Line): Boolean = line.text.startsWith("@")
  }

  /** File variables, as they are to be put into texts, and the names of those that answers give. */
  private final case class Known(values: Map[String, String], lines: Vector[Line], taken: Set[String]) {

    /** The text with the values of variables that no answer gives. */
    def in(text: String): String = used.replaceAllIn(
      text,
      found =>
        quoteReplacement(values.get(found.group(1)).filterNot(_ => taken(found.group(1))).getOrElse(found.matched))
    )
  }

  /** @param folder where files of bodies are looked for */
  def parse(source: String, lines: Vector[Line], folder: Path): Either[Problem, Question] =
    for {
      plain <- withoutScripts(lines)
      blocks = split(plain)
      known <- variables(blocks.flatMap(_.variables), blocks.flatMap(_.comments).flatMap(takes).map(_._1).toSet)
      drafts <- Problem.each(blocks.filter(_.request.nonEmpty))(draft(_, known, folder))
      _ <- Either.cond(drafts.nonEmpty, (), Problem(s"$source has no request: write one, such as 'GET /owners'."))
      (once, repeated) = drafts.partition(_.request.once)
      unasked = s"""$source has only "# @once" requests, which are not repeated: add one without that line."""
      _ <- Either.cond(repeated.nonEmpty, (), Problem(unasked))
      _ <- folded(once ++ repeated, known.values.keySet.intersect(known.taken)) { (names, draft) =>
        checked(draft, known, names).map(_ ++ draft.request.takes.map(_._1))
      }
    } yield Question(distinct(drafts.map(_.request)), known.values)

  private def withoutScripts(lines: Vector[Line]): Either[Problem, Vector[Line]] = {
    val (kept, open) = lines.foldLeft((Vector.empty[Line], Option.empty[Line])) {
      case ((kept, None), line) if line.text.matches(script) => (kept, Some(line).filterNot(_.text.contains("%}")))
      case ((kept, None), line) => (if (line.text.matches(ofAnswer)) kept else kept :+ line, None)
      case ((kept, open), line) => (kept, open.filterNot(_ => line.text.contains("%}")))
    }
    open.map(_.problem("{%", "the script has no end: write %} after it.")).toLeft(kept)
  }

  private def split(lines: Vector[Line]): Vector[Block] = {
    val starts = 0 +: lines.indices.filter(index => separator.matches(lines(index).text)).toVector
    starts.zip(starts.tail :+ lines.size).map { case (from, until) => Block(lines.slice(from, until)) }
  }

  /** The variables that these lines define; a value uses names above it. */
  private def variables(lines: Vector[Line], taken: Set[String]): Either[Problem, Known] =
    folded(lines, Known(Map.empty, lines, taken)) { (known, line) =>
      line.text.trim match {
        case variable(name, _) if known.values.contains(name) =>
          Left(line.problem(name, s"the variable $name is defined twice: give one of them another name."))
        case variable(name, value) => Right(known.copy(values = known.values.updated(name, known.in(value))))
        case _ => Left(line.problem("@", "this defines no variable: write @name = value."))
      }
    }

  /** Result of a fold over all, or the first problem. */
  private[ask] def folded[A, B](all: Vector[A], first: B)(next: (B, A) => Either[Problem, B]): Either[Problem, B] =
    all.foldLeft[Either[Problem, B]](Right(first))((done, one) => done.flatMap(next(_, one)))

  private def draft(block: Block, known: Known, folder: Path): Either[Problem, Draft] = {
    val first = block.request.head
    val (continued, headerLines) = block.request.tail.span(_.text.matches(continuation))
    for {
      asked <- request(first, (first +: continued).map(_.text.trim).mkString, known)
      all <- Problem.each(headerLines) { line =>
        def wrong =
          line.problem(line.text.trim, "this is no header: write Name: value, and a blank line before a body.")
        Some(line.text).collect { case header(name, value) => (line, name, value) }.toRight(wrong)
      }
      headers = all.filterNot { case (_, name, _) => ofConnection(name.toLowerCase) }
      sent = headers.map { case (_, name, value) => name -> withBasic(name, known.in(value)) }
      body <- Problem.each(block.body)(bodyOf(_, folder)).map(_.flatten)
      title = block.lines.headOption.map(_.text.trim).collect { case separator(text) if text.nonEmpty => text }
      filled = Some(known.in(joined(body.map(_.text), sent))).filter(_.nonEmpty)
      named = asked.copy(
        name = title.getOrElse(asked.name),
        target = known.in(asked.target),
        headers = sent,
        body = filled
      )
      directed <- directed(block.comments, named)
    } yield Draft(
      directed,
      (first -> asked.target) +: (headers.map { case (line, _, value) => line -> value } ++ body.map(l => l -> l.text))
    )
  }

  private def request(line: Line, text: String, known: Known): Either[Problem, QuestionRequest] = text match {
    case requestLine(times, word, rest) =>
      val written = Option(word).getOrElse("GET")
      val other = s"'$written' is no method that can be asked: write ${Problem.nearest(written, methods).head._1}, " +
        s"or another of ${methods.mkString(", ")}."
      for {
        method <- methods.find(_.equalsIgnoreCase(written)).toRight(line.problem(written, other))
        path <- path(rest, known).toRight(
          line.problem(rest, s"'${rest.takeWhile(_ != '?')}' is no path: write one such as '$method /owners'.")
        )
        _ <- blank
          .findFirstMatchIn(path)
          .map(found => line.problem(path.drop(found.start), "a path has no blanks: write %20 for each."))
          .toLeft(())
        weight <- Option(times).map(weight(line, _)).getOrElse(Right(1))
      } yield QuestionRequest(s"$method ${secretInQuery.replaceAllIn(path, "$1***")}", method, path, weight = weight)
    case _ =>
      Left(line.problem(text, "this asks nothing: write METHOD /path, such as 'GET /owners', or name a .http file."))
  }

  /** Path and query. Scheme and authority are dropped, but for the path in a variable such as `{{baseUrl}}`. */
  private def path(written: String, known: Known): Option[String] = Some(written).collect {
    case target(_, "", rest) if rest.startsWith("/") => rest
    case target(scheme, authority, rest)
        if Option(scheme).isDefined || (rest.startsWith("/") && authority.matches(host)) ||
          used.findPrefixMatchOf(authority).map(_.group(1)).exists(isHost(_, rest, known)) =>
      val base = known.in(authority).replaceFirst("(?i)^https?://", "").dropWhile(_ != '/').stripSuffix("/")
      if (base.isEmpty && !rest.startsWith("/")) s"/$rest" else base + rest
  }

  /** True if the variable at a target's start is one of the file, or one that an environment defines as a host. */
  private def isHost(name: String, rest: String, known: Known): Boolean =
    !known.taken(name) && (rest.nonEmpty || known.values.contains(name))

  private def weight(line: Line, text: String): Either[Problem, Int] =
    text.toIntOption
      .filter((1 to 100).contains(_))
      .toRight(line.problem(text, s"'$text' is no weight: write a whole number from 1 to 100."))

  private def takes(line: Line): Option[(String, String)] = Some(line.text.trim).collect {
    case directive("take", take(name, path)) => name -> path
  }

  private def directed(comments: Vector[Line], request: QuestionRequest): Either[Problem, QuestionRequest] =
    folded(comments, request) { (request, line) =>
      line.text.trim match {
        case directive("name", name) if name.nonEmpty => Right(request.copy(name = name))
        case directive("once", _) => Right(request.copy(once = true))
        case directive("weight", text) => weight(line, text).map(weight => request.copy(weight = weight))
        case directive("take", text) =>
          val how = "this takes nothing: write # @take name = $.field, such as # @take id = $.items[0].id."
          takes(line).map(taken => request.copy(takes = request.takes :+ taken)).toRight(line.problem(text, how))
        case _ => Right(request)
      }
    }

  private def bodyOf(line: Line, folder: Path): Either[Problem, Vector[Line]] = line.text match {
    case bodyFile(filled, name) =>
      for {
        path <- QuestionText.in(folder, name).left.map(why => line.problem(name, s"$name $why"))
        lines <- QuestionText.lines(path).left.map(why => line.problem(name, s"$name $why"))
        _ <- Either.cond(
          filled.nonEmpty || !lines.exists(_.text.contains("{{")),
          (),
          line.problem("<", s"$name has {{variables}}: write <@ $name to have them filled in.")
        )
      } yield lines
    case text if nextRequest.matches(text) =>
      Left(line.problem(text, "this looks like the next request: write a line ### before it."))
    case _ => Right(Vector(line))
  }

  private def joined(lines: Vector[String], headers: Vector[(String, String)]): String = {
    val kind = headers.collectFirst { case (name, value) if name.equalsIgnoreCase("Content-Type") => value.toLowerCase }
    if (kind.exists(_.startsWith("application/x-www-form-urlencoded"))) lines.map(_.trim).mkString
    else lines.mkString(if (kind.exists(_.startsWith("multipart/"))) "\r\n" else "\n")
  }

  /** `Basic user password` as it is sent: encoded. */
  private def withBasic(name: String, value: String): String = value match {
    case basic(user, password) if name.equalsIgnoreCase("Authorization") && !value.contains("{{") =>
      s"Basic ${Base64.getEncoder.encodeToString(s"$user:$password".getBytes(StandardCharsets.UTF_8))}"
    case _ => value
  }

  /** The names, if all that the request uses are among them. */
  private def checked(draft: Draft, known: Known, names: Set[String]): Either[Problem, Set[String]] =
    Problem
      .each(draft.texts) { case (line, text) =>
        def problem(of: Regex, sentence: String) = {
          val at = (line +: known.lines).find(line => of.findFirstIn(line.text).isDefined).getOrElse(line)
          at.problem(of.findFirstIn(at.text).getOrElse(""), sentence)
        }
        Template.parsed(known.in(text)) match {
          case Left(fault) => Left(problem(Pattern.quote(fault.fragment).r, fault.sentence))
          case Right(template) =>
            template.names
              .find(!names(_))
              .map(name => problem(s"\\{\\{\\s*${Pattern.quote(name)}\\s*}}".r, withoutValue(name, known)))
              .toLeft(())
        }
      }
      .map(_ => names)

  private def withoutValue(name: String, known: Known): String =
    if (known.taken(name)) s"""{{$name}} is taken from a later answer: move that request up, or mark it "# @once"."""
    else {
      val others = (known.values.keySet ++ known.taken - name).toVector.sorted
      val near = Problem.nearest(name, others).headOption.filter(_._2 < math.min(3, name.length))
      s"{{$name}} has no value: ${near.fold("")(found => s"write {{${found._1}}}, or ")}define it above by a line " +
        s"@$name = value in a .http file."
    }

  /** The requests with a number behind the name of each that has another's. */
  private def distinct(requests: Vector[QuestionRequest]): Vector[QuestionRequest] =
    requests.zipWithIndex.map { case (request, index) =>
      val before = requests.take(index).count(_.name == request.name)
      if (before == 0) request else request.copy(name = s"${request.name} (${before + 1})")
    }
}
