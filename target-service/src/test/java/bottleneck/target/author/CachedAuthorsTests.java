package bottleneck.target.author;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import bottleneck.target.SeededDatabase;
import bottleneck.target.TargetServiceTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

@TargetServiceTest
class CachedAuthorsTests {

	@Autowired
	private CachedAuthors authors;

	@Autowired
	private SeededDatabase database;

	@Test
	void listsEverybodyWithALiveJournalByName() {
		Map<String, List<Instant>> live = new TreeMap<>();
		this.database.owner().sql("SELECT author, posted_at FROM journal WHERE deleted_at IS NULL").query((row) -> {
			live.computeIfAbsent(row.getString("author"), (name) -> new ArrayList<>())
				.add(row.getObject("posted_at", OffsetDateTime.class).toInstant());
		});
		assertThat(live).as("some authors have deleted all of theirs").hasSizeBetween(800, 996);
		assertThat(this.authors.all().authors()).isEqualTo(live.entrySet()
			.stream()
			.map((each) -> new Authors.Author(each.getKey(), each.getValue().size(), Collections.max(each.getValue())))
			.toList());
	}

	@Test
	void nothingOfACacheIsStartedWithoutOne(@Autowired ApplicationContext context) {
		assertThat(context.getBeanNamesForType(CacheManager.class)).isEmpty();
		assertThat(context.getBeanDefinitionNames()).noneMatch((name) -> name.toLowerCase().contains("redis"));
	}

	/** As the experiments have it: what a cache saves is a scan of 100,000 rows. */
	@Test
	void isAScanEachTimeWhateverTheIndexes() {
		Map<String, Integer> statements = this.database.statements(() -> {
			this.authors.all();
			this.authors.all();
		});
		assertThat(statements.remove("BEGIN READ ONLY")).isEqualTo(2);
		assertThat(statements.values()).containsExactly(2);
		String sent = statements.keySet().iterator().next();
		List<String> plan = JdbcClient.create(SeededDatabase.withRows("1", "keyset").service())
			.sql("EXPLAIN " + sent)
			.query(String.class)
			.list();
		assertThat(String.join("\n", plan)).contains("Seq Scan on journal").doesNotContain("Index");
	}

}
