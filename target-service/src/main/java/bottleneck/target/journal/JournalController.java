package bottleneck.target.journal;

import java.util.regex.Pattern;

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

	private final JournalService journals;

	JournalController(JournalService journals) {
		this.journals = journals;
	}

	@GetMapping
	JournalPage page(@RequestParam(defaultValue = "20") int size, @RequestParam(required = false) String after) {
		return this.journals.page(cursor(after), Parameters.inRange("size", size, 1, 100));
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

		/**
		 * Characters are code points; PostgreSQL stores neither NUL nor half of a pair.
		 */
		private static final Pattern TEXT = Pattern.compile("[^\\x00\\x{D800}-\\x{DFFF}]{1,200}");

		private String allowed() {
			if (this.title == null || !TEXT.matcher(this.title).matches()) {
				throw Parameters.refused("title", this.title, "text of 1 to 200 Unicode characters without NUL");
			}
			return this.title;
		}

	}

}
