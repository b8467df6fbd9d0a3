package bottleneck.target;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/** What is logged, at INFO and above as a service does that nobody configured. */
public final class LoggedLines implements AutoCloseable {

	private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

	private final Level before = this.root.getLevel();

	private final List<String> lines = new CopyOnWriteArrayList<>();

	private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
		@Override
		protected void append(ILoggingEvent event) {
			LoggedLines.this.lines
				.add("%s %s: %s".formatted(event.getLevel(), event.getLoggerName(), event.getFormattedMessage()));
		}
	};

	public LoggedLines() {
		this.appender.setContext(this.root.getLoggerContext());
		this.appender.start();
		this.root.addAppender(this.appender);
		this.root.setLevel(Level.INFO);
	}

	/** Without what the first request to a servlet leaves there once. */
	public List<String> all() {
		return this.lines.stream().filter((line) -> !line.contains("nitializ")).toList();
	}

	@Override
	public void close() {
		this.root.setLevel(this.before);
		this.root.detachAppender(this.appender);
	}

}
