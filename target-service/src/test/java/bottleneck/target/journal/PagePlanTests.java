package bottleneck.target.journal;

import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;

import bottleneck.target.QueryPlan;
import bottleneck.target.SeededDatabase;
import bottleneck.target.SentStatements;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How PostgreSQL executes what Hibernate sends. Both kinds of plan matter: a connection
 * changes from custom to generic ones after five executions.
 */
@TargetServiceTest
class PagePlanTests {

	private static final String CUSTOM = "force_custom_plan";

	private static final String GENERIC = "force_generic_plan";

	private static final SeededDatabase KEYSET = SeededDatabase.withRows("1", "keyset");

	private static final SeededDatabase NONE = SeededDatabase.withRows("0.01", "none");

	private static final int SIZE = 20;

	@Autowired
	private JournalReader journals;

	@Autowired
	private SentStatements statements;

	@ParameterizedTest
	@ValueSource(strings = { CUSTOM, GENERIC })
	void pageIsARangeOfTheKeysetIndexInItsOrder(String mode) throws SQLException {
		for (Cursor after : List.of(Cursor.HEAD, before(45_000))) {
			QueryPlan plan = page(KEYSET, mode, after);
			assertThat(plan.nodes()).containsExactly("Limit", "Index Scan");
			assertThat(plan.indexes()).containsExactly("idx_journal_posted_at_id_live");
			assertThat(plan.conditions()).singleElement().asString().contains("ROW(posted_at, id) < ROW(");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { CUSTOM, GENERIC })
	void lastPageReadsAsLittleAsTheFirst(String mode) throws SQLException {
		int first = page(KEYSET, mode, Cursor.HEAD).buffers();
		assertThat(first).isLessThan(3 * SIZE);
		assertThat(page(KEYSET, mode, before(SIZE)).buffers()).isLessThan(3 * first);
	}

	@ParameterizedTest
	@ValueSource(strings = { CUSTOM, GENERIC })
	void pageIsAScanAndASortWithoutAnIndex(String mode) throws SQLException {
		assertThat(page(NONE, mode, Cursor.HEAD).nodes()).contains("Seq Scan", "Sort").doesNotContain("Index Scan");
	}

	@ParameterizedTest
	@ValueSource(strings = { CUSTOM, GENERIC })
	void whatBelongsToAJournalIsFoundByIndex(String mode) throws SQLException {
		List<String> sent = this.statements.during(() -> this.journals.journal(1));
		List<String> indexes = List.of("pk_journal", "idx_journal_reply_journal_id",
				"idx_journal_attachment_journal_id");
		for (int i = 0; i < indexes.size(); i++) {
			QueryPlan plan = QueryPlan.of(KEYSET.service(), mode, sent.get(i), "1");
			assertThat(plan.indexes()).as(sent.get(i)).containsExactly(indexes.get(i));
			assertThat(plan.nodes()).doesNotContain("Seq Scan");
		}
	}

	@Test
	void whatBelongsToAJournalIsScannedWithoutAnIndex() throws SQLException {
		List<String> sent = this.statements.during(() -> this.journals.journal(1));
		for (String child : sent.subList(1, 3)) {
			assertThat(QueryPlan.of(NONE.service(), CUSTOM, child, "1").nodes()).contains("Seq Scan");
		}
	}

	private QueryPlan page(SeededDatabase database, String mode, Cursor after) throws SQLException {
		String sent = this.statements.during(() -> this.journals.page(Cursor.HEAD, SIZE)).get(0);
		return QueryPlan.of(database.service(), mode, sent,
				"'%s', %d, %d".formatted(after.postedAt(), after.id(), SIZE + 1));
	}

	/** The position that so many live journals follow. */
	private static Cursor before(int journals) {
		return KEYSET.owner()
			.sql("SELECT posted_at, id FROM journal WHERE deleted_at IS NULL ORDER BY posted_at, id OFFSET ? LIMIT 1")
			.param(journals)
			.query((row, number) -> new Cursor(row.getObject("posted_at", OffsetDateTime.class).toInstant(),
					row.getLong("id")))
			.single();
	}

}
