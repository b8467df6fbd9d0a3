package bottleneck.target.journal;

import bottleneck.target.problem.InvalidParameterException;
import bottleneck.target.problem.NotFoundException;
import bottleneck.target.problem.WholeNumber;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/journals")
class JournalController {

	private static final int DEFAULT_SIZE = 20;

	private static final WholeNumber SIZE = new WholeNumber("size", 1, 100);

	private final JournalReader journals;

	JournalController(JournalReader journals) {
		this.journals = journals;
	}

	@GetMapping
	JournalPage page(@RequestParam(required = false) String size, @RequestParam(required = false) String after) {
		return this.journals.page(cursor(after), (size != null) ? SIZE.parse(size) : DEFAULT_SIZE);
	}

	@GetMapping("/{id}")
	JournalDetail journal(@PathVariable long id) {
		return this.journals.journal(id)
			.orElseThrow(() -> new NotFoundException("Journal %d does not exist or was deleted.".formatted(id)));
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
