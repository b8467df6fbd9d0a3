package bottleneck.target.journal;

import bottleneck.target.SentStatements;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds of pages in every cache. */
abstract class PageCacheTests {

	@Autowired
	private CachedPages pages;

	@Autowired
	private SentStatements statements;

	@Test
	void pagesAreReadOnceEach() {
		JournalPage first = this.pages.page(Cursor.HEAD, 7);
		Cursor next = Cursor.decode(first.next()).orElseThrow();
		assertThat(sent(Cursor.HEAD, 7)).isZero();
		assertThat(sent(Cursor.HEAD, 8)).isOne();
		assertThat(sent(next, 7)).isOne();
		assertThat(sent(next, 7)).isZero();
		assertThat(this.pages.page(Cursor.HEAD, 7)).isEqualTo(first);
	}

	private int sent(Cursor after, int size) {
		return this.statements.during(() -> this.pages.page(after, size)).size();
	}

}
