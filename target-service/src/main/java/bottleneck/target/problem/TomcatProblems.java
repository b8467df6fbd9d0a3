package bottleneck.target.problem;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Has Tomcat answer with problems too, on the port of the requests and on that of the
 * management.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
class TomcatProblems {

	/**
	 * Spring Boot's valve is there before, so that this one, nearer to Spring, reports
	 * first.
	 */
	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsInsteadOfPages() {
		return (tomcat) -> tomcat
			.addContextCustomizers((context) -> context.getParent().getPipeline().addValve(new ProblemReportValve()));
	}

}
