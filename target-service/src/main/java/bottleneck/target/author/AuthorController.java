package bottleneck.target.author;

import java.util.Optional;
import java.util.function.Supplier;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class AuthorController {

	private final Supplier<Authors> authors;

	AuthorController(CachedAuthors cached, Optional<CachedAuthors.SingleFlight> singleFlight) {
		this.authors = singleFlight.<Supplier<Authors>>map((one) -> one::all).orElse(cached::all);
	}

	@GetMapping("/authors")
	Authors all() {
		return this.authors.get();
	}

}
