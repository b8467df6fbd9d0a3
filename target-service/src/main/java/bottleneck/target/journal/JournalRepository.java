package bottleneck.target.journal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface JournalRepository extends Repository<Journal, Long> {

	/**
	 * The row comparison lets PostgreSQL seek in an index on (posted_at, id); the same
	 * condition written with OR would be filtered row by row.
	 */
	@Query("""
			SELECT new bottleneck.target.journal.JournalPage$Summary(j.id, j.title, j.author, j.postedAt)
			FROM Journal j
			WHERE j.deletedAt IS NULL AND (j.postedAt, j.id) < (:postedAt, :id)
			ORDER BY j.postedAt DESC, j.id DESC
			""")
	List<JournalPage.Summary> findOlderThan(Instant postedAt, long id, Limit limit);

	@Query("""
			SELECT new bottleneck.target.journal.Authors$Author(j.author, count(j), max(j.postedAt))
			FROM Journal j
			WHERE j.deletedAt IS NULL
			GROUP BY j.author
			ORDER BY j.author
			""")
	List<Authors.Author> findAuthors();

	Optional<Journal> findByIdAndDeletedAtIsNull(long id);

	@Query("""
			SELECT new bottleneck.target.journal.JournalDetail$Reply(r.id, r.content, r.repliedAt)
			FROM JournalReply r
			WHERE r.journalId = :journalId
			ORDER BY r.id
			""")
	List<JournalDetail.Reply> findReplies(long journalId);

	@Query("""
			SELECT new bottleneck.target.journal.JournalDetail$Attachment(a.id, a.fileName, a.byteSize)
			FROM JournalAttachment a
			WHERE a.journalId = :journalId
			ORDER BY a.id
			""")
	List<JournalDetail.Attachment> findAttachments(long journalId);

	/** Number of live journals with this id, whose title is changed now. */
	@Modifying
	@Query("UPDATE Journal j SET j.title = :title WHERE j.id = :id AND j.deletedAt IS NULL")
	int updateTitle(long id, String title);

}
