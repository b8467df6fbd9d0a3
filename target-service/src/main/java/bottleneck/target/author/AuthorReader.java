package bottleneck.target.author;

import jakarta.persistence.EntityManager;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads all authors from the database. No cache is asked in the transaction: a hit would
 * take a connection too.
 */
@Service
class AuthorReader {

	private final EntityManager entityManager;

	AuthorReader(EntityManager entityManager) {
		this.entityManager = entityManager;
	}

	/** One statement, a scan of all journals whatever the indexes. */
	@Transactional(readOnly = true)
	Authors all() {
		return new Authors(this.entityManager.createQuery("""
				SELECT new bottleneck.target.author.Authors$Author(j.author, count(j), max(j.postedAt))
				FROM Journal j
				WHERE j.deletedAt IS NULL
				GROUP BY j.author
				ORDER BY j.author
				""", Authors.Author.class).getResultList());
	}

}
