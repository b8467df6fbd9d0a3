package bottleneck.target.workload;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import jakarta.persistence.EntityManager;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The reads of a request to {@code /workload}, in one transaction of JPA. */
@Service
class JournalTitles {

	private static final int READS = 5;

	private final EntityManager entityManager;

	private final DelayedRead delayedRead;

	JournalTitles(EntityManager entityManager, DelayedRead delayedRead) {
		this.entityManager = entityManager;
		this.delayedRead = delayedRead;
	}

	/**
	 * Reads after a wait in the database, for which a statement is sent also when it is
	 * 0.
	 */
	@Transactional(readOnly = true)
	List<String> read(Duration wait) {
		this.delayedRead.take(wait);
		return Stream.generate(this::title).limit(READS).toList();
	}

	private String title() {
		return this.entityManager.createQuery("SELECT j.title FROM Journal j WHERE j.id = :id", String.class)
			.setParameter("id", JournalId.random())
			.getSingleResult();
	}

}
