package bottleneck.target.journal;

import bottleneck.target.system.Parameters;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping("/journals")
class JournalController {

	private final CachedPages pages;

	private final JournalService journals;

	JournalController(CachedPages pages, JournalService journals) {
		this.pages = pages;
		this.journals = journals;
	}

	@GetMapping
	JournalPage page(@RequestParam(defaultValue = "20") int size, @RequestParam(required = false) String after) {
		return this.pages.page(cursor(after), Parameters.inRange("size", size, 1, 100));
	}

	@GetMapping("/{id}")
	JournalDetail journal(@PathVariable long id) {
		return this.journals.journal(id).orElseThrow(() -> notFound(id));
	}

	@PutMapping("/{id}/title")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void changeTitle(@PathVariable long id, @RequestBody NewTitle title) {
		if (!this.journals.changeTitle(id, title.allowed())) {
			throw notFound(id);
		}
	}

	private static ResponseStatusException notFound(long id) {
		return new ResponseStatusException(HttpStatus.NOT_FOUND,
				"Journal %d does not exist or was deleted.".formatted(id));
	}

	private static Cursor cursor(String after) {
		if (after == null) {
			return Cursor.HEAD;
		}
		return Cursor.decode(after)
			.orElseThrow(() -> Parameters.refused("after", after, "the 'next' of an earlier page, unchanged"));
	}

	/** Body of a request that changes the title of a journal. */
	record NewTitle(String title) {

		private static final int LONGEST = 200;

		/** The title: 1 to {@value #LONGEST} characters (code points). */
		private String allowed() {
			if (this.title == null || this.title.isEmpty()
					|| this.title.codePointCount(0, this.title.length()) > LONGEST
					|| this.title.codePoints().anyMatch(NewTitle::isNoText)) {
				throw Parameters.refused("title", this.title,
						"text of 1 to %d Unicode characters without NUL".formatted(LONGEST));
			}
			return this.title;
		}

		// PostgreSQL stores neither, and JSON can have both, escaped
		private static boolean isNoText(int codePoint) {
			return codePoint == 0 || Character.getType(codePoint) == Character.SURROGATE;
		}

	}

}
