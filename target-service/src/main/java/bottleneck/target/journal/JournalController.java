package bottleneck.target.journal;

import bottleneck.target.problem.InvalidParameterException;
import bottleneck.target.problem.NotFoundException;
import bottleneck.target.problem.WholeNumber;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/journals")
class JournalController {

	private static final int DEFAULT_SIZE = 20;

	private static final WholeNumber SIZE = new WholeNumber("size", 1, 100);

	private final CachedPages pages;

	private final JournalReader journals;

	private final JournalWriter writer;

	JournalController(CachedPages pages, JournalReader journals, JournalWriter writer) {
		this.pages = pages;
		this.journals = journals;
		this.writer = writer;
	}

	@GetMapping
	JournalPage page(@RequestParam(required = false) String size, @RequestParam(required = false) String after) {
		return this.pages.page(cursor(after), (size != null) ? SIZE.parse(size) : DEFAULT_SIZE);
	}

	@GetMapping("/{id}")
	JournalDetail journal(@PathVariable long id) {
		return this.journals.journal(id).orElseThrow(() -> notFound(id));
	}

	@PutMapping("/{id}/title")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void changeTitle(@PathVariable long id, @RequestBody NewTitle title) {
		if (!this.writer.changeTitle(id, title.allowed())) {
			throw notFound(id);
		}
	}

	private static NotFoundException notFound(long id) {
		return new NotFoundException("Journal %d does not exist or was deleted.".formatted(id));
	}

	private static Cursor cursor(String after) {
		if (after == null) {
			return Cursor.HEAD;
		}
		return Cursor.decode(after)
			.orElseThrow(
					() -> new InvalidParameterException("after", after, "the 'next' of an earlier page, unchanged"));
	}

}
