package bottleneck.zoo;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import org.slf4j.LoggerFactory;

/** A log on a slow disk: it takes 10 ms for each event, one at a time. */
final class SlowAppender extends AppenderBase<ILoggingEvent> {

	private static final long MILLIS = 10;

	@Override
	protected void append(ILoggingEvent event) {
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(MILLIS));
	}

	/** A logger that writes there alone. */
	static Logger logger() {
		LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
		SlowAppender appender = new SlowAppender();
		appender.setContext(context);
		appender.start();
		Logger logger = context.getLogger("slow");
		logger.setAdditive(false);
		logger.addAppender(appender);
		return logger;
	}

}
