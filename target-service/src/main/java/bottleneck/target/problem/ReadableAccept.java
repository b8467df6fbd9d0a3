package bottleneck.target.problem;

import java.util.List;

import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Disregards a header Accept that cannot be read, as RFC 9110 allows: Spring would refuse
 * it, and could not write the problem that says so.
 */
@Component
class ReadableAccept implements WebMvcConfigurer {

	@Override
	public void configureContentNegotiation(ContentNegotiationConfigurer configurer) {
		configurer.strategies(List.of(new Lenient()));
	}

	private static final class Lenient extends HeaderContentNegotiationStrategy {

		@Override
		public List<MediaType> resolveMediaTypes(NativeWebRequest request) {
			try {
				return super.resolveMediaTypes(request);
			}
			catch (HttpMediaTypeNotAcceptableException unreadable) {
				return MEDIA_TYPE_ALL_LIST;
			}
		}

	}

}
