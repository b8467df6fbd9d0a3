package bottleneck.target.journal;

import java.util.Map;

import bottleneck.target.ExecutedStatements;
import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class JournalWriterTests {

	/** No row of the seed has such an id. */
	private static final long LIVE = 2_000_001;

	private static final long DELETED = 2_000_002;

	private static final long UNKNOWN = 2_000_003;

	private final JournalWriter journals;

	private final SeededDatabase database;

	private final JdbcClient owner;

	@Autowired
	JournalWriterTests(JournalWriter journals, SeededDatabase database) {
		this.journals = journals;
		this.database = database;
		this.owner = database.owner();
	}

	@AfterEach
	void deleteNewRows() {
		this.owner.sql("DELETE FROM journal WHERE id >= ?").param(LIVE).update();
	}

	@Test
	void changesTheTitleOfOneLiveJournal() {
		insert(LIVE, "NULL");
		insert(DELETED, "now()");
		assertThat(this.journals.changeTitle(LIVE, "new")).isTrue();
		assertThat(title(LIVE)).isEqualTo("new");
		assertThat(title(DELETED)).isEqualTo("old");
		assertThat(this.owner.sql("SELECT count(*) FROM journal WHERE title = 'new'").query(Long.class).single())
			.isOne();
	}

	@Test
	void changesNoJournalThatWasDeleted() {
		insert(DELETED, "now()");
		assertThat(this.journals.changeTitle(DELETED, "new")).isFalse();
		assertThat(title(DELETED)).isEqualTo("old");
	}

	@Test
	void findsNoJournalThatNeverWas() {
		assertThat(this.journals.changeTitle(UNKNOWN, "new")).isFalse();
	}

	@Test
	void takesOneStatementInATransactionThatMayWrite() {
		insert(LIVE, "NULL");
		Map<String, Integer> executed = new ExecutedStatements(this.database)
			.during(() -> this.journals.changeTitle(LIVE, "new"));
		assertThat(executed).isEqualTo(
				Map.of("BEGIN", 1, "update journal j1_0 set title=$1 where j1_0.id=$2 and j1_0.deleted_at is null", 1));
	}

	private void insert(long id, String deletedAt) {
		this.owner.sql("""
				INSERT INTO journal (id, title, content, author, posted_at, deleted_at)
				VALUES (?, 'old', 'c', 'a', now(), %s)
				""".formatted(deletedAt)).param(id).update();
	}

	private String title(long id) {
		return this.owner.sql("SELECT title FROM journal WHERE id = ?").param(id).query(String.class).single();
	}

}
