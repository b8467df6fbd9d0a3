package bottleneck.target.problem;

import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * Answers what Tomcat refuses by itself, before or beside Spring, with a problem instead
 * of a page. It has nothing of the request in it, so there is nothing to escape.
 */
final class ProblemReportValve extends ErrorReportValve {

	@Override
	protected void report(Request request, Response response, Throwable throwable) {
		HttpStatus status = HttpStatus.resolve(response.getStatus());
		if (status == null || !status.isError() || response.getContentWritten() > 0 || !response.setErrorReported()
				|| !canBeWritten(response)) {
			return;
		}
		try {
			write(status, response);
		}
		catch (IOException clientHasGone) {
			this.container.getLogger().debug("Nobody reads the answer", clientHasGone);
		}
	}

	private static void write(HttpStatus status, Response response) throws IOException {
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		Writer writer = response.getReporter();
		// null where the answer has been begun as bytes
		if (writer != null) {
			writer.write("{\"status\":%d,\"title\":\"%s\"}".formatted(status.value(), status.getReasonPhrase()));
			response.finishResponse();
		}
	}

	private static boolean canBeWritten(Response response) {
		AtomicBoolean allowed = new AtomicBoolean();
		response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, allowed);
		return allowed.get();
	}

}
