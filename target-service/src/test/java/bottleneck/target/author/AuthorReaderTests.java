package bottleneck.target.author;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import bottleneck.target.SeededDatabase;
import bottleneck.target.SentStatements;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class AuthorReaderTests {

	@Autowired
	private AuthorReader reader;

	@Autowired
	private CachedAuthors authors;

	@Autowired
	private SeededDatabase database;

	@Autowired
	private SentStatements statements;

	@Autowired
	private ApplicationContext context;

	@Test
	void listsEverybodyWithALiveJournalByName() {
		Map<String, List<Instant>> live = this.database.owner()
			.sql("SELECT author, posted_at FROM journal WHERE deleted_at IS NULL")
			.query((row, number) -> Map.entry(row.getString("author"),
					row.getObject("posted_at", OffsetDateTime.class).toInstant()))
			.stream()
			.collect(Collectors.groupingBy(Map.Entry::getKey,
					Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
		assertThat(live).as("some authors have deleted all of theirs").hasSizeBetween(800, 996);
		assertThat(this.reader.all().authors()).isEqualTo(live.entrySet()
			.stream()
			.map((entry) -> new AuthorSummary(entry.getKey(), entry.getValue().size(),
					entry.getValue().stream().max(Comparator.naturalOrder()).orElseThrow()))
			.sorted(Comparator.comparing(AuthorSummary::name))
			.toList());
	}

	@Test
	void takesOneStatementEachTimeWithoutACache() {
		assertThat(this.statements.during(() -> {
			this.authors.all();
			this.authors.all();
		})).hasSize(2);
	}

	@Test
	void nothingOfACacheIsStartedWithoutOne() {
		assertThat(this.context.getBeanNamesForType(CacheManager.class)).isEmpty();
		assertThat(this.context.getBeanDefinitionNames()).noneMatch((name) -> name.toLowerCase().contains("redis"))
			.noneMatch((name) -> name.toLowerCase().contains("lettuce"));
	}

	/** As the experiments have it: what a cache saves is a scan of 100,000 rows. */
	@Test
	void isAScanWhateverTheIndexes() {
		String sent = this.statements.during(this.reader::all).get(0);
		SeededDatabase keyset = SeededDatabase.withRows("1", "keyset");
		List<String> plan = JdbcClient.create(keyset.service()).sql("EXPLAIN " + sent).query(String.class).list();
		assertThat(String.join("\n", plan)).contains("Seq Scan on journal").doesNotContain("Index");
		assertThat(JdbcClient.create(keyset.service()).sql(sent).query().listOfRows()).hasSize(997);
	}

}
