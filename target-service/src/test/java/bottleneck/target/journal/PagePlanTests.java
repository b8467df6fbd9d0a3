package bottleneck.target.journal;

import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import bottleneck.target.QueryPlan;
import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plans of the statements that Hibernate sends, with every index variant. Both kinds of
 * plan matter: a connection changes from custom to generic ones after five executions.
 */
@TargetServiceTest
class PagePlanTests {

	private static final String CUSTOM = "force_custom_plan";

	private static final String GENERIC = "force_generic_plan";

	private static final SeededDatabase KEYSET = SeededDatabase.withRows("1", "keyset");

	private static final int SIZE = 20;

	@Autowired
	private JournalService journals;

	@Autowired
	private SeededDatabase database;

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
	void pageSortsWhatThePublishedIndexHasInAnotherOrder(String mode) throws SQLException {
		QueryPlan plan = page(SeededDatabase.withRows("1", "published"), mode, Cursor.HEAD);
		assertThat(plan.nodes()).contains("Incremental Sort", "Index Scan").doesNotContain("Seq Scan");
		assertThat(plan.indexes()).containsExactly("idx_journal_posted_at_deleted_at");
	}

	@ParameterizedTest
	@ValueSource(strings = { CUSTOM, GENERIC })
	void pageIsAScanAndASortWithoutAnIndex(String mode) throws SQLException {
		QueryPlan plan = page(SeededDatabase.withRows("1", "none"), mode, Cursor.HEAD);
		assertThat(plan.nodes()).contains("Seq Scan", "Sort").doesNotContain("Index Scan");
	}

	@ParameterizedTest
	@CsvSource({ "from journal j, pk_journal", "from journal_reply, idx_journal_reply_journal_id",
			"from journal_attachment, idx_journal_attachment_journal_id" })
	void whatBelongsToAJournalIsFoundByIndex(String table, String index) throws SQLException {
		String sent = sent(table, () -> this.journals.journal(1));
		for (String mode : List.of(CUSTOM, GENERIC)) {
			QueryPlan plan = QueryPlan.of(KEYSET, mode, sent, "(1)");
			assertThat(plan.indexes()).containsExactly(index);
			assertThat(plan.nodes()).doesNotContain("Seq Scan");
		}
	}

	/** As the experiments have it: what a cache saves is a scan of 100,000 rows. */
	@Test
	void authorsAreAScanEachTimeWhateverTheIndexes() throws SQLException {
		String sent = sent("from journal", this.journals::authors);
		assertThat(this.database.statements(() -> {
			this.journals.authors();
			this.journals.authors();
		})).isEqualTo(Map.of("BEGIN READ ONLY", 2, sent, 2));
		QueryPlan plan = QueryPlan.of(KEYSET, CUSTOM, sent, "");
		assertThat(plan.nodes()).contains("Seq Scan").doesNotContain("Index Scan");
	}

	private QueryPlan page(SeededDatabase planned, String mode, Cursor after) throws SQLException {
		String sent = sent("from journal", () -> this.journals.page(Cursor.HEAD, SIZE));
		return QueryPlan.of(planned, mode, sent, "('%s', %d, %d)".formatted(after.postedAt(), after.id(), SIZE + 1));
	}

	/** The one statement of a call that contains this text. */
	private String sent(String text, Runnable call) {
		return this.database.statements(call)
			.keySet()
			.stream()
			.filter((sql) -> sql.contains(text))
			.collect(Collectors.joining("\n"));
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
